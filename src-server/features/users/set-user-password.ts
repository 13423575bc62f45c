import type { PasswordInputs } from '#shared/contract/account.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import { hashPassword } from '../accounts/account/password.ts'
import type { UserContext } from '#server/trpc/context.ts'
import { tellPasswordChanged } from '../accounts/account/account-mail.ts'
import { changePassword } from '../accounts/profile/change-password.ts'
import { lockManagedUser } from './lock-managed-user.ts'
import { setPasswordOf } from './managed-user.queries.ts'
import { newPasswordProblems } from '../accounts/account/new-password.ts'
import { refuseFields } from '#server/platform/assert-no-problems.ts'
import { forgetRegistrations } from '../accounts/registration/registration.queries.ts'
import { endTickets } from '../accounts/account/ticket.queries.ts'
import { liftLock } from '../accounts/account/user.queries.ts'
import { visibleUser } from '#server/platform/visible-user.ts'

/**
 * Sets a user's password for them. Their sessions end, except the one in which an administrator does so to the own
 * account; open reset links end, and we email the owner. A lock is lifted; another status stays as it is.
 * @throws AppError `missing`; `refused` with a text on the field
 */
export async function setUserPassword(ctx: UserContext, userId: number, input: PasswordInputs): Promise<void> {
  const { username } = await visibleUser(ctx, userId)
  if (userId === ctx.user.id) return changePassword(ctx, input)
  refuseFields(await newPasswordProblems(ctx, username, input))
  const passwordHash = await hashPassword(input.password)
  await ctx.db.transaction().execute(async (tx) => {
    const user = await lockManagedUser(ctx, tx, userId)
    await setPasswordOf(tx, userId, passwordHash)
    await forgetRegistrations(tx, userId)
    await endTickets(tx, userId, 'password')
    await liftLock(tx, userId)
    await writeAudit(tx, {
      type: 'PASSWORD',
      actor: ctx.user,
      subject: user,
      description: 'Staff set the password.',
      ...(user.status === 'L' && { oldValue: { status: 'L' }, newValue: { status: 'A' } }),
      address: ctx.address,
    })
    await ctx.enqueue(tx, 'endSessions', {})
    await tellPasswordChanged(ctx, tx, user)
  })
}
