import { hash, randomBytes } from 'node:crypto'

const prefix = 'feed_'
const hintLength = prefix.length + 6

/** A new key of 256 random bits: shown once, stored as its hash, and recognized by its hint. */
export function newFeedKey(): { key: string; hash: Buffer; hint: string } {
  const key = prefix + randomBytes(32).toString('base64url')
  return { key, hash: hashFeedKey(key), hint: key.slice(0, hintLength) }
}

/** We look keys up by their SHA-256, so that timing reveals nothing about a key. */
export const hashFeedKey = (key: string): Buffer => hash('sha256', key, 'buffer')
