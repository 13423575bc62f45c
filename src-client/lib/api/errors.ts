import { TRPCClientError } from '@trpc/client'
import { errorStatus, type FieldProblems, otherUserStatus } from '#shared/contract/errors.ts'
import { messages } from '#shared/contract/messages.ts'
import { text } from '../i18n/i18n.ts'
import { basePath, isWithin, panelPath } from '../navigation.ts'
import { isOnline } from '../online.ts'
import { answerSeconds } from './answer-time.ts'
import { RestError } from './rest-error.ts'

/** What the server adds to an error (src-server/trpc/init.ts), parsed defensively: a proxy may answer in its place. */
type ErrorData = {
  httpStatus?: number
  fields?: FieldProblems
  status?: 'LOGIN'
  ask?: 'password' | 'setUpCode' | typeof otherUserStatus
}

function getErrorData(error: unknown): ErrorData | undefined {
  return error instanceof TRPCClientError ? ((error.data ?? undefined) as ErrorData | undefined) : undefined
}

export function getStatus(error: unknown): number | undefined {
  if (error instanceof RestError) return error.status || undefined
  return getErrorData(error)?.httpStatus
}

/** The server's errors by field; empty for any other error. */
export function getFieldErrors(error: unknown): FieldProblems {
  const fields = error instanceof RestError ? error.fields : (getErrorData(error)?.fields ?? {})
  return Object.fromEntries(Object.entries(fields).map(([field, problem]) => [field, toScreenText(problem)]))
}

/** What a screen shows instead of a text of the API. */
const toScreenText = (problem: string): string =>
  problem === messages.commonPassword ? text('account.tooEasy') : problem

/** The server's own message; otherwise 'An unexpected error has occurred', with the status if known. */
export function getErrorMessage(error: unknown): string {
  if (isUnanswered(error) && !isOnline()) return text('errors.offline')
  if (isTimeout(error)) return text('errors.noAnswer', { seconds: answerSeconds })
  if (error instanceof RestError) return getRestMessage(error)
  const data = getErrorData(error)
  if (data && error instanceof Error && error.message) return error.message
  if (data?.httpStatus) return text('errors.unexpectedStatus', { status: data.httpStatus })
  if (!(error instanceof TRPCClientError)) return text('errors.unexpected')
  return error.meta?.response ? getUnexpectedMessage(error.meta) : text('errors.unreachable')
}

/** A response without the fields of the API: from a server that is too busy, or a proxy in front of it. */
function getUnexpectedMessage({ response, responseJSON }: Record<string, unknown>): string {
  const { message } = (responseJSON ?? {}) as { message?: unknown }
  if (typeof message === 'string' && message !== '') return text('errors.wrapper.message', { message })
  const { ok, status, statusText } = response as Response
  if (!ok) return text('errors.wrapper.status', { status, text: statusText })
  return text(isWithin(location.pathname, basePath() + panelPath) ? 'errors.wrapper.panel' : 'errors.wrapper.other')
}

/** For a download, a 500 shows message and status. */
function getRestMessage({ status, message }: RestError): string {
  if (status === 0) return text('errors.unreachable')
  if (!message) return text('errors.unexpectedStatus', { status })
  return status >= 500 ? `${message} (${status})` : message
}

/** True if the call ended because no whole answer came in time. */
export function isTimeout(error: unknown): boolean {
  const cause = error instanceof TRPCClientError ? error.cause : undefined
  return cause instanceof Error && cause.name === 'TimeoutError'
}

/** Whether a status is from a proxy that found no server, or got no answer from it. */
export const isGatewayStatus = (status: number): boolean => [502, 503, 504].includes(status)

/**
 * True if a call got no answer from our server: no network, no answer in time, or a proxy's answer. It may have been
 * carried out or not, and the same call may be tried again.
 */
export function isUnanswered(error: unknown): boolean {
  if (error instanceof RestError) return error.status === 0 || isGatewayStatus(error.status)
  return error instanceof TRPCClientError && getStatus(error) === undefined
}

/**
 * True if the service is unavailable: no answer, or the server's answer that its database is unavailable. The same call
 * may work later.
 */
export const isUnavailable = (error: unknown): boolean =>
  isUnanswered(error) || getStatus(error) === errorStatus.unavailable

/** The message of an unanswered call of a form, which keeps the typed text and can be submitted again. */
export function getUnansweredMessage(error: unknown): string {
  return isOnline() ? `${getErrorMessage(error)} ${text('errors.kept')}` : text('errors.offlineKept')
}

/** True if the server answered with its own message; false if the call itself failed. */
export function isAnswer(error: unknown): boolean {
  const status = getStatus(error)
  return status !== undefined && status < 500
}

/** What the server requires before this call, if a dialog can provide it. */
export function askedFor(error: unknown): ErrorData['ask'] {
  return getErrorData(error)?.ask
}

/**
 * True if the server requires a login, or if the page belongs to another user than its session: the client goes to
 * /login.
 */
export function requiresLogin(error: unknown): boolean {
  if (error instanceof RestError) return error.loginHelps
  if (askedFor(error) === otherUserStatus) return true
  return getStatus(error) === 403 && askedFor(error) === undefined
}
