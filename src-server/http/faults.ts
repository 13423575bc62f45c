import { AppError, type ErrorCode, errorStatus, needsLogin, otherUserStatus } from '#shared/contract/errors.ts'
import { messages } from '#shared/contract/messages.ts'

/** An error as REST tells it: status, message and content of the envelope. */
export type Fault = { status: number; message: string; content: unknown; retryAfter: number | undefined }

const plain = (status: number, message: string): Fault => ({ status, message, content: null, retryAfter: undefined })

// What Fastify itself refuses before a handler runs.
const ofFastify: Record<number, string> = {
  400: 'The request was not understood.',
  413: 'The request is too large.',
  415: 'This content type is not supported.',
}

function contentOf({ code, fields }: AppError): unknown {
  if (needsLogin(code)) return { status: 'LOGIN' }
  if (code === 'otherUser') return { status: otherUserStatus }
  return Object.keys(fields).length > 0 ? { fields } : null
}

const formCodes: Record<number, ErrorCode> = { 400: 'malformed', 413: 'tooLarge', 415: 'unsupported' }

/** An error as one of ours, where it is a refusal: also what Fastify itself refuses for its form or size. */
export function asRefusal(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error
  const { status, message } = faultOf(error)
  const code = formCodes[status]
  return code && new AppError(code, message)
}

/** The one reading of an error for REST; an unexpected one keeps its detail to itself (decisions, section 2). */
export function faultOf(error: unknown): Fault {
  if (error instanceof AppError) {
    const { code, message, retryAfter } = error
    return { status: errorStatus[code], message, content: contentOf(error), retryAfter }
  }
  const status = (error as { statusCode?: number } | null)?.statusCode ?? 500
  if (status === 503) return { ...plain(503, messages.busy), retryAfter: 10 }
  if (status === 404) return plain(404, messages.notFound)
  if (status >= 400 && status < 500) return plain(status, ofFastify[status] ?? 'The request was not understood.')
  return plain(500, messages.unexpected)
}
