import { AppError, type FieldProblems } from '#shared/contract/errors.ts'
import { messages } from '#shared/contract/messages.ts'

/** @throws AppError `refused` if a field has a problem */
export function assertNoProblems(fields: FieldProblems): void {
  if (Object.keys(fields).length > 0) throw new AppError('refused', messages.correctFields, { fields })
}
