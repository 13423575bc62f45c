import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto'
import { acceptedKeys, type Keyring, newestKey } from './keyring.ts'

const cipher = 'aes-256-gcm'
const boundTo = (userId: number) => Buffer.from(`user ${userId}`)

/** Seals the secret of an authenticator app for storage: it is useless without APP_SECRET, or in another user's row. */
export function sealSecret(keyring: Keyring, userId: number, secret: string): string {
  const iv = randomBytes(12)
  const seal = createCipheriv(cipher, newestKey(keyring, 'authenticators'), iv).setAAD(boundTo(userId))
  const sealed = Buffer.concat([seal.update(secret, 'utf8'), seal.final()])
  return Buffer.concat([iv, seal.getAuthTag(), sealed]).toString('base64url')
}

/** @throws Error if it was sealed with a secret that is no longer configured, or for another user, or was changed */
export function unsealSecret(keyring: Keyring, userId: number, stored: string): string {
  const opened = openWithAny(keyring, userId, stored)
  if (!opened) throw new Error('The seal does not open.')
  return opened.secret
}

/**
 * Seals the same secret with the newest key.
 * @returns null if it is sealed with that already
 * @throws Error like `unsealSecret`
 */
export function resealSecret(keyring: Keyring, userId: number, stored: string): string | null {
  const opened = openWithAny(keyring, userId, stored)
  if (!opened) throw new Error('The seal does not open.')
  return opened.key === newestKey(keyring, 'authenticators') ? null : sealSecret(keyring, userId, opened.secret)
}

function openWithAny(keyring: Keyring, userId: number, stored: string): { secret: string; key: KeyObject } | null {
  for (const key of acceptedKeys(keyring, 'authenticators')) {
    const secret = openWith(key, userId, stored)
    if (secret !== null) return { secret, key }
  }
  return null
}

function openWith(key: KeyObject, userId: number, stored: string): string | null {
  const bytes = Buffer.from(stored, 'base64url')
  try {
    const open = createDecipheriv(cipher, key, bytes.subarray(0, 12))
      .setAAD(boundTo(userId))
      .setAuthTag(bytes.subarray(12, 28))
    return open.update(bytes.subarray(28), undefined, 'utf8') + open.final('utf8')
  } catch {
    return null
  }
}
