import type { ZodError } from 'zod'
import { AppError, type FieldProblems } from '#shared/contract/errors.ts'
import { messages } from '#shared/contract/messages.ts'
import { createProblemsError } from './assert-no-problems.ts'

type Issue = ZodError['issues'][number]

const isEmpty = (value: unknown) => value === undefined || value === null || value === ''
const getJsonType = (value: unknown) => (Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value)
const valueAt = (input: unknown, path: PropertyKey[]): unknown =>
  path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | null | undefined)?.[key], input)
// If a schema has no message of its own, the library's message is for developers, not for residents.
const libraryText = /^(Invalid|Too |Unrecognized)/

/** The message for the field, or null if the request itself is malformed: a wrong JSON type or an unknown key. */
function fieldMessage(issue: Issue, input: unknown): string | null {
  const value = valueAt(input, issue.path)
  if (issue.code === 'unrecognized_keys') return null
  if (isEmpty(value)) return libraryText.test(issue.message) ? messages.required : issue.message
  const own = libraryText.test(issue.message) ? 'Not valid.' : issue.message
  switch (issue.code) {
    case 'invalid_type':
      return getJsonType(value) === 'number' && (issue.expected === 'int' || issue.expected === 'number') ? own : null
    case 'invalid_value':
      // '' among the allowed values only means that the field may be empty.
      return issue.values.some((allowed) => allowed !== '' && getJsonType(allowed) === getJsonType(value)) ? own : null
    case 'invalid_union': {
      const branches = issue.errors
        .flat()
        .map((branch) => ({
          branch,
          message: fieldMessage({ ...branch, path: [...issue.path, ...branch.path] }, input),
        }))
        .filter(({ message }) => message !== null)
      const best = branches.find(({ branch }) => branch.code !== 'invalid_value') ?? branches[0]
      return best?.message ?? null
    }
    default:
      return own
  }
}

/**
 * Turns a schema's issues into an error. A missing, null, empty or ill-formed documented field refuses the input and
 * names its fields; a wrong JSON type or an unknown key makes the request malformed.
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
  if (malformed.length === 0) return createProblemsError(fields)
  const named = malformed.filter(Boolean).join(', ').slice(0, 200)
  return new AppError('malformed', named ? `Unknown field or wrong type: ${named}.` : 'We could not read the request.')
}

/**
 * Whether a text contains what PostgreSQL cannot store: U+0000, or half of a surrogate pair. Iterative, since input may
 * be deep.
 */
export function hasUnstorableText(input: unknown): boolean {
  const open: unknown[] = [input]
  while (open.length > 0) {
    const value = open.pop()
    if (typeof value === 'string') {
      if (value.includes('\0') || !value.isWellFormed()) return true
    } else if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) open.push(part)
  }
  return false
}
