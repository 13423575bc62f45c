import { hash, randomBytes } from 'node:crypto'

const prefix = 'feed_'
const hintLength = prefix.length + 6

/** A new key of 256 random bits: shown once, kept as its hash, told apart by its hint. */
export function newFeedKey(): { key: string; hash: Buffer; hint: string } {
  const key = prefix + randomBytes(32).toString('base64url')
  return { key, hash: hashFeedKey(key), hint: key.slice(0, hintLength) }
}

/** Keys are found by their SHA-256, so that the time of a look-up tells nothing of a key. */
export const hashFeedKey = (key: string): Buffer => hash('sha256', key, 'buffer')
