import type { Actor } from '#server/platform/actor.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'
import { countResidentSessions, endResidentSessions } from './setting.queries.ts'

/**
 * Lockout step 2: ends all sessions of USER and GUEST, on every server, in one statement; the worker then deletes them.
 * Administrators stay logged in.
 * @returns how many sessions ended
 */
export async function logOutEndUsers(deps: ServerDeps, actor: Actor): Promise<number> {
  return inTransaction(deps.db, async (tx) => {
    const ended = await countResidentSessions(tx)
    await endResidentSessions(tx)
    await writeAudit(tx, {
      type: 'LOCKOUT',
      actor,
      description: 'Ended all user sessions.',
      newValue: { sessions: ended },
      address: actor.address,
    })
    await deps.enqueue(tx, 'endSessions', {})
    return ended
  })
}
