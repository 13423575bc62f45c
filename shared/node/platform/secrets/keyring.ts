import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'

/**
 * The purposes of keys, and the label from which each is derived. Never change a label: everything made with its key
 * would become invalid.
 */
const purposes = {
  links: 'links in messages',
  cookies: 'signed cookies',
  authenticators: 'authenticator secrets',
  phoneCodes: 'codes of phones',
  recoveryCodes: 'recovery codes',
  throttles: 'keys of throttles',
} as const
export type Purpose = keyof typeof purposes

/** The only purpose that always had a derived key; for the others, earlier versions used APP_SECRET itself. */
const alwaysDerivedPurpose: Purpose = 'authenticators'

/** APP_SECRET, and the secrets of APP_SECRET_PREVIOUS, newest first; everything made with them stays valid. */
export type Keyring = { readonly newest: string; readonly previous: readonly string[] }

export const createKeyring = (newest: string, previous: readonly string[] = []): Keyring => ({ newest, previous })

const derivedKeys = new WeakMap<Keyring, Partial<Record<Purpose, [KeyObject, ...KeyObject[]]>>>()

function derive(secret: string, purpose: Purpose): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', purposes[purpose], 32)))
}

/**
 * The keys that are accepted for a purpose, likeliest first: the key of the newest secret, the keys of the previous
 * secrets, then the secrets themselves, as earlier versions used them.
 */
export function acceptedKeys(keyring: Keyring, purpose: Purpose): readonly [KeyObject, ...KeyObject[]] {
  const known = derivedKeys.get(keyring) ?? {}
  derivedKeys.set(keyring, known)
  const secrets = [keyring.newest, ...keyring.previous]
  return (known[purpose] ??= [
    derive(keyring.newest, purpose),
    ...keyring.previous.map((secret) => derive(secret, purpose)),
    ...(purpose === alwaysDerivedPurpose ? [] : secrets.map((secret) => createSecretKey(secret, 'utf8'))),
  ])
}

/** The key for everything new of this purpose. */
export const newestKey = (keyring: Keyring, purpose: Purpose): KeyObject => acceptedKeys(keyring, purpose)[0]
