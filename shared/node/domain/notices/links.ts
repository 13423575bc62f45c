import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'
import { acceptedKeys, type Keyring, newestKey } from '#shared/node/platform/secrets/keyring.ts'

/** What a signed link is for. A token for one purpose is invalid for another. */
type LinkPurpose = 'notice' | 'unsubscribe' | 'keep' | 'undo'

/** Characters of base64url for 128 bits: impossible to guess, and short enough for a text message. */
const macLength = 22

// Encodes with digest('base64url'), since slicing a buffer first would double the time.
const computeMac = (key: KeyObject, purpose: LinkPurpose, id: string): string =>
  createHmac('sha256', key).update(`link:${purpose}:${id}`).digest('base64url').slice(0, macLength)

/** The bytes to compare. The last character has four spare bits, which links of an older version leave empty. */
const decodeMac = (mac: string) => Buffer.from(mac, 'base64url')

/**
 * A signed token for pages that a message opens without a login. It carries the notice's id and is valid for as long as
 * the notice is kept. It contains no period: web servers take what follows one for a file extension, and mail programs
 * leave a final one out of the link.
 */
export function signLink(keyring: Keyring, purpose: LinkPurpose, noticeId: number): string {
  const id = noticeId.toString(36)
  return `${id}-${computeMac(newestKey(keyring, 'links'), purpose, id)}`
}

/** The tokens of a notice by every accepted key: messages sent before a change of the secret carry an earlier one. */
const signWithAll = (keyring: Keyring, purpose: LinkPurpose, noticeId: number): string[] => {
  const id = noticeId.toString(36)
  return acceptedKeys(keyring, 'links').map((key) => `${id}-${computeMac(key, purpose, id)}`)
}

/** The notice's id, or null for a token that was cut short, changed, or made for another purpose. */
export function readLink(keyring: Keyring, purpose: LinkPurpose, token: string): number | null {
  const parts = /^([0-9a-z]{1,11})-([A-Za-z0-9_-]{22})$/.exec(token)
  const [, text, mac] = parts ?? []
  if (!text || !mac) return null
  const isOurs = (key: KeyObject) => timingSafeEqual(decodeMac(mac), decodeMac(computeMac(key, purpose, text)))
  if (!acceptedKeys(keyring, 'links').some(isOurs)) return null
  const id = Number.parseInt(text, 36)
  return Number.isSafeInteger(id) && id > 0 ? id : null
}

/** The page where a person answers a notice. Opening it changes nothing. */
export const noticePath = (keyring: Keyring, noticeId: number): string =>
  `/notice/${signLink(keyring, 'notice', noticeId)}`

/** The page's address in any message about the notice, no matter when it was sent. */
export const allNoticePaths = (keyring: Keyring, noticeId: number): string[] =>
  signWithAll(keyring, 'notice', noticeId).map((token) => `/notice/${token}`)

/** The page's address for its logged-in owner: links in a list of notices need no signature. */
export const ownNoticePath = (noticeId: number): string => `/home/notice/${noticeId}`

/** The page with the Stop button; a POST to it unsubscribes without another question (RFC 8058). */
export const unsubscribePath = (keyring: Keyring, noticeId: number): string =>
  `/unsubscribe/${signLink(keyring, 'unsubscribe', noticeId)}`

/** The page with the 'Keep my alerts' button of an email before a purge. */
export const keepAlertsPath = (keyring: Keyring, noticeId: number): string =>
  `/keep/${signLink(keyring, 'keep', noticeId)}`

/** The page's address in any such email, no matter when it was sent. */
export const allKeepAlertsPaths = (keyring: Keyring, noticeId: number): string[] =>
  signWithAll(keyring, 'keep', noticeId).map((token) => `/keep/${token}`)

/**
 * The page with the 'This was not me' button of a message about notices that another person may have ended or moved.
 */
export const undoPath = (keyring: Keyring, noticeId: number): string => `/undo/${signLink(keyring, 'undo', noticeId)}`

/** The page's address in any such message, no matter when it was sent. */
export const allUndoPaths = (keyring: Keyring, noticeId: number): string[] =>
  signWithAll(keyring, 'undo', noticeId).map((token) => `/undo/${token}`)
