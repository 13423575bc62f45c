import { byDocument, type Exceptions, keyOf, type Outcome } from './store-events.ts'
import type { EventRow } from './event.queries.ts'

type Waiting = { row: EventRow; resolve(outcome: Outcome): void; reject(error: unknown): void }

export type BatcherOptions = { maxBatch: number; maxInFlight: number; patienceMs: number }
const usual: BatcherOptions = { maxBatch: 1_000, maxInFlight: 4, patienceMs: 250 }

/**
 * Gathers single events, of any number of requests and feeds, into one commit: a commit costs as much for a hundred
 * as for one. Each caller's promise is kept after the commit that holds its event.
 *
 * While nothing is being written an event goes at once, with whatever else arrived in the same turn. Otherwise it
 * waits for the commit under way, which is a few milliseconds off (measured: better than writing two side by side);
 * where that one is held up longer than `patienceMs`, the next batch goes beside it.
 */
export function createBatcher(
  store: (rows: EventRow[]) => Promise<Exceptions>,
  { maxBatch, maxInFlight, patienceMs }: BatcherOptions = usual,
): (row: EventRow) => Promise<Outcome> {
  let waiting: Waiting[] = []
  let inFlight = 0
  let soon: NodeJS.Immediate | undefined
  let later: NodeJS.Timeout | undefined

  const schedule = () => {
    if (waiting.length === 0 || soon) return
    if (inFlight === 0) soon = setImmediate(flush)
    else if (inFlight < maxInFlight) later ??= setTimeout(flush, patienceMs)
  }

  const flush = () => {
    clearImmediate(soon)
    clearTimeout(later)
    soon = later = undefined
    const { batch, left } = take(waiting, maxBatch)
    waiting = left
    inFlight++
    void write(batch).finally(() => {
      inFlight--
      schedule()
    })
    schedule()
  }

  const write = async (batch: Map<string, Waiting[]>) => {
    try {
      const rows = [...batch.values()].map(([first]) => first!.row)
      const exceptions = await store(rows.toSorted(byDocument))
      for (const [key, [first, ...same]] of batch) {
        const outcome = exceptions.get(key) ?? 'accepted'
        first!.resolve(outcome)
        for (const one of same) one.resolve(outcome === 'refused' ? 'refused' : 'duplicate')
      }
    } catch (error) {
      for (const one of [...batch.values()].flat()) one.reject(error)
    }
  }

  return (row) =>
    new Promise((resolve, reject) => {
      waiting.push({ row, resolve, reject })
      schedule()
    })
}

/** A batch holds a document once. The same content again shares its outcome; other content waits for the next batch. */
function take(waiting: Waiting[], maxBatch: number): { batch: Map<string, Waiting[]>; left: Waiting[] } {
  const batch = new Map<string, Waiting[]>()
  const left: Waiting[] = []
  for (const one of waiting) {
    const key = keyOf(one.row)
    const same = batch.get(key)
    if (same?.[0]?.row.content_hash === one.row.content_hash) same.push(one)
    else if (same || batch.size >= maxBatch) left.push(one)
    else batch.set(key, [one])
  }
  return { batch, left }
}
