import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** Readers of values that a provider sent, which may be anything. */
export const readText = (value: unknown): string => (typeof value === 'string' ? value : '')

/** An id that we sent as text with a message; null for 0 and for anything else. */
export function readId(value: unknown): number | null {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : null
  return number === 0 ? null : number
}

export const readHttpHeader = (headers: IncomingHttpHeaders, name: string): string => readText(headers[name])

/** A deduplication key for an event without an id of its own. */
export const digest = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex')
