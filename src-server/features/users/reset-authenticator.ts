import { AppError } from '#shared/contract/errors.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import { lockManagedUser } from './lock-managed-user.ts'
import { authenticatorTexts, endAllSessions, recordAuthenticatorChange, disableTotp } from '../accounts/public.ts'

/**
 * Staff help somebody who lost phone and recovery codes: the authenticator app of another is forgotten and their
 * sessions end. Where the county demands codes, they set up a new one at the next log-in.
 * @throws AppError `missing` for a user outside the allowable types; `refused` for oneself or where none is in use
 */
export async function resetAuthenticator(deps: ServerDeps, actor: Actor, userId: number): Promise<void> {
  if (userId === actor.id) throw new AppError('refused', authenticatorTexts.ownReset)
  await deps.db.transaction().execute(async (tx) => {
    const user = await lockManagedUser(tx, actor, userId)
    if (!(await disableTotp(tx, userId))) throw new AppError('refused', authenticatorTexts.notOn)
    await endAllSessions(tx, userId)
    await deps.enqueue(tx, 'endSessions', {})
    await recordAuthenticatorChange(deps, actor, tx, user, 'reset')
  })
}
