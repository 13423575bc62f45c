import type { EventRow } from '../records/event.queries.ts'
import { compareDocuments, type Exceptions, documentKey, type Outcome } from './store-events.ts'

type PendingEvent = { row: EventRow; resolve(outcome: Outcome): void; reject(error: unknown): void }

type BatcherOptions = { maxBatch: number; maxInFlight: number; maxWaitMs: number }
const defaultOptions: BatcherOptions = { maxBatch: 1_000, maxInFlight: 4, maxWaitMs: 250 }

/**
 * Batches single events of any number of requests and feeds into one commit, which costs as much for a hundred events
 * as for one. Each caller's promise resolves after the commit that has its event.
 *
 * If no write is running, an event is stored immediately, together with the others of the same turn. Otherwise it waits
 * for the current commit, usually a few milliseconds (faster than two concurrent writes, as measured). If that takes
 * longer than `maxWaitMs`, the next batch starts while the first is still running.
 */
export function createBatcher(
  store: (rows: EventRow[]) => Promise<Exceptions>,
  { maxBatch, maxInFlight, maxWaitMs }: BatcherOptions = defaultOptions,
): (row: EventRow) => Promise<Outcome> {
  let pending: PendingEvent[] = []
  let inFlight = 0
  let immediate: NodeJS.Immediate | undefined
  let timer: NodeJS.Timeout | undefined

  const schedule = () => {
    if (pending.length === 0 || immediate) return
    if (inFlight === 0) immediate = setImmediate(flush)
    else if (inFlight < maxInFlight) timer ??= setTimeout(flush, maxWaitMs)
  }

  const flush = () => {
    clearImmediate(immediate)
    clearTimeout(timer)
    immediate = timer = undefined
    const { batch, left } = takeBatch(pending, maxBatch)
    pending = left
    inFlight++
    void write(batch).finally(() => {
      inFlight--
      schedule()
    })
    schedule()
  }

  const write = async (batch: Map<string, PendingEvent[]>) => {
    try {
      const rows = [...batch.values()].map(([first]) => first!.row)
      const exceptions = await store(rows.toSorted(compareDocuments))
      for (const [key, [first, ...same]] of batch) {
        const outcome = exceptions.get(key) ?? 'accepted'
        first!.resolve(outcome)
        for (const item of same) item.resolve(outcome === 'refused' ? 'refused' : 'duplicate')
      }
    } catch (error) {
      for (const item of [...batch.values()].flat()) item.reject(error)
    }
  }

  return (row) =>
    new Promise((resolve, reject) => {
      pending.push({ row, resolve, reject })
      schedule()
    })
}

/** A batch holds each document once. Repeated content shares its outcome; different content waits for the next batch. */
function takeBatch(
  pending: PendingEvent[],
  maxBatch: number,
): { batch: Map<string, PendingEvent[]>; left: PendingEvent[] } {
  const batch = new Map<string, PendingEvent[]>()
  const left: PendingEvent[] = []
  for (const item of pending) {
    const key = documentKey(item.row)
    const same = batch.get(key)
    if (same?.[0]?.row.content_hash === item.row.content_hash) same.push(item)
    else if (same || batch.size >= maxBatch) left.push(item)
    else batch.set(key, [item])
  }
  return { batch, left }
}
