import type { Log } from '#shared/node/platform/log.ts'
import { isPassing } from '../platform/faults.ts'
import type { Outcome } from './outcome.queries.ts'

/**
 * Outcomes gather this long at most before they are written, in milliseconds. A statement costs as much as ten rows of
 * it; and half of the calls in doubt are enough for a provider of 50 ms.
 */
const gatherMs = 20
const together = 50
const againMs = 500
const mostTries = 20

export type Outcomes = { add(outcome: Outcome): void }

/** Writes outcomes down: how many were, and how many of their places were given to the next calls in the same commit. */
export type Settle = (outcomes: Outcome[]) => Promise<{ written: number; passedOn: number }>

/**
 * Writes outcomes in sets, soon after they are known. While the database cannot be reached they are kept and tried
 * again, for as long as the worker runs: what a provider accepted must not fall into doubt over an outage. Those of a
 * worker that stops meanwhile are found by their expired leases.
 * @param onSettled told how many places are free, their outcomes written or not
 * @param stopping true once the worker is to end soon
 */
export function collectOutcomes(
  settle: Settle,
  log: Log,
  { onSettled, stopping }: { onSettled(count: number): void; stopping(): boolean },
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
    const passedOn = await writeUntilDone(settle, log, { batch, stopping })
    writing = false
    onSettled(batch.length - passedOn)
    if (gathered.length >= together) void write()
    else if (gathered.length > 0) timer ??= setTimeout(() => void write(), gatherMs)
  }
  return {
    add(outcome) {
      gathered.push(outcome)
      if (gathered.length >= together) void write()
      else timer ??= setTimeout(() => void write(), gatherMs)
    },
  }
}

async function writeUntilDone(
  settle: Settle,
  log: Log,
  { batch, stopping }: { batch: Outcome[]; stopping(): boolean },
): Promise<number> {
  for (let tries = 1; ; tries++) {
    try {
      const { written, passedOn } = await settle(batch)
      if (written < batch.length) log.warn('delivery.outcomes_superseded', { count: batch.length - written })
      return passedOn
    } catch (error) {
      log.error('delivery.outcomes_not_recorded', error, { count: batch.length, tries })
      if (tries >= mostTries && (stopping() || !isPassing(error))) return 0
      await new Promise((resolve) => setTimeout(resolve, againMs))
    }
  }
}
