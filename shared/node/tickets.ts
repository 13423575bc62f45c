import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'

/** A 256-bit one-purpose secret for a link; only the hash is stored (decisions, section 4). */
export function newTicket(): { token: string; hash: Buffer } {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: hashTicket(token) }
}

export const hashTicket = (token: string): Buffer => createHash('sha256').update(token).digest()

/** False for what cannot be a ticket at all: a link cut short by a mail program. */
export const looksLikeTicket = (token: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(token)

/** Six digits for a text message. */
export const newCode = (): string => String(randomInt(1_000_000)).padStart(6, '0')

/** A million codes are soon tried: the hash is keyed with the application's secret and bound to its phone. */
export const hashCode = (secret: string, phoneId: number, code: string): Buffer =>
  createHmac('sha256', secret).update(`phone-code:${phoneId}:${code}`).digest()

export const sameHash = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b)
