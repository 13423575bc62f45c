import { createHash, createHmac, type KeyObject, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { acceptedKeys, type Keyring, newestKey } from '#shared/node/platform/secrets/keyring.ts'

/** A 256-bit one-purpose secret for a link; we store only its hash. */
export function newTicket(): { token: string; hash: Buffer } {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: hashTicket(token) }
}

export const hashTicket = (token: string): Buffer => createHash('sha256').update(token).digest()

/** False for any text that cannot be a ticket, such as a link that a mail program cut short. */
export const looksLikeTicket = (token: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(token)

/** Six digits for a text message. */
export const newCode = (): string => String(randomInt(1_000_000)).padStart(6, '0')

const codeHash = (key: KeyObject, phoneId: number, code: string): Buffer =>
  createHmac('sha256', key).update(`phone-code:${phoneId}:${code}`).digest()

/**
 * An attacker could try all million codes quickly, so the hash is keyed with the application's secret and bound to its
 * phone.
 */
export const hashCode = (keyring: Keyring, phoneId: number, code: string): Buffer =>
  codeHash(newestKey(keyring, 'phoneCodes'), phoneId, code)

/** Whether a stored hash is of this code. */
export const matchesCode = (keyring: Keyring, hash: Buffer, phoneId: number, code: string): boolean =>
  acceptedKeys(keyring, 'phoneCodes').some((key) => sameHash(hash, codeHash(key, phoneId, code)))

const sameHash = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b)
