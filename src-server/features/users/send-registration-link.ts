import { AppError } from '#shared/contract/errors.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import type { Tx } from '#shared/node/platform/database/client.ts'
import { pickDetails, detailsProblems } from '#shared/domain/user/user.ts'
import type { UserContext } from '#server/trpc/context.ts'
import { wantFreshPassword } from '#server/trpc/recent-password.ts'
import { mailResetLink, mayBeMailed } from '../accounts/account/account-mail.ts'
import { lockManagedUser } from './lock-managed-user.ts'
import { detailsOf } from './managed-user.ts'
import { refuseFields } from '#server/platform/assert-no-problems.ts'
import { mailRegistrationLink } from '../accounts/registration/registration-link.ts'
import { correctPendingEmail, onlyRegistration } from '../accounts/registration/registration.queries.ts'
import type { UserRow } from '../accounts/account/user.queries.ts'

/**
 * Sends a pending user the link again, to the email as staff correct it: links to a mistyped one end. Where more than
 * one browser signed up for the account, nobody knows whose password counts: then the link sets a new one, which
 * completes the registration too (decisions, section 4).
 * @returns what to say
 * @throws AppError `missing`; `recentPasswordRequired` for another email; `refused` for a user who is not pending, for an
 *   email that cannot be one, and past the hour's links
 */
export async function sendRegistrationLink(ctx: UserContext, userId: number, email: string): Promise<string> {
  return ctx.db.transaction().execute(async (tx) => {
    const before = await lockManagedUser(ctx, tx, userId)
    if (before.status !== 'P') throw new AppError('refused', 'This user has completed the registration already.')
    const user =
      email.toLowerCase() === before.email.toLowerCase() ? before : await correctEmail(ctx, tx, before, email)
    if (!(await mayBeMailed(ctx, tx, 'registration', { accountId: user.id, email: user.email })))
      throw new AppError('refused', 'We have sent several links in the last hour.  Please try again later.')
    const registration = await onlyRegistration(tx, user.id)
    if (registration === undefined) await mailResetLink(ctx, tx, user)
    else await mailRegistrationLink(ctx, tx, user, registration)
    await writeAudit(tx, {
      type: 'ACCOUNT',
      actor: ctx.user,
      subject: user,
      description: 'Staff sent the registration link again.',
      address: ctx.address,
    })
    return `We emailed a link to ${user.email}.`
  })
}

async function correctEmail(ctx: UserContext, tx: Tx, before: UserRow, email: string): Promise<UserRow> {
  // To the email goes the link that sets a password.
  wantFreshPassword(ctx.session)
  const { email: problem } = detailsProblems(pickDetails({ ...detailsOf(before), email }), 'name and email')
  if (problem !== undefined) refuseFields({ email: problem })
  await correctPendingEmail(tx, before.id, email)
  await writeAudit(tx, {
    type: 'ACCOUNT',
    actor: ctx.user,
    subject: before,
    description: 'Staff corrected the email of a registration.',
    oldValue: { email: before.email },
    newValue: { email },
    address: ctx.address,
  })
  return { ...before, email }
}
