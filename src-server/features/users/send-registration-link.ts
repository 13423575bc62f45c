import type { Actor } from '#server/platform/actor.ts'
import { assertNoProblems } from '#server/platform/assert-no-problems.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import type { UserRow } from '#server/platform/find-user.queries.ts'
import { lockAlertsOfOwner } from '#server/platform/owner.queries.ts'
import { assertRecentPassword } from '#server/platform/recent-password.ts'
import { AppError } from '#shared/contract/errors.ts'
import { pickDetails, detailsProblems } from '#shared/domain/user/user.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import type { Tx } from '#shared/node/platform/database/client.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'
import {
  assertNotJustEmailed,
  correctPendingEmail,
  emailRegistrationLink,
  emailResetLink,
  isWithinMailLimits,
  findOnlyRegistration,
  toUserDetails,
} from '../accounts/public.ts'
import { assertNewAddressesAllowed } from '../recipients/public.ts'
import { lockManagedUser } from './lock-managed-user.ts'

/**
 * Sends a pending user the link again, to the email as staff correct it, and ends the links to a mistyped one. If more
 * than one browser signed up for the account, we cannot know whose password counts, so the link sets a new password,
 * which completes the registration too.
 * @returns the message for the administrator
 * @throws AppError `missing`; `recentPasswordRequired` for another email; `refused` for a user who is not pending, for
 *   an invalid email, within a minute of the last link, past the day's new addresses, and past the hour's links
 */
export async function sendRegistrationLink(
  deps: ServerDeps,
  actor: Actor,
  userId: number,
  email: string,
): Promise<string> {
  return inTransaction(deps.db, async (tx) => {
    await lockAlertsOfOwner(tx, userId)
    const before = await lockManagedUser(tx, actor, userId)
    if (before.status !== 'P') throw new AppError('refused', 'This user already completed registration.')
    const user =
      email.toLowerCase() === before.email.toLowerCase() ? before : await correctEmail(tx, actor, before, email)
    const registration = await findOnlyRegistration(tx, user.id)
    const template = registration === undefined ? 'password-reset' : 'registration'
    await assertNotJustEmailed(tx, { template, userId: user.id, email: user.email }, 'email')
    if (!(await isWithinMailLimits(tx, deps, 'registration', { accountId: user.id, email: user.email })))
      throw new AppError('refused', 'We have sent several links in the last hour. Please try again later.')
    if (registration === undefined) await emailResetLink(tx, deps, user)
    else await emailRegistrationLink(tx, deps, user, registration)
    await writeAudit(tx, {
      type: 'ACCOUNT',
      actor,
      subject: user,
      description: 'Staff sent the registration link again.',
      address: actor.address,
    })
    return `We emailed a link to ${user.email}.`
  })
}

async function correctEmail(tx: Tx, actor: Actor, before: UserRow, email: string): Promise<UserRow> {
  // The link that sets a password is sent to the email.
  assertRecentPassword(actor.session)
  const { email: problem } = detailsProblems(pickDetails({ ...toUserDetails(before), email }), 'name and email')
  if (problem !== undefined) assertNoProblems({ email: problem })
  await assertNewAddressesAllowed(tx, before.id, [{ field: 'email', address: email }])
  await correctPendingEmail(tx, before.id, email)
  await writeAudit(tx, {
    type: 'ACCOUNT',
    actor,
    subject: before,
    description: 'Staff corrected the email of a registration.',
    oldValue: { email: before.email },
    newValue: { email },
    address: actor.address,
  })
  return { ...before, email }
}
