import { createHmac, type KeyObject, randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { acceptedKeys, type Keyring, newestKey } from '#shared/node/platform/secrets/keyring.ts'

/** RFC 6238, as every authenticator app supports it. */
const shape = { algorithm: 'SHA1', digits: 6, period: 30 } as const
/** Clocks may differ by one step either way. */
const window = 1
/** 160 bits, as RFC 4226 advises. */
const secretBytes = 20

const recoveryCodeCount = 10
// No 0, O, 1 or I: people copy codes from paper.
const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const recoveryLength = 10

export const createSecret = (): string => new Secret({ size: secretBytes }).base32

const totp = (secret: string, issuer = '', label = '') =>
  new TOTP({ ...shape, issuer, label, secret: Secret.fromBase32(secret) })

/**
 * The URI that authenticator apps read from a QR code. It leaves out the defaults, so that the code has larger squares.
 */
export function toAppUri(secret: string, issuer: string, username: string): string {
  const address = new URL(totp(secret, issuer, username).toString())
  for (const known of ['algorithm', 'digits', 'period']) address.searchParams.delete(known)
  // Some apps show a '+' literally.
  return address.toString().replaceAll('+', '%20')
}

/**
 * The 30-second step since 1970 that the code belongs to, or null. A caller that accepts the code stores the step, so
 * that no code works twice.
 */
export function findStep(secret: string, code: string, now: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null
  const delta = totp(secret).validate({ token: code, timestamp: now.getTime(), window })
  return delta === null ? null : Math.floor(now.getTime() / 1000 / shape.period) + delta
}

/** A code of 50 bits: 'K7M2P-9XWQT'. */
export function createRecoveryCode(): string {
  const code = Array.from(randomBytes(recoveryLength), (byte) => letters[byte % letters.length]).join('')
  return `${code.slice(0, 5)}-${code.slice(5)}`
}

/** Ten codes, for a lost phone. */
export const createRecoveryCodes = (): string[] => Array.from({ length: recoveryCodeCount }, createRecoveryCode)

const recoveryHash = (key: KeyObject, userId: number, code: string): Buffer =>
  createHmac('sha256', key)
    .update(`recovery:${userId}:${code.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')}`)
    .digest()

/** The stored hash of a recovery code, whatever its spacing and case. */
export const hashRecoveryCode = (keyring: Keyring, userId: number, code: string): Buffer =>
  recoveryHash(newestKey(keyring, 'recoveryCodes'), userId, code)

/** Every hash that the database may hold for it, under this secret and earlier ones. */
export const recoveryCodeHashes = (keyring: Keyring, userId: number, code: string): Buffer[] =>
  acceptedKeys(keyring, 'recoveryCodes').map((key) => recoveryHash(key, userId, code))
