import type { Actor } from '#server/platform/actor.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import { assertRecentPassword } from '#server/platform/recent-password.ts'
import type { UserStatus } from '#shared/contract/roles.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'
import { endRegistrationLinks } from '../accounts/public.ts'
import { recordAccountOff } from '../notice-changes/public.ts'
import { lockManagedUser, assertNotSelfOrLastForever } from './lock-managed-user.ts'
import { setUserStatus } from './managed-user.queries.ts'

const descriptions: Record<UserStatus, string> = {
  A: 'Deactivated the user.',
  I: 'Activated the user again.',
  P: 'Activated the user before registration was complete.',
  L: 'Activated the user and lifted the lock.',
}

/**
 * Deactivates an active user, and activates any other: for status P it ends the registration's link, for L it clears
 * the counters, I it restores. Either way the user's sessions end. The recipients of a deactivated user's notices are
 * notified.
 * @returns the new status, and the message
 * @throws AppError `missing`; `refused` for the caller's own account and the last active FOREVER;
 *   `recentPasswordRequired` to deactivate
 */
export async function changeUserStatus(
  deps: ServerDeps,
  actor: Actor,
  userId: number,
): Promise<{ status: UserStatus; message: string }> {
  return inTransaction(deps.db, async (tx) => {
    const before = await lockManagedUser(tx, actor, userId)
    const status = before.status === 'A' ? 'I' : 'A'
    if (status === 'I') {
      await assertNotSelfOrLastForever(tx, actor, before, 'deactivate')
      assertRecentPassword(actor.session)
      await recordAccountOff(tx, deps, { userId, actor })
    }
    await setUserStatus(tx, userId, status)
    await endRegistrationLinks(tx, userId)
    await writeAudit(tx, {
      type: 'ACCOUNT',
      actor,
      subject: before,
      description: descriptions[before.status],
      oldValue: { status: before.status },
      newValue: { status },
      address: actor.address,
    })
    await deps.enqueue(tx, 'endSessions', {})
    return { status, message: status === 'A' ? 'User activated.' : 'User deactivated.' }
  })
}
