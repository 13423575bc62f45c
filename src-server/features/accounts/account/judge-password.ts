import type { Caller } from '#server/platform/actor.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import { throttledAddress } from '#server/platform/throttle/address-block.ts'
import { countOrThrow } from '#server/platform/throttle/throttle.queries.ts'
import { toPasswordContext } from './new-password.ts'
import { isEasyToGuess, type PasswordContext } from './password-strength.ts'

/**
 * Whether a password is too easy to guess, asked before the form that sets it is complete. It looks up no account: the
 * answer depends only on what was typed and on the county's name.
 * @throws AppError `tooMany`
 */
export async function judgePassword(
  deps: Pick<ServerDeps, 'db' | 'env' | 'settings'>,
  caller: Pick<Caller, 'address'>,
  { password, ...person }: PasswordContext['person'] & { password: string },
): Promise<{ tooEasy: boolean }> {
  await countOrThrow(deps.db, deps.env.APP_SECRET, 'judgePassword', throttledAddress(caller.address))
  return { tooEasy: await isEasyToGuess(password, await toPasswordContext(deps, person)) }
}
