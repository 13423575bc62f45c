import type { WorkerDeps } from '../platform/deps.ts'
import { deriveStaleKeysBatch } from './stale-keys.queries.ts'

/** Matching waits no longer than one such transaction takes. */
const alertsPerTransaction = 1000

/**
 * Derives the keys of some alerts whose keys belong to an older rule or mask. In between, records are matched by old
 * and new keys alike; after the last alert they are queued again, so that no match is missed. However often a record
 * matches an alert, it notifies once.
 * @returns false if none is left
 */
export const deriveNextStaleKeys = async ({ db }: Pick<WorkerDeps, 'db'>): Promise<boolean> =>
  (await deriveStaleKeysBatch(db, alertsPerTransaction)) === alertsPerTransaction

/**
 * Derives all stale keys.
 * @returns the number of alerts
 */
export async function deriveStaleKeys({ db, log }: Pick<WorkerDeps, 'db' | 'log'>): Promise<number> {
  let derived = 0
  for (;;) {
    const some = await deriveStaleKeysBatch(db, alertsPerTransaction)
    derived += some
    if (some === 0) break
  }
  if (derived > 0) log.info('matching.keys_rederived', { alerts: derived })
  return derived
}
