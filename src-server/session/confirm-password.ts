import { AppError } from '#shared/contract/errors.ts'
import { messages } from '#shared/contract/messages.ts'
import { writeAudit } from '#shared/node/audit.queries.ts'
import type { UserContext } from '../trpc/context.ts'
import { findAccount } from '../users/user.queries.ts'
import { addressBlock } from './address-block.ts'
import { checkCode } from './check-code.ts'
import { countWrongPassword } from './log-in.ts'
import { verifyPassword } from './password.ts'
import { markFresh } from './session.queries.ts'
import { countGuess, forgiveGuesser, type Guesser, refuseGuesser } from './throttle.queries.ts'

/**
 * The signed-in user enters the password again, and the code where one is used: for 10 minutes the session may do
 * what dangerous pages ask (decisions, section 4). Wrong passwords count as at a log-in.
 * @throws AppError `refused` with a text on `password` or `code`; `tooMany`; `signInRequired` where that locked it
 */
export async function confirmPassword(
  ctx: UserContext,
  { password, code }: { password: string; code?: string | null | undefined },
): Promise<void> {
  const { db, env, user, session } = ctx
  const guesser: Guesser = { username: user.username, block: addressBlock(ctx.address) }
  await refuseGuesser(db, env.APP_SECRET, guesser)
  const account = await findAccount(db, user.username)
  if (!account || !(await verifyPassword(account.password_hash, password))) {
    await countWrongPassword(ctx, guesser, account)
    throw new AppError('refused', messages.wrongPassword, { fields: { password: messages.wrongPassword } })
  }
  await checkCode(ctx, account, code, () => countGuess(db, env.APP_SECRET, guesser))
  await forgiveGuesser(db, env.APP_SECRET, guesser)
  await db.transaction().execute(async (tx) => {
    await markFresh(tx, session.id, user.id)
    await writeAudit(tx, {
      type: 'LOGIN',
      actor: user,
      subject: user,
      description: 'The password was entered again.',
      address: ctx.address,
    })
  })
}
