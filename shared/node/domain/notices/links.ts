import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'
import { acceptedKeys, type Keyring, newestKey } from '#shared/node/platform/secrets/keyring.ts'

/** What a signed link may be used for. A token of one purpose is worth nothing for another. */
export type LinkPurpose = 'notice' | 'unsubscribe' | 'keep'

/** Of base64url, for 128 bits: nobody guesses them, and a text message still has room for words. */
const macLength = 22

// Asked for as text: a buffer that is cut and made into text takes as long again as all the rest.
const macOf = (key: KeyObject, purpose: LinkPurpose, id: string): string =>
  createHmac('sha256', key).update(`link:${purpose}:${id}`).digest('base64url').slice(0, macLength)

/** What is compared of it. The last letter has room for four bits more, which links of an older version leave empty. */
const bitsOf = (mac: string) => Buffer.from(mac, 'base64url')

/**
 * A token that proves that we wrote it: for pages that a message opens without a login. It carries the notice's id
 * and holds as long as the notice is kept. No full stop in it: addresses that end in one are files to a web server, and
 * mail programs leave it out of the link.
 */
export function signLink(keyring: Keyring, purpose: LinkPurpose, noticeId: number): string {
  const id = noticeId.toString(36)
  return `${id}-${macOf(newestKey(keyring, 'links'), purpose, id)}`
}

/** The notice's id, or null for a token that is cut short, changed, or was made for another purpose. */
export function readLink(keyring: Keyring, purpose: LinkPurpose, token: string): number | null {
  const parts = /^([0-9a-z]{1,11})-([A-Za-z0-9_-]{22})$/.exec(token)
  const [, text, mac] = parts ?? []
  if (!text || !mac) return null
  const isOurs = (key: KeyObject) => timingSafeEqual(bitsOf(mac), bitsOf(macOf(key, purpose, text)))
  if (!acceptedKeys(keyring, 'links').some(isOurs)) return null
  const id = Number.parseInt(text, 36)
  return Number.isSafeInteger(id) && id > 0 ? id : null
}

/** The page where a notice is answered; it changes nothing by being opened. */
export const noticePath = (keyring: Keyring, noticeId: number): string =>
  `/notice/${signLink(keyring, 'notice', noticeId)}`

/** The same page for its owner, who is signed in: a list of notices needs no signatures. */
export const ownNoticePath = (noticeId: number): string => `/home/notice/${noticeId}`

/** The page with the Stop button; a POST to it stops at once (RFC 8058). */
export const unsubscribePath = (keyring: Keyring, noticeId: number): string =>
  `/unsubscribe/${signLink(keyring, 'unsubscribe', noticeId)}`

/** The page with the 'Keep my alerts' button of a letter before a purge. */
export const keepAlertsPath = (keyring: Keyring, noticeId: number): string =>
  `/keep/${signLink(keyring, 'keep', noticeId)}`
