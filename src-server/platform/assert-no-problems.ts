import { AppError, type FieldProblems } from '#shared/contract/errors.ts'
import { messages } from '#shared/contract/messages.ts'

/** Refuses input with a text on each wrong field. */
export const createProblemsError = (fields: FieldProblems): AppError =>
  new AppError('refused', messages.correctFields, { fields })

/** @throws AppError `refused` if a field has a problem */
export function assertNoProblems(fields: FieldProblems): void {
  if (Object.keys(fields).length > 0) throw createProblemsError(fields)
}
