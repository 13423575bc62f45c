import type { Actor } from '#server/platform/actor.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import { AppError } from '#shared/contract/errors.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'
import { createEnrollmentCode } from '../accounts/public.ts'
import { lockManagedUser } from './lock-managed-user.ts'

/**
 * The code with which a new administrator, or one whose app was reset, sets up an authenticator app, for the
 * administrator who hands it over.
 * @throws AppError `missing` for a user outside the allowable types; `refused` for the caller's own account, and if the
 *   user needs no code
 */
export async function showEnrollmentCode(
  deps: ServerDeps,
  actor: Actor,
  userId: number,
): Promise<{ code: string; days: number }> {
  if (userId === actor.id) throw new AppError('refused', 'Another administrator must create your code.')
  return inTransaction(deps.db, async (tx) => {
    const user = await lockManagedUser(tx, actor, userId)
    const made = await createEnrollmentCode(tx, deps, user.id)
    await writeAudit(tx, {
      type: 'PASSWORD',
      actor,
      subject: user,
      description: 'Created a code that allows an authenticator app.',
      address: actor.address,
    })
    return made
  })
}
