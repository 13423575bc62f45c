import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

/** RFC 6238 as every authenticator app knows it. */
const shape = { algorithm: 'SHA1', digits: 6, period: 30 } as const
/** Clocks may differ by one step either way. */
const window = 1
/** 160 bits, as RFC 4226 advises. */
const secretBytes = 20

const recoveryCodesGiven = 10
// No 0, O, 1 or I: they are copied from paper.
const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const recoveryLength = 10

const cipher = 'aes-256-gcm'
/** APP_SECRET signs other things too; what encrypts secrets is a key of its own. */
const keyOf = (appSecret: string) => Buffer.from(hkdfSync('sha256', appSecret, '', 'authenticator secrets', 32))
const boundTo = (userId: number) => Buffer.from(`user ${userId}`)

export const newSecret = (): string => new Secret({ size: secretBytes }).base32

/** The secret as the database keeps it: worth nothing without APP_SECRET, nor in another user's row. */
export function sealSecret(appSecret: string, userId: number, secret: string): string {
  const iv = randomBytes(12)
  const seal = createCipheriv(cipher, keyOf(appSecret), iv).setAAD(boundTo(userId))
  const sealed = Buffer.concat([seal.update(secret, 'utf8'), seal.final()])
  return Buffer.concat([iv, seal.getAuthTag(), sealed]).toString('base64url')
}

/** @throws Error where it was sealed with another APP_SECRET, for another user, or changed */
export function openSecret(appSecret: string, userId: number, stored: string): string {
  const bytes = Buffer.from(stored, 'base64url')
  const open = createDecipheriv(cipher, keyOf(appSecret), bytes.subarray(0, 12))
    .setAAD(boundTo(userId))
    .setAuthTag(bytes.subarray(12, 28))
  return open.update(bytes.subarray(28), undefined, 'utf8') + open.final('utf8')
}

const totp = (secret: string, issuer = '', label = '') =>
  new TOTP({ ...shape, issuer, label, secret: Secret.fromBase32(secret) })

/** The address that authenticator apps read from a QR code; what they take for granted is left out, for a coarser code. */
export function appAddress(secret: string, issuer: string, username: string): string {
  const address = new URL(totp(secret, issuer, username).toString())
  for (const known of ['algorithm', 'digits', 'period']) address.searchParams.delete(known)
  // Some apps show a '+' as it is.
  return address.toString().replaceAll('+', '%20')
}

/**
 * The 30-second step since 1970 whose code this is, or null. Whoever accepts it keeps the step, so that no code is
 * good twice.
 */
export function stepOf(secret: string, code: string, now: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null
  const delta = totp(secret).validate({ token: code, timestamp: now.getTime(), window })
  return delta === null ? null : Math.floor(now.getTime() / 1000 / shape.period) + delta
}

/** Ten codes of 50 bits for the day the phone is lost: 'K7M2P-9XWQT'. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodesGiven }, () => {
    const code = Array.from(randomBytes(recoveryLength), (byte) => letters[byte % letters.length]).join('')
    return `${code.slice(0, 5)}-${code.slice(5)}`
  })
}

/** What is stored of a recovery code, however it was typed. */
export const hashRecoveryCode = (appSecret: string, userId: number, code: string): Buffer =>
  createHmac('sha256', appSecret)
    .update(`recovery:${userId}:${code.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')}`)
    .digest()
