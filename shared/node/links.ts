import { timingSafeEqual } from 'node:crypto'
import { hmacSha256 } from './hmac.ts'

/** What a signed link may be used for. A token of one purpose is worth nothing for another. */
export type LinkPurpose = 'notice' | 'unsubscribe' | 'keep'

/** 128 bits: nobody guesses it, and a text message still has room for words. The last character carries four more. */
const macCharacters = 22

const macOf = (secret: string, purpose: LinkPurpose, id: string): string =>
  hmacSha256(secret, `link:${purpose}:${id}`).slice(0, macCharacters)

/**
 * A token that proves that we wrote it: for pages that a message opens without a login. It carries the notice's id
 * and holds as long as the notice is kept. No full stop in it: addresses that end in one are files to a web server, and
 * mail programs leave it out of the link.
 */
export function signLink(secret: string, purpose: LinkPurpose, noticeId: number): string {
  const id = noticeId.toString(36)
  return `${id}-${macOf(secret, purpose, id)}`
}

/** The notice's id, or null for a token that is cut short, changed, or was made for another purpose. */
export function readLink(secret: string, purpose: LinkPurpose, token: string): number | null {
  const parts = /^([0-9a-z]{1,11})-([A-Za-z0-9_-]{22})$/.exec(token)
  if (!parts?.[1] || !parts[2]) return null
  const [given, ours] = [parts[2], macOf(secret, purpose, parts[1])].map((mac) => Buffer.from(mac, 'base64url'))
  if (!given || !ours || !timingSafeEqual(given, ours)) return null
  const id = Number.parseInt(parts[1], 36)
  return Number.isSafeInteger(id) && id > 0 ? id : null
}

/** The page where a notice is answered; it changes nothing by being opened. */
export const noticePath = (secret: string, noticeId: number): string =>
  `/notice/${signLink(secret, 'notice', noticeId)}`

/** The page with the Stop button; a POST to it stops at once (RFC 8058). */
export const unsubscribePath = (secret: string, noticeId: number): string =>
  `/unsubscribe/${signLink(secret, 'unsubscribe', noticeId)}`

/** The page with the 'Keep my alerts' button of a letter before a purge. */
export const keepPath = (secret: string, noticeId: number): string => `/keep/${signLink(secret, 'keep', noticeId)}`
