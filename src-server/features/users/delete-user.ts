import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import { again } from '#shared/node/platform/database/retry.ts'
import type { Tx } from '#shared/node/platform/database/client.ts'
import type { UserContext } from '#server/trpc/context.ts'
import { lockManagedUser, refuseLastOfItsKind } from './lock-managed-user.ts'
import { deleteUserRow } from './managed-user.queries.ts'

/**
 * Deletes a user with alerts, recipients and history, and cancels what is unsent; only the audit log still names the
 * user (decisions, section 8).
 * @throws AppError `missing`; `refused` for the own account and the last active FOREVER
 */
export async function deleteUser(ctx: UserContext, userId: number): Promise<void> {
  const work = async (tx: Tx) => {
    const user = await lockManagedUser(ctx, tx, userId)
    await refuseLastOfItsKind(ctx, tx, user, 'delete')
    await deleteUserRow(tx, userId)
    await writeAudit(tx, {
      type: 'ACCOUNT',
      actor: ctx.user,
      subject: user,
      description: 'Deleted the user.',
      oldValue: { role: user.role, status: user.status },
      address: ctx.address,
    })
  }
  // Much of a user is in the delivery's hands, too: it may be this that has to give way.
  await again(() => ctx.db.transaction().execute(work))
}
