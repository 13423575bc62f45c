import { TRPCClientError } from '@trpc/client'
import { type FieldProblems, otherUserStatus } from '#shared/contract/errors.ts'
import { text } from '../i18n/i18n.ts'
import { basePath, isWithin, panelPath } from '../navigation.ts'
import { RestError } from './rest-error.ts'

/** What the server adds to an error (src-server/trpc/init.ts), read with care: a proxy may answer in its place. */
type ErrorData = {
  httpStatus?: number
  fields?: FieldProblems
  status?: 'LOGIN'
  ask?: 'password' | 'setUpCode' | typeof otherUserStatus
}

function dataOf(error: unknown): ErrorData | undefined {
  return error instanceof TRPCClientError ? ((error.data ?? undefined) as ErrorData | undefined) : undefined
}

export function statusOf(error: unknown): number | undefined {
  if (error instanceof RestError) return error.status || undefined
  return dataOf(error)?.httpStatus
}

/** What the server refused, field by field; empty where it was something else. */
export function fieldsOf(error: unknown): FieldProblems {
  if (error instanceof RestError) return error.fields
  return dataOf(error)?.fields ?? {}
}

/**
 * The server's own message; else 'An unexpected error has occurred', with the status where one is known
 * (end-user.md, section 8).
 */
export function messageOf(error: unknown): string {
  if (error instanceof RestError) return messageOfRest(error)
  const data = dataOf(error)
  if (data && error instanceof Error && error.message) return error.message
  if (data?.httpStatus) return text('errors.unexpectedStatus', { status: data.httpStatus })
  if (!(error instanceof TRPCClientError)) return text('errors.unexpected')
  return error.meta?.response ? messageOfOther(error.meta) : text('errors.unreachable')
}

/** An answer without what our calls answer: of a server that is too busy, or of a proxy before it (end-user.md, section 8). */
function messageOfOther({ response, responseJSON }: Record<string, unknown>): string {
  const { message } = (responseJSON ?? {}) as { message?: unknown }
  if (typeof message === 'string' && message !== '') return text('errors.wrapper.message', { message })
  const { ok, status, statusText } = response as Response
  if (!ok) return text('errors.wrapper.status', { status, text: statusText })
  return text(isWithin(location.pathname, basePath() + panelPath) ? 'errors.wrapper.panel' : 'errors.wrapper.other')
}

/** Of a download, a 500 shows message and status (administrator.md, section 8). */
function messageOfRest({ status, message }: RestError): string {
  if (status === 0) return text('errors.unreachable')
  if (!message) return text('errors.unexpectedStatus', { status })
  return status >= 500 ? `${message} (${status})` : message
}

/** True where the server answered with a message of its own; false where the call itself failed. */
export function isAnswer(error: unknown): boolean {
  const status = statusOf(error)
  return status !== undefined && status < 500
}

/** What the server wants before this call, where a dialog of ours can answer it in place. */
export function askedFor(error: unknown): ErrorData['ask'] {
  return dataOf(error)?.ask
}

/** True where the server wants a log-in, or the page is of another user than its session: the client goes to /login. */
export function wantsLogin(error: unknown): boolean {
  if (error instanceof RestError) return error.loginHelps
  if (askedFor(error) === otherUserStatus) return true
  return statusOf(error) === 403 && askedFor(error) === undefined
}
