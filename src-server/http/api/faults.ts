import { asUnavailable } from '#server/platform/unavailable.ts'
import { AppError, type ErrorCode, errorStatus, needsLogin, otherUserStatus } from '#shared/contract/errors.ts'
import { messages } from '#shared/contract/messages.ts'

/** An error as REST sends it: status, and the envelope's message and content. */
export type Fault = { status: number; message: string; content: unknown; retryAfter: number | undefined }

const plain = (status: number, message: string): Fault => ({ status, message, content: null, retryAfter: undefined })

// Errors that Fastify raises before a handler runs.
const fastifyMessages: Record<number, string> = {
  400: 'We could not read the request.',
  413: 'The request is too large.',
  415: 'This content type is not supported.',
}

function toContent({ code, fields }: AppError): unknown {
  if (needsLogin(code)) return { status: 'LOGIN' }
  if (code === 'otherUser') return { status: otherUserStatus }
  return Object.keys(fields).length > 0 ? { fields } : null
}

const formCodes: Record<number, ErrorCode> = { 400: 'malformed', 413: 'tooLarge', 415: 'unsupported' }

/** An error as an AppError, if it is a refusal: also Fastify's own, for form or size. */
export function asRefusal(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error
  const { status, message } = toFault(error)
  const code = formCodes[status]
  return code && new AppError(code, message)
}

/** The only mapping of an error to REST; an unexpected one reveals no detail. */
export function toFault(error: unknown): Fault {
  const own = asUnavailable(error) ?? error
  if (own instanceof AppError) {
    const { code, message, retryAfter } = own
    return { status: errorStatus[code], message, content: toContent(own), retryAfter }
  }
  const status = (error as { statusCode?: number } | null)?.statusCode ?? 500
  if (status === 503) return { ...plain(503, messages.busy), retryAfter: 10 }
  if (status === 404) return plain(404, messages.notFound)
  if (status >= 400 && status < 500) return plain(status, fastifyMessages[status] ?? 'We could not read the request.')
  return plain(500, messages.unexpected)
}
