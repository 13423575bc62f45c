import { Pool } from 'undici'
import { DeliveryError } from './transport.ts'

/** Every call to a provider ends within this (decisions: 10 s timeouts), in milliseconds. */
export const callTimeoutMs = 10_000

export type Answer = { status: number; headers: Record<string, string | string[] | undefined>; body: string }

export type HttpCall = {
  method: string
  /** Path and query. */
  path: string
  headers: Record<string, string>
  body?: string | undefined
}

export type Http = { request(call: HttpCall): Promise<Answer>; close(): Promise<void> }

/**
 * Keep-alive connections to one provider, under its official client.
 * @param connections at most; as many as calls are made at once
 */
export function openHttp(origin: string, connections: number, timeoutMs = callTimeoutMs): Http {
  const pool = new Pool(origin, {
    connections,
    pipelining: 1,
    connectTimeout: timeoutMs,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    keepAliveTimeout: 30_000,
  })
  return {
    async request({ method, path, headers, body }) {
      try {
        const response = await pool.request({ method: method as 'GET' | 'POST', path, headers, body: body ?? null })
        return { status: response.statusCode, headers: response.headers, body: await response.body.text() }
      } catch (error) {
        throw connectionError(error)
      }
    },
    close: () => pool.close(),
  }
}

// Raised before anything of the request was written.
const neverSent = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
])

/** A call that failed below HTTP: certainly not sent, or in doubt. */
export function connectionError(error: unknown): DeliveryError {
  const code = codeOf(error)
  return neverSent.has(code)
    ? new DeliveryError('retry', `The provider could not be reached (${code}).`)
    : new DeliveryError('in-doubt', `The provider did not answer (${code}).`)
}

function codeOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0])
  const { code, name, cause } = error as { code?: unknown; name?: string; cause?: unknown }
  if (typeof code === 'string') return code
  return cause ? codeOf(cause) : (name ?? 'unknown')
}

/** Retry-After in milliseconds: seconds or a date (RFC 9110, 10.2.3); undefined where it is absent or makes no sense. */
export function retryAfterMs(headers: Answer['headers'], now = Date.now()): number | undefined {
  const value = headers['retry-after']
  if (typeof value !== 'string') return undefined
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now
  // A day at most: a provider's slip must not silence the county for a year.
  return Number.isFinite(ms) && ms >= 0 ? Math.min(ms, 24 * 3_600_000) : undefined
}
