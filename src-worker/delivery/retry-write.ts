import { setTimeout as sleep } from 'node:timers/promises'
import { isTransient } from '../platform/errors.ts'

const retryMs = 500
const maxTries = 20

/**
 * Writes what an answer of a provider said. While the database is unreachable it is tried again for as long as the worker
 * runs: an outage must not cost an answer.
 * @param onFailure called with each error, and how often it was tried
 * @param isStopping whether the worker is stopping: it then gives up after ten seconds, as for an error that stays
 */
export async function retryWrite(
  write: () => Promise<unknown>,
  { onFailure, isStopping }: { onFailure: (error: unknown, tries: number) => void; isStopping: () => boolean },
): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await write()
      return
    } catch (error) {
      onFailure(error, tries)
      if (tries >= maxTries && (isStopping() || !isTransient(error))) return
      await sleep(retryMs)
    }
  }
}
