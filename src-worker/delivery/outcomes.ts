import type { Log } from '#shared/node/platform/log.ts'
import { isTransient } from '../platform/errors.ts'
import type { Outcome } from './outcome.queries.ts'

/**
 * Milliseconds that an outcome waits at most for others to be written with it. A statement costs as much as ten of its
 * rows.
 */
const maxBatchMs = 20
const batchSize = 50
const retryMs = 500
const maxTries = 20

export type Outcomes = { add(outcome: Outcome): void }

/** Records outcomes. Returns how many were written, and how many of their slots the same commit gave to the next calls. */
export type RecordOutcomes = (outcomes: Outcome[]) => Promise<{ written: number; refilled: number }>

/**
 * Records outcomes in batches, soon after they are known. While the database is unreachable they are kept and retried
 * for as long as the worker runs: an outage must not put accepted messages in doubt. If the worker stops in the
 * meantime, another finds the calls by their expired leases.
 * @param onRecorded receives the number of slots that are free, whether or not their outcomes were written
 * @param stopping whether the worker is stopping
 */
export function createOutcomeBatcher(
  recordOutcomes: RecordOutcomes,
  log: Log,
  { onRecorded, stopping }: { onRecorded(count: number): void; stopping(): boolean },
): Outcomes {
  let pending: Outcome[] = []
  let timer: NodeJS.Timeout | undefined
  let writing = false

  const write = async () => {
    clearTimeout(timer)
    timer = undefined
    if (writing || pending.length === 0) return
    writing = true
    const batch = pending
    pending = []
    const refilled = await writeUntilDone(recordOutcomes, log, { batch, stopping })
    writing = false
    onRecorded(batch.length - refilled)
    if (pending.length >= batchSize) void write()
    else if (pending.length > 0) timer ??= setTimeout(() => void write(), maxBatchMs)
  }
  return {
    add(outcome) {
      pending.push(outcome)
      if (pending.length >= batchSize) void write()
      else timer ??= setTimeout(() => void write(), maxBatchMs)
    },
  }
}

async function writeUntilDone(
  recordOutcomes: RecordOutcomes,
  log: Log,
  { batch, stopping }: { batch: Outcome[]; stopping(): boolean },
): Promise<number> {
  for (let tries = 1; ; tries++) {
    try {
      const { written, refilled } = await recordOutcomes(batch)
      if (written < batch.length) log.warn('delivery.outcomes_superseded', { count: batch.length - written })
      return refilled
    } catch (error) {
      log.error('delivery.outcomes_not_recorded', error, { count: batch.length, tries })
      if (tries >= maxTries && (stopping() || !isTransient(error))) return 0
      await new Promise((resolve) => setTimeout(resolve, retryMs))
    }
  }
}
