import type { Actor } from '#server/platform/actor.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import { AppError } from '#shared/contract/errors.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'
import {
  authenticatorTexts,
  disableTotp,
  endAllSessions,
  recordAuthenticatorChange,
  requireEnrollmentProof,
} from '../accounts/public.ts'
import { lockManagedUser } from './lock-managed-user.ts'

/**
 * For a user who lost phone and recovery codes: removes their authenticator app and ends their sessions. If the county
 * requires codes, they set up a new app at the next login, with a proof in addition to the password: the person who
 * asked for the reset may not be the owner.
 * @throws AppError `missing` for a user outside the allowable types; `refused` for the caller, or if there is no app
 */
export async function resetAuthenticator(deps: ServerDeps, actor: Actor, userId: number): Promise<void> {
  if (userId === actor.id) throw new AppError('refused', authenticatorTexts.ownReset)
  await inTransaction(deps.db, async (tx) => {
    const user = await lockManagedUser(tx, actor, userId)
    if (!(await disableTotp(tx, userId))) throw new AppError('refused', authenticatorTexts.notOn)
    await requireEnrollmentProof(tx, userId)
    await endAllSessions(tx, userId)
    await deps.enqueue(tx, 'endSessions', {})
    await recordAuthenticatorChange(tx, deps, actor, { subject: user, change: 'reset' })
  })
}
