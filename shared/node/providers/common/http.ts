import { type Dispatcher, Pool } from 'undici'
import { DeliveryError, createTooLateError } from './transport.ts'

/**
 * Milliseconds within which a call must end once it is connected: less than the time that a deadline keeps in reserve.
 */
export const callTimeoutMs = 10_000
/** Longer answers are cut off; the longest that we ask for, a list of texts, is a tenth of this. */
export const maxAnswerBytes = 2 * 1024 * 1024

export type Answer = { status: number; headers: Record<string, string | string[] | undefined>; body: string }

export type HttpCall = {
  method: string
  /** Path and query. */
  path: string
  headers: Record<string, string>
  body?: string | Buffer | undefined
  /** Asked once connected, before anything is written; false cancels the call. */
  mayBegin?: (() => boolean) | undefined
}

export type Http = { request(call: HttpCall): Promise<Answer>; close(): Promise<void> }

/**
 * Keep-alive connections to one provider, under its official client.
 * @param connections the maximum; as many as calls that run together
 */
export function openHttp(origin: string, connections: number, timeoutMs = callTimeoutMs): Http {
  const pool = new Pool(origin, {
    connections,
    pipelining: 1,
    connectTimeout: timeoutMs,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    maxResponseSize: maxAnswerBytes,
    keepAliveTimeout: 30_000,
  })
  return {
    request: (call) =>
      new Promise((resolve, reject) => {
        pool.dispatch(
          { method: call.method as 'GET' | 'POST', path: call.path, headers: call.headers, body: call.body ?? null },
          collectAnswer(call, timeoutMs, resolve, (error, hasBegun) =>
            reject(error instanceof DeliveryError ? error : toConnectionError(error, hasBegun)),
          ),
        )
      }),
    close: () => pool.close(),
  }
}

/**
 * Collects an answer as undici reads it: undici's own `request` creates a stream for each, which costs as much as the
 * call. undici limits only pauses, so an endless answer that arrives byte by byte is stopped here.
 */
function collectAnswer(
  { mayBegin = () => true }: HttpCall,
  timeoutMs: number,
  done: (answer: Answer) => void,
  failed: (error: Error, hasBegun: boolean) => void,
): Dispatcher.DispatchHandler {
  const answer: Answer = { status: 0, headers: {}, body: '' }
  const chunks: Buffer[] = []
  let hasBegun = false
  let timer: NodeJS.Timeout | undefined
  return {
    onRequestStart(controller) {
      clearTimeout(timer)
      if (!mayBegin()) return controller.abort(createTooLateError())
      hasBegun = true
      timer = setTimeout(() => controller.abort(new TooSlow('The response did not end.')), timeoutMs)
    },
    onResponseStart(_controller, status, headers) {
      answer.status = status
      answer.headers = headers
    },
    onResponseData(_controller, chunk) {
      chunks.push(chunk)
    },
    onResponseEnd() {
      clearTimeout(timer)
      if (chunks.length > 0) answer.body = Buffer.concat(chunks).toString()
      done(answer)
    },
    onResponseError(_controller, error) {
      clearTimeout(timer)
      failed(error, hasBegun)
    },
  }
}

class TooSlow extends Error {
  readonly code = 'ETIMEDOUT'
}

/**
 * A call that failed below HTTP.
 * @param hasBegun whether there was a connection for it: without one nothing was written, so it was certainly not sent
 */
function toConnectionError(error: unknown, hasBegun: boolean): DeliveryError {
  const code = getErrorCode(error)
  return hasBegun
    ? new DeliveryError('in-doubt', `The provider did not respond (${code}).`)
    : new DeliveryError('retry', `We could not reach the provider (${code}).`)
}

function getErrorCode(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return getErrorCode(error.errors[0])
  const { code, name, cause } = error as { code?: unknown; name?: string; cause?: unknown }
  if (typeof code === 'string') return code
  return cause ? getErrorCode(cause) : (name ?? 'unknown')
}

/**
 * Retry-After in milliseconds, from seconds or a date (RFC 9110, 10.2.3); undefined if it is absent or invalid. A date
 * counts from the provider's own time, if its answer names that: our clock may be wrong.
 */
export function parseRetryAfter(headers: Answer['headers'], now = Date.now()): number | undefined {
  const value = headers['retry-after']
  if (typeof value !== 'string') return undefined
  const answeredAt = typeof headers.date === 'string' ? Date.parse(headers.date) : Number.NaN
  const ms = /^\d+$/.test(value)
    ? Number(value) * 1000
    : Date.parse(value) - (Number.isFinite(answeredAt) ? answeredAt : now)
  // At most a day: a provider's mistake must not silence the county for a year.
  return Number.isFinite(ms) && ms >= 0 ? Math.min(ms, 24 * 3_600_000) : undefined
}

/** The error for a 5xx: the provider, or a gateway in front of it, may have failed after it accepted the message. */
export const possiblyTakenError = ({ headers }: Pick<Answer, 'headers'>, said: string): DeliveryError =>
  new DeliveryError('retry', said, { perhapsTaken: true, retryAfterMs: parseRetryAfter(headers) })
