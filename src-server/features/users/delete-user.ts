import type { Actor } from '#server/platform/actor.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import { today } from '#shared/domain/dates.ts'
import { tellAccountsDeleted } from '#shared/node/domain/users/account-deleted.queries.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'
import { lockManagedUser, assertNotSelfOrLastForever } from './lock-managed-user.ts'
import { deleteUserRow } from './managed-user.queries.ts'

/**
 * Deletes a user with alerts, recipients and history, and cancels unsent messages; after that only the audit log names
 * the user. The recipients of the user's notices are notified.
 * @throws AppError `missing`; `refused` for the caller's own account and the last active FOREVER
 */
export async function deleteUser(deps: ServerDeps, actor: Actor, userId: number): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const user = await lockManagedUser(tx, actor, userId)
    await assertNotSelfOrLastForever(tx, actor, user, 'delete')
    await tellAccountsDeleted(tx, {
      userIds: [userId],
      day: today(deps.env.COUNTY_TIME_ZONE),
      texts: deps.env.SMS_TRANSPORT !== 'none',
      unused: false,
    })
    await deleteUserRow(tx, userId)
    await deps.enqueue(tx, 'wakeDelivery', {})
    await writeAudit(tx, {
      type: 'ACCOUNT',
      actor,
      subject: user,
      description: 'Deleted the user.',
      oldValue: { role: user.role, status: user.status },
      address: actor.address,
    })
  })
}
