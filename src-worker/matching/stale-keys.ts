import type { WorkerDeps } from '../deps.ts'
import { deriveSomeStaleKeys } from './stale-keys.queries.ts'

/** Alerts in one transaction; matching waits for no longer than that takes. */
const inOneGo = 1000

/**
 * Derives the keys of every alert whose keys are of an older rule or mask. Records are matched only when none is left,
 * so none is missed in between; what was matched before is never sent again.
 * @returns alerts derived
 */
export async function deriveStaleKeys({ db, log }: Pick<WorkerDeps, 'db' | 'log'>): Promise<number> {
  let derived = 0
  for (;;) {
    const some = await deriveSomeStaleKeys(db, inOneGo)
    derived += some
    if (some === 0) break
  }
  if (derived > 0) log.info('Keys of alerts were derived anew.', { alerts: derived })
  return derived
}
