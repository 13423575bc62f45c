import type { Log } from '#shared/node/log.ts'
import { type Outcome, settle } from './outcome.queries.ts'
import type { Database } from './planned.queries.ts'

/** Outcomes gather this long at most before they are written, in milliseconds. */
const gatherMs = 5
const together = 50
const againMs = 500
const mostTries = 20

export type Outcomes = { add(outcome: Outcome): void }

/**
 * Writes outcomes in sets, soon after they are known. While the database cannot be reached they are kept and tried
 * again; those of a worker that gives up are found by their expired leases, in doubt.
 * @param onSettled told how many are done with, written or not
 */
export function collectOutcomes(database: Database, log: Log, onSettled: (count: number) => void): Outcomes {
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
    await writeUntilDone(database, log, batch)
    writing = false
    onSettled(batch.length)
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

async function writeUntilDone(database: Database, log: Log, batch: Outcome[]): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      const written = await settle(database, batch)
      if (written < batch.length)
        log.warn('Outcomes of attempts that others had taken over were left alone.', { count: batch.length - written })
      return
    } catch (error) {
      log.error('Outcomes could not be written.', error, { count: batch.length, tries })
      if (tries >= mostTries) return
      await new Promise((resolve) => setTimeout(resolve, againMs))
    }
  }
}
