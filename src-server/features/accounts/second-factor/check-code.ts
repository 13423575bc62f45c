import type { Caller } from '#server/platform/actor.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import { countOrThrow } from '#server/platform/throttle/throttle.queries.ts'
import { AppError } from '#shared/contract/errors.ts'
import { messages } from '#shared/contract/messages.ts'
import { readNow } from '#shared/node/platform/database/read-now.ts'
import { unsealSecret } from '#shared/node/platform/secrets/seal.ts'
import { countWrongGuess, type Guess } from '../account/count-wrong-guess.ts'
import type { Account } from '../account/user.queries.ts'
import { readTotp, consumeRecoveryCode, consumeStep } from './totp.queries.ts'
import { recoveryCodeHashes, findStep } from './totp.ts'

/** How the user passed the second factor; null if the account has none. */
export type CodeUsed = 'code' | 'recovery code' | null

function openTotpSecret({ env, log }: Pick<ServerDeps, 'env' | 'log'>, userId: number, sealed: string): string {
  try {
    return unsealSecret(env.APP_SECRET, userId, sealed)
  } catch (error) {
    log.error('authenticator.secret_unreadable', error, { userId })
    throw new AppError('refused', messages.codeBroken, { fields: { code: messages.codeBroken } })
  }
}

/**
 * Checks the second factor of an account with an authenticator app: a code of this minute, or a recovery code; each
 * works once. Call it only after the password was right. A wrong code counts like a wrong password: it may lock the
 * account, and we email its owner.
 * @throws AppError `refused` with a text on the field `code`; `tooMany`
 */
export async function checkCode(
  deps: ServerDeps,
  caller: Pick<Caller, 'address'>,
  code: string | null | undefined,
  { guesser, account, known }: Pick<Guess, 'guesser' | 'known'> & { account: Account },
): Promise<CodeUsed> {
  const { db, env } = deps
  const { on, secret } = await readTotp(db, account.id)
  if (!on || secret === null) return null
  const given = (code ?? '').replaceAll(/\s/g, '')
  if (given === '') throw new AppError('refused', messages.enterCode, { fields: { code: messages.enterCode } })
  // Guesses from elsewhere must not use up the limit of the owner's own browser.
  await countOrThrow(db, env.APP_SECRET, 'code', known ? `${account.id} ${guesser.block}` : String(account.id))

  const step = findStep(openTotpSecret(deps, account.id, secret), given, await readNow(db))
  if (step !== null && (await consumeStep(db, account.id, step))) return 'code'
  if (
    step === null &&
    (await consumeRecoveryCode(db, account.id, recoveryCodeHashes(env.APP_SECRET, account.id, given)))
  )
    return 'recovery code'

  const what = step === null ? 'Wrong code.' : 'Used a code a second time.'
  await countWrongGuess(deps, caller, { guesser, account, known, what })
  const message = step === null ? messages.wrongCode : messages.codeUsed
  throw new AppError('refused', message, { fields: { code: message } })
}
