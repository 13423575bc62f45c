import { createHmac } from 'node:crypto'
import { assert, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import { hmacSha256 } from './hmac.ts'

const reference = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('base64url')

test('is what node:crypto says, of any secret and text', () => {
  const any = string({ unit: 'binary', maxLength: 150 })
  assert(property(any, any, (secret, text) => hmacSha256(secret, text) === reference(secret, text)))
})

test.each([0, 1, 63, 64, 65, 200])('also of a secret of %d bytes, and again with another between', (length) => {
  const secret = 's'.repeat(length)
  for (const text of ['', 'link:notice:1', 'a longer text '.repeat(20), '']) {
    expect(hmacSha256(secret, text)).toBe(reference(secret, text))
    expect(hmacSha256('another', text)).toBe(reference('another', text))
  }
})

test('RFC 4231, case 2', () => {
  expect(Buffer.from(hmacSha256('Jefe', 'what do ya want for nothing?'), 'base64url').toString('hex')).toBe(
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  )
})
