import type { HandlerContext } from '../platform/deps.ts'
import { deleteEndedSessions, deleteOldThrottles } from './sweep.queries.ts'

/**
 * After a lockout, or a change of an account that ends its sessions: deletes ended sessions, and throttles that no longer
 * count.
 */
export async function endSessions({ db, log }: HandlerContext): Promise<void> {
  const sessions = await deleteEndedSessions(db)
  const throttles = await deleteOldThrottles(db)
  log.info('sessions.expired_deleted', { sessions, throttles })
}
