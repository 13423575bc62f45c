import type { ZodError } from 'zod'
import { AppError, type FieldProblems } from '#shared/contract/errors.ts'
import { messages } from '#shared/contract/messages.ts'

type Issue = ZodError['issues'][number]

const isEmpty = (value: unknown) => value === undefined || value === null || value === ''
const kindOf = (value: unknown) => (Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value)
const valueAt = (input: unknown, path: PropertyKey[]): unknown =>
  path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | null | undefined)?.[key], input)
// Where a schema states no message of its own, the library's developer text is no answer for a resident.
const libraryText = /^(Invalid|Too |Unrecognized)/

/** The message for the field, or null where the request itself is malformed: a wrong JSON type or an unknown key. */
function fieldMessage(issue: Issue, input: unknown): string | null {
  const value = valueAt(input, issue.path)
  if (issue.code === 'unrecognized_keys') return null
  if (isEmpty(value)) return libraryText.test(issue.message) ? messages.required : issue.message
  const own = libraryText.test(issue.message) ? 'Not valid.' : issue.message
  switch (issue.code) {
    case 'invalid_type':
      return kindOf(value) === 'number' && (issue.expected === 'int' || issue.expected === 'number') ? own : null
    case 'invalid_value':
      return issue.values.some((allowed) => kindOf(allowed) === kindOf(value)) ? own : null
    case 'invalid_union': {
      const branches = issue.errors.flat()
      const told = branches.filter(({ code }) => code !== 'invalid_value' && code !== 'unrecognized_keys')
      const found = told.map((branch) => fieldMessage({ ...branch, path: [...issue.path, ...branch.path] }, input))
      const sameKind = branches.some(
        (branch) => branch.code === 'invalid_value' && branch.values.some((v) => kindOf(v) === kindOf(value)),
      )
      return found.find((message) => message !== null) ?? (told.length === 0 && sameKind ? own : null)
    }
    default:
      return own
  }
}

/**
 * Reads what a schema found. A missing, null, empty or ill-formed documented field is a refusal that names its fields;
 * a wrong JSON type or an unknown key makes the request malformed (decisions, section 2).
 * @param input what was checked, before any transformation
 */
export function inputProblem(error: ZodError, input: unknown): AppError {
  const fields: FieldProblems = {}
  const malformed: string[] = []
  for (const issue of error.issues) {
    const path = issue.path.join('.')
    const message = fieldMessage(issue, input)
    if (message === null) malformed.push(issue.code === 'unrecognized_keys' ? issue.keys.join(', ') : path)
    else fields[path] ??= message
  }
  if (malformed.length === 0) return new AppError('refused', messages.correctFields, { fields })
  const named = malformed.filter(Boolean).join(', ').slice(0, 200)
  return new AppError('malformed', named ? `Not understood: ${named}.` : 'The request was not understood.')
}
