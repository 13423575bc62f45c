import type { Actor } from '#server/platform/actor.ts'
import { assertNoProblems } from '#server/platform/assert-no-problems.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import { findVisibleUser } from '#server/platform/visible-user.ts'
import type { PasswordInputs } from '#shared/contract/account.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'
import {
  changePassword,
  endTickets,
  deleteRegistrations,
  hashPassword,
  unlockAccount,
  newPasswordProblems,
  emailPasswordChanged,
} from '../accounts/public.ts'
import { lockManagedUser } from './lock-managed-user.ts'
import { setManagedPassword } from './managed-user.queries.ts'

/**
 * Sets a user's password for them. Their sessions end, except the caller's own session when the account is their own;
 * open reset links end, and we email the owner. It unlocks a locked account and keeps any other status.
 * @throws AppError `missing`; `refused` with a text on the field
 */
export async function setUserPassword(
  deps: ServerDeps,
  actor: Actor,
  userId: number,
  input: PasswordInputs,
): Promise<void> {
  const { username, first_name: firstName, last_name: lastName } = await findVisibleUser(deps.db, actor, userId)
  if (userId === actor.id) return changePassword(deps, actor, input)
  assertNoProblems(await newPasswordProblems(deps, { username, firstName, lastName }, input))
  const passwordHash = await hashPassword(input.password)
  await inTransaction(deps.db, async (tx) => {
    const user = await lockManagedUser(tx, actor, userId)
    await setManagedPassword(tx, userId, passwordHash)
    await deleteRegistrations(tx, userId)
    await endTickets(tx, userId, 'password')
    await unlockAccount(tx, userId)
    await writeAudit(tx, {
      type: 'PASSWORD',
      actor,
      subject: user,
      description: 'Staff set the password.',
      ...(user.status === 'L' && { oldValue: { status: 'L' }, newValue: { status: 'A' } }),
      address: actor.address,
    })
    await deps.enqueue(tx, 'endSessions', {})
    await emailPasswordChanged(tx, deps, user)
  })
}
