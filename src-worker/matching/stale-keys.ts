import type { WorkerDeps } from '../platform/deps.ts'
import { deriveSomeStaleKeys } from './stale-keys.queries.ts'

/** Alerts in one transaction; matching waits for no longer than that takes. */
const inOneGo = 1000

/**
 * Derives the keys of some alerts whose keys are of an older rule or mask, while records are matched in between by
 * old keys and new (decisions, section 6). With the last of them those records are queued once more, so that none
 * is missed; an alert is told of a record once, however often they meet.
 * @returns false when none is left
 */
export const deriveNextStaleKeys = async ({ db }: Pick<WorkerDeps, 'db'>): Promise<boolean> =>
  (await deriveSomeStaleKeys(db, inOneGo)) === inOneGo

/**
 * Derives all of them.
 * @returns alerts derived
 */
export async function deriveStaleKeys({ db, log }: Pick<WorkerDeps, 'db' | 'log'>): Promise<number> {
  let derived = 0
  for (;;) {
    const some = await deriveSomeStaleKeys(db, inOneGo)
    derived += some
    if (some === 0) break
  }
  if (derived > 0) log.info('matching.keys_rederived', { alerts: derived })
  return derived
}
