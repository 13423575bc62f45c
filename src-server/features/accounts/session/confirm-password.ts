import { AppError } from '#shared/contract/errors.ts'
import { messages } from '#shared/contract/messages.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import type { UserContext } from '#server/trpc/context.ts'
import { findAccount, liftLock } from '../account/user.queries.ts'
import { checkCode } from '../second-factor/check-code.ts'
import { countWrongGuess } from '../account/count-wrong-guess.ts'
import { knownToken } from './known-browser.queries.ts'
import { verifyPassword } from '../account/password.ts'
import { markFresh } from './session.queries.ts'
import { forgiveGuesser, type Guesser, refuseGuesser } from '#server/platform/throttle.queries.ts'

/**
 * The signed-in user enters the password again, and the code where one is used: for 10 minutes the session may do
 * what dangerous pages ask (decisions, section 4). Wrong passwords count in a row as at a log-in; the session goes on.
 * @throws AppError `refused` with a text on `password` or `code`; `tooMany`
 */
export async function confirmPassword(
  ctx: UserContext,
  { password, code }: { password: string; code?: string | null | undefined },
): Promise<void> {
  const { db, env, user, session } = ctx
  // A session of its own count: what strangers do elsewhere must not refuse who is logged in.
  const guesser: Guesser = { username: user.username, block: `session ${session.id}` }
  await refuseGuesser(db, env.APP_SECRET, guesser)
  const account = await findAccount(db, user.username)
  if (!account || !(await verifyPassword(account.password_hash, password))) {
    await countWrongGuess(ctx, { guesser, account, known: true, what: 'Wrong password.' })
    throw new AppError('refused', messages.wrongPassword, { fields: { password: messages.wrongPassword } })
  }
  await checkCode(ctx, account, code, { guesser, known: true })
  await forgiveGuesser(db, env.APP_SECRET, guesser)
  const token = await knownToken(db, user.id, ctx.cookies.knownBrowserTokens)
  await db.transaction().execute(async (tx) => {
    await markFresh(tx, session.id, user.id)
    if (token !== undefined) await liftLock(tx, user.id)
    await writeAudit(tx, {
      type: 'LOGIN',
      actor: user,
      subject: user,
      description: 'Entered the password again.',
      address: ctx.address,
    })
  })
}
