import type { Actor } from '#server/platform/actor.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import { AppError } from '#shared/contract/errors.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'
import { emailResetLink, isWithinMailLimits } from '../accounts/public.ts'
import { lockManagedUser } from './lock-managed-user.ts'

/**
 * Emails a user the link that sets a new password, so that staff never read a password out. It unlocks the account and
 * completes a registration, as the link of Forgot Password does; it needs no recent password.
 * @returns the message for the administrator
 * @throws AppError `missing`; `refused` for a user without an email, one who is not active, and past the hour's links
 */
export async function sendResetLink(deps: ServerDeps, actor: Actor, userId: number): Promise<string> {
  return inTransaction(deps.db, async (tx) => {
    const user = await lockManagedUser(tx, actor, userId)
    if (user.email === '') throw new AppError('refused', 'This user has no email. Please set a password instead.')
    if (user.status === 'I') throw new AppError('refused', 'This user is not active. Activate the user first.')
    if (
      !(await isWithinMailLimits(tx, deps, 'password-reset', {
        accountId: user.id,
        email: user.email,
        pending: user.status === 'P',
      }))
    )
      throw new AppError('refused', 'We have sent several links in the last hour. Please try again later.')
    await emailResetLink(tx, deps, user)
    await writeAudit(tx, {
      type: 'PASSWORD',
      actor,
      subject: user,
      description: 'Staff sent a link to set a new password.',
      address: actor.address,
    })
    return `We emailed a link to ${user.email}.`
  })
}
