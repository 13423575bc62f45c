import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import { again } from '#shared/node/platform/database/retry.ts'
import type { Tx } from '#shared/node/platform/database/client.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import { lockManagedUser, assertNotSelfOrLastForever } from './lock-managed-user.ts'
import { deleteUserRow } from './managed-user.queries.ts'

/**
 * Deletes a user with alerts, recipients and history, and cancels what is unsent; only the audit log still names the
 * user (decisions, section 8).
 * @throws AppError `missing`; `refused` for the own account and the last active FOREVER
 */
export async function deleteUser(deps: ServerDeps, actor: Actor, userId: number): Promise<void> {
  const work = async (tx: Tx) => {
    const user = await lockManagedUser(tx, actor, userId)
    await assertNotSelfOrLastForever(tx, actor, user, 'delete')
    await deleteUserRow(tx, userId)
    await writeAudit(tx, {
      type: 'ACCOUNT',
      actor,
      subject: user,
      description: 'Deleted the user.',
      oldValue: { role: user.role, status: user.status },
      address: actor.address,
    })
  }
  // Much of a user is in the delivery's hands, too: it may be this that has to give way.
  await again(() => deps.db.transaction().execute(work))
}
