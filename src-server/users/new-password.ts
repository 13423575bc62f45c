import { commonPassword, type PasswordInputs } from '#shared/contract/account.ts'
import type { FieldProblems } from '#shared/contract/errors.ts'
import { isGuessablePassword } from '#shared/rules/guessable-password.ts'
import { passwordProblems } from '#shared/rules/user.ts'
import { isCommonPassword } from '../session/password.ts'
import type { Context } from '../trpc/context.ts'

/** True for a common password, and for one that is mostly one of these names or a repetition (decisions, section 4). */
export const isEasyToGuess = (password: string, names: readonly string[]): boolean =>
  isCommonPassword(password) || isGuessablePassword(password, names)

/**
 * What is wrong with a new password, also that it is easy to guess.
 * @param username of the account, as far as it is known yet
 */
export async function newPasswordProblems(
  { settings }: Pick<Context, 'settings'>,
  input: PasswordInputs,
  username = '',
): Promise<FieldProblems> {
  const problems = passwordProblems(input)
  if (problems.password) return problems
  const { countyName } = (await settings.current()).common
  return isEasyToGuess(input.password, [countyName, username]) ? { ...problems, password: commonPassword } : problems
}
