import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'

/**
 * What keys are for, and the words each is derived with. Never change these words: what was made with such a key would
 * be worth nothing.
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

/** Always had a key of its own; for every other purpose, earlier versions used APP_SECRET as it is. */
const alwaysDerived: Purpose = 'authenticators'

/** APP_SECRET, and those of APP_SECRET_PREVIOUS, newest first: what they made stays good. */
export type Keyring = { readonly newest: string; readonly previous: readonly string[] }

export const createKeyring = (newest: string, previous: readonly string[] = []): Keyring => ({ newest, previous })

const made = new WeakMap<Keyring, Partial<Record<Purpose, [KeyObject, ...KeyObject[]]>>>()

function derive(secret: string, purpose: Purpose): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', purposes[purpose], 32)))
}

/**
 * The keys that something of this purpose may have been made with, likeliest first: that of the newest secret, those of
 * the previous ones, then the secrets themselves, as versions before this one used them (decisions, section 1).
 */
export function acceptedKeys(keyring: Keyring, purpose: Purpose): readonly [KeyObject, ...KeyObject[]] {
  const known = made.get(keyring) ?? {}
  made.set(keyring, known)
  const secrets = [keyring.newest, ...keyring.previous]
  return (known[purpose] ??= [
    derive(keyring.newest, purpose),
    ...keyring.previous.map((secret) => derive(secret, purpose)),
    ...(purpose === alwaysDerived ? [] : secrets.map((secret) => createSecretKey(secret, 'utf8'))),
  ])
}

/** The key that everything of this purpose is made with from now on. */
export const newestKey = (keyring: Keyring, purpose: Purpose): KeyObject => acceptedKeys(keyring, purpose)[0]
