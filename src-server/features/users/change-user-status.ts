import type { UserStatus } from '#shared/contract/roles.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import type { UserContext } from '#server/trpc/context.ts'
import { lockManagedUser, refuseLastOfItsKind } from './lock-managed-user.ts'
import { setStatus } from './managed-user.queries.ts'
import { endRegistrationLinks } from '../accounts/registration/registration.queries.ts'

const descriptions: Record<UserStatus, string> = {
  A: 'Deactivated the user.',
  I: 'Activated the user again.',
  P: 'Activated the user before registration was complete.',
  L: 'Activated the user and lifted the lock.',
}

/**
 * Deactivates an active user, activates any other (decisions, section 4): P ends the registration's link, L clears
 * the counters, I restores. Either way the user's sessions end.
 * @returns the status now, and what to tell
 * @throws AppError `missing`; `refused` for the own account and the last active FOREVER
 */
export async function changeUserStatus(
  ctx: UserContext,
  userId: number,
): Promise<{ status: UserStatus; message: string }> {
  return ctx.db.transaction().execute(async (tx) => {
    const before = await lockManagedUser(ctx, tx, userId)
    const status = before.status === 'A' ? 'I' : 'A'
    if (status === 'I') await refuseLastOfItsKind(ctx, tx, before, 'deactivate')
    await setStatus(tx, userId, status)
    await endRegistrationLinks(tx, userId)
    await writeAudit(tx, {
      type: 'ACCOUNT',
      actor: ctx.user,
      subject: before,
      description: descriptions[before.status],
      oldValue: { status: before.status },
      newValue: { status },
      address: ctx.address,
    })
    await ctx.enqueue(tx, 'endSessions', {})
    return { status, message: status === 'A' ? 'User activated.' : 'User deactivated.' }
  })
}
