import type { FastifyRequest } from 'fastify'
import { AppError } from '#shared/contract/errors.ts'

/**
 * Accepts only calls from our own pages, or from a person at the address bar. Every call that relies on a cookie or
 * opens a session, and changes state, must pass here. Browsers set Sec-Fetch-Site and pages cannot; without it the
 * Origin must be that of PUBLIC_URL.
 * @throws AppError forbidden
 */
export function assertOwnOrigin(headers: FastifyRequest['headers'], publicUrl: string): void {
  const site = headers['sec-fetch-site']
  if (site === 'same-origin' || site === 'none') return
  if (headers.origin !== undefined && headers.origin === new URL(publicUrl).origin) return
  throw new AppError('forbidden', 'This request did not come from our own pages.')
}
