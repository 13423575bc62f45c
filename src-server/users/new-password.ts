import { commonPassword, type PasswordInputs } from '#shared/contract/account.ts'
import type { FieldProblems } from '#shared/contract/errors.ts'
import { passwordProblems } from '#shared/rules/user.ts'
import { isCommonPassword } from '../session/password.ts'

/** What is wrong with a new password, the list of common ones included. */
export function newPasswordProblems(input: PasswordInputs): FieldProblems {
  const problems = passwordProblems(input)
  return !problems.password && isCommonPassword(input.password) ? { ...problems, password: commonPassword } : problems
}
