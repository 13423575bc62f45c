import type { Actor, CookieJar } from '#server/platform/actor.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import { clearGuesses, type Guesser, assertMayGuess } from '#server/platform/throttle/throttle.queries.ts'
import { AppError } from '#shared/contract/errors.ts'
import { messages } from '#shared/contract/messages.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'
import { countWrongGuess } from '../account/count-wrong-guess.ts'
import { verifyPassword } from '../account/password.ts'
import { findAccount, unlockAccount } from '../account/user.queries.ts'
import { checkCode } from '../second-factor/check-code.ts'
import { findKnownToken } from './known-browser.queries.ts'
import { recordPasswordEntry } from './session.queries.ts'

/**
 * The logged-in user enters the password again, and a code if the account uses one; for the next 10 minutes the session
 * may open dangerous pages. Wrong passwords count as at a login, but the session continues.
 * @throws AppError `refused` with a text on `password` or `code`; `tooMany`
 */
export async function confirmPassword(
  deps: ServerDeps,
  actor: Actor,
  { password, code }: { password: string; code?: string | null | undefined },
  { knownBrowserTokens }: Pick<CookieJar, 'knownBrowserTokens'>,
): Promise<void> {
  const { db, env } = deps
  const { session } = actor
  // Counted per session: what strangers do elsewhere must not block a signed-in user.
  const guesser: Guesser = { username: actor.username, block: `session ${session.id}` }
  await assertMayGuess(db, env.APP_SECRET, guesser)
  const account = await findAccount(db, actor.username)
  if (!account || !(await verifyPassword(account.password_hash, password))) {
    await countWrongGuess(deps, actor, { guesser, account, known: true, what: 'Wrong password.' })
    throw new AppError('refused', messages.wrongPassword, { fields: { password: messages.wrongPassword } })
  }
  await checkCode(deps, actor, code, { guesser, account, known: true })
  await clearGuesses(db, env.APP_SECRET, guesser)
  const token = await findKnownToken(db, actor.id, knownBrowserTokens)
  await inTransaction(db, async (tx) => {
    await recordPasswordEntry(tx, session.id, actor.id)
    if (token !== undefined) await unlockAccount(tx, actor.id)
    await writeAudit(tx, {
      type: 'LOGIN',
      actor,
      subject: actor,
      description: 'Entered the password again.',
      address: actor.address,
    })
  })
}
