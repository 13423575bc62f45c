import { hash } from 'node:crypto'

const blockBytes = 64
const hashBytes = 32

/** The two pads of RFC 2104 for one secret, each with what is hashed behind it; worked out once. */
type Pads = { inner: Buffer; outer: Buffer }
const known = new Map<string, Pads>()

function padsOf(secret: string): Pads {
  const found = known.get(secret)
  if (found) return found
  const block = Buffer.alloc(blockBytes)
  const key = Buffer.from(secret)
  block.set(key.length > blockBytes ? hash('sha256', key, 'buffer') : key)
  const pads = {
    inner: Buffer.from(block.map((byte) => byte ^ 0x36)),
    outer: Buffer.concat([block.map((byte) => byte ^ 0x5c)], blockBytes + hashBytes),
  }
  known.set(secret, pads)
  return pads
}

/**
 * HMAC-SHA-256 (RFC 2104) of a text, for signatures that are made by the thousand: two hashes at one go each cost a third
 * of what `createHmac` does, which makes an object that has to be collected again.
 * @param secret one of few: what it comes to is remembered
 * @returns in base64url, 43 characters
 */
export function hmacSha256(secret: string, text: string): string {
  const { inner, outer } = padsOf(secret)
  const message = Buffer.allocUnsafe(blockBytes + Buffer.byteLength(text))
  message.set(inner)
  message.write(text, blockBytes)
  outer.write(hash('sha256', message, 'binary'), blockBytes, 'binary')
  return hash('sha256', outer, 'base64url')
}
