import type { Actor } from '#server/platform/actor.ts'
import { assertNoProblems } from '#server/platform/assert-no-problems.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import type { PasswordInputs } from '#shared/contract/account.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'
import { emailPasswordChanged } from '../account/account-mail.ts'
import { endOtherSessions } from '../account/end-sessions.queries.ts'
import { newPasswordProblems } from '../account/new-password.ts'
import { hashPassword } from '../account/password.ts'
import { endTickets } from '../account/ticket.queries.ts'
import { setOwnPassword } from '../account/user.queries.ts'

/**
 * Sets the logged-in user's own password. Every other session ends, this one continues, and we email the owner.
 * @throws AppError `refused` with a text on the field
 */
export async function changePassword(deps: ServerDeps, actor: Actor, input: PasswordInputs): Promise<void> {
  assertNoProblems(await newPasswordProblems(deps, actor, input))
  const passwordHash = await hashPassword(input.password)
  await inTransaction(deps.db, async (tx) => {
    await setOwnPassword(tx, actor.id, passwordHash)
    await endTickets(tx, actor.id, 'password')
    await endOtherSessions(tx, actor.id, actor.session.id)
    await writeAudit(tx, {
      type: 'PASSWORD',
      actor,
      subject: actor,
      description: 'The owner changed the password.',
      address: actor.address,
    })
    await emailPasswordChanged(tx, deps, actor)
  })
}
