import type { PasswordInputs } from '#shared/contract/account.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import { hashPassword } from '../account/password.ts'
import { endOtherSessions } from '../session/session.queries.ts'
import type { UserContext } from '#server/trpc/context.ts'
import { tellPasswordChanged } from '../account/account-mail.ts'
import { newPasswordProblems } from '../account/new-password.ts'
import { refuseFields } from '#server/platform/assert-no-problems.ts'
import { endTickets } from '../account/ticket.queries.ts'
import { setPassword } from '../account/user.queries.ts'

/**
 * Sets the signed-in user's own password. Every other session ends, this one stays, and we email the owner
 * (decisions, section 4).
 * @throws AppError `refused` with a text on the field
 */
export async function changePassword(ctx: UserContext, input: PasswordInputs): Promise<void> {
  const { user, session } = ctx
  refuseFields(await newPasswordProblems(ctx, user.username, input))
  const passwordHash = await hashPassword(input.password)
  await ctx.db.transaction().execute(async (tx) => {
    await setPassword(tx, user.id, passwordHash)
    await endTickets(tx, user.id, 'password')
    await endOtherSessions(tx, user.id, session.id)
    await writeAudit(tx, {
      type: 'PASSWORD',
      actor: user,
      subject: user,
      description: 'The owner changed the password.',
      address: ctx.address,
    })
    await tellPasswordChanged(ctx, tx, user)
  })
}
