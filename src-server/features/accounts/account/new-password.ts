import { commonPassword, type PasswordInputs, passwordProblem } from '#shared/contract/account.ts'
import type { FieldProblems } from '#shared/contract/errors.ts'
import { isGuessablePassword } from '#shared/domain/user/guessable-password.ts'
import { passwordProblems } from '#shared/domain/user/user.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import { isCommonPassword } from './password.ts'

/**
 * Why a password is not acceptable, or undefined if it is: the rules of composition (specification, section 5), and
 * what anybody would try first (decisions, section 4).
 * @param names the username and the county's name
 */
export function newPasswordProblem(password: string, names: readonly string[]): string | undefined {
  const easy = () => isCommonPassword(password) || isGuessablePassword(password, names)
  return passwordProblem(password) ?? (easy() ? commonPassword : undefined)
}

/**
 * The problems of a new password and its repetition.
 * @param username of the account that it is for
 */
export async function newPasswordProblems(
  { settings }: Pick<ServerDeps, 'settings'>,
  username: string,
  input: PasswordInputs,
): Promise<FieldProblems> {
  const { countyName } = (await settings.current()).common
  const password = newPasswordProblem(input.password, [countyName, username])
  return { ...passwordProblems(input), ...(password === undefined ? {} : { password }) }
}
