import type { Log } from '#shared/node/platform/log.ts'
import { isTransient } from '../platform/faults.ts'
import type { Outcome } from './outcome.queries.ts'

/**
 * Outcomes gather this long at most before they are written, in milliseconds. A statement costs as much as ten rows of
 * it; and half of the calls in doubt are enough for a provider of 50 ms.
 */
const maxBatchMs = 20
const batchSize = 50
const retryMs = 500
const maxTries = 20

export type Outcomes = { add(outcome: Outcome): void }

/** Writes outcomes down: how many were, and how many of their places were given to the next calls in the same commit. */
export type RecordOutcomes = (outcomes: Outcome[]) => Promise<{ written: number; refilled: number }>

/**
 * Writes outcomes in sets, soon after they are known. While the database cannot be reached they are kept and tried
 * again, for as long as the worker runs: what a provider accepted must not fall into doubt over an outage. Those of a
 * worker that stops meanwhile are found by their expired leases.
 * @param onRecorded receives the number of free places, their outcomes written or not
 * @param stopping true once the worker is to end soon
 */
export function createOutcomeBatcher(
  settle: RecordOutcomes,
  log: Log,
  { onRecorded, stopping }: { onRecorded(count: number): void; stopping(): boolean },
): Outcomes {
  let gathered: Outcome[] = []
  let timer: NodeJS.Timeout | undefined
  let writing = false

  const write = async () => {
    clearTimeout(timer)
    timer = undefined
    if (writing || gathered.length === 0) return
    writing = true
    const batch = gathered
    gathered = []
    const refilled = await writeUntilDone(settle, log, { batch, stopping })
    writing = false
    onRecorded(batch.length - refilled)
    if (gathered.length >= batchSize) void write()
    else if (gathered.length > 0) timer ??= setTimeout(() => void write(), maxBatchMs)
  }
  return {
    add(outcome) {
      gathered.push(outcome)
      if (gathered.length >= batchSize) void write()
      else timer ??= setTimeout(() => void write(), maxBatchMs)
    },
  }
}

async function writeUntilDone(
  settle: RecordOutcomes,
  log: Log,
  { batch, stopping }: { batch: Outcome[]; stopping(): boolean },
): Promise<number> {
  for (let tries = 1; ; tries++) {
    try {
      const { written, refilled } = await settle(batch)
      if (written < batch.length) log.warn('delivery.outcomes_superseded', { count: batch.length - written })
      return refilled
    } catch (error) {
      log.error('delivery.outcomes_not_recorded', error, { count: batch.length, tries })
      if (tries >= maxTries && (stopping() || !isTransient(error))) return 0
      await new Promise((resolve) => setTimeout(resolve, retryMs))
    }
  }
}
