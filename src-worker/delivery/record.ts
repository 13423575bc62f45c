import type { Log } from '#shared/node/platform/log.ts'
import type { Outcome } from './outcome.queries.ts'
import { retryWrite } from './retry-write.ts'

/**
 * Milliseconds that an outcome waits at most for others to be written with it. A statement costs as much as ten of its
 * rows.
 */
const maxWaitMs = 20
const maxBatch = 50

/** Outcomes on their way to the database. */
type OutcomeQueue = {
  put(outcome: Outcome): void
  /** Waits for a full batch, or for what came within 20 ms. Resolves to an empty batch once closed. */
  take(): Promise<Outcome[]>
  close(): void
}

export function createOutcomeQueue(): OutcomeQueue {
  let waiting: Outcome[] = []
  let closed = false
  let more = Promise.withResolvers<void>()
  let full = Promise.withResolvers<void>()
  return {
    put(outcome) {
      waiting.push(outcome)
      more.resolve()
      if (waiting.length >= maxBatch) full.resolve()
    },
    async take() {
      if (waiting.length === 0 && !closed) await more.promise
      if (waiting.length < maxBatch && !closed) {
        const timer = setTimeout(full.resolve, maxWaitMs)
        await full.promise
        clearTimeout(timer)
      }
      const batch = waiting
      waiting = []
      more = Promise.withResolvers<void>()
      full = Promise.withResolvers<void>()
      return batch
    },
    close() {
      closed = true
      more.resolve()
      full.resolve()
    },
  }
}

/**
 * Stage 5: records outcomes. While the database is unreachable they are kept and retried for as long as the worker runs:
 * an outage must not put accepted messages in doubt. If the worker stops in the meantime, another finds the calls.
 * @param write writes them and returns how many were still ours
 * @param isStopping whether the worker is stopping
 */
export async function recordBatch(
  batch: Outcome[],
  write: (batch: Outcome[]) => Promise<number>,
  { log, isStopping }: { log: Log; isStopping: () => boolean },
): Promise<void> {
  const writeBatch = async () => {
    const written = await write(batch)
    if (written < batch.length) log.warn('delivery.outcomes_superseded', { count: batch.length - written })
  }
  const onFailure = (error: unknown, tries: number) =>
    log.error('delivery.outcomes_not_recorded', error, { count: batch.length, tries })
  await retryWrite(writeBatch, { onFailure, isStopping })
}
