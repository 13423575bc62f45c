import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import type { UserContext } from '#server/trpc/context.ts'
import { countSessionsOfEndUsers, endSessionsOfEndUsers } from './setting.queries.ts'

/**
 * Lockout step 2: every session of USER and GUEST ends at once, on every server; the worker then clears them
 * (decisions, section 4). Administrators stay in.
 * @returns how many sessions ended
 */
export async function endUserSessions(ctx: UserContext): Promise<number> {
  return ctx.db.transaction().execute(async (tx) => {
    const ended = await countSessionsOfEndUsers(tx)
    await endSessionsOfEndUsers(tx)
    await writeAudit(tx, {
      type: 'LOCKOUT',
      actor: ctx.user,
      description: 'Ended all user sessions.',
      newValue: { sessions: ended },
      address: ctx.address,
    })
    await ctx.enqueue(tx, 'endSessions', {})
    return ended
  })
}
