import { commonPassword, type PasswordInputs } from '#shared/contract/account.ts'
import { AppError, type FieldProblems } from '#shared/contract/errors.ts'
import { messages } from '#shared/contract/messages.ts'
import { passwordProblems } from '#shared/rules/user.ts'
import { isCommonPassword } from '../session/password.ts'

/** What is wrong with a new password, the list of common ones included. */
export function newPasswordProblems(input: PasswordInputs): FieldProblems {
  const problems = passwordProblems(input)
  return !problems.password && isCommonPassword(input.password) ? { ...problems, password: commonPassword } : problems
}

/** @throws AppError `refused` where a field has a problem */
export function refuseFields(fields: FieldProblems): void {
  if (Object.keys(fields).length > 0) throw new AppError('refused', messages.correctFields, { fields })
}
