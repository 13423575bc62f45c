import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { findWeakness, hasSamplePassword } from './weak-secret.ts'

test.each([
  ['only-for-trying-change-me-before-use', 'sample'],
  ['CHANGEME-changeme-CHANGEME-changeme', 'sample'],
  ['please replace me with a long secret', 'sample'],
  ['the output of: openssl rand -base64 48', 'sample'],
  ['openssl rand -hex 24', 'sample'],
  ['At least 32 characters that nobody can guess', 'sample'],
  [`${'password'.repeat(3)}${'admin'.repeat(2)}`, 'repetitive'],
  [`${'secret-county'}${'secret'.repeat(2)}${'county'.repeat(2)}`, 'repetitive'],
  ['a'.repeat(32), 'repetitive'],
  ['ab'.repeat(20), 'repetitive'],
  ['0123456789'.repeat(4), 'repetitive'],
  ['abcdefghijklmnopqrstuvwxyz0123456789', 'repetitive'],
  ['zyxwvutsrqponmlkjihgfedcba9876543210', 'repetitive'],
  ['password1234password1234password1234', 'repetitive'],
  ['12345678901234567890123456789012', 'repetitive'],
  ['x'.repeat(16), 'repetitive'],
  ['the clerk keeps nine geese by the lake', null],
])('%s: %s', (secret, weakness) => {
  expect(findWeakness(secret)).toBe(weakness)
})

/** Bytes like random ones, but the same in every run. */
const bytesOf = (number: number) => createHash('sha512').update(String(number)).digest()

test('accepts every random secret, in any notation', () => {
  for (let n = 0; n < 2000; n++) {
    const bytes = bytesOf(n).subarray(0, 36)
    for (const secret of [bytes.toString('base64'), bytes.toString('hex'), bytes.subarray(0, 16).toString('hex')])
      expect(findWeakness(secret), secret).toBeNull()
    expect(findWeakness(bytes.subarray(24).toString('base64url'))).toBeNull()
  }
  const digits = [...bytesOf(0).subarray(0, 60)].map((byte) => byte % 10).join('')
  expect(findWeakness(digits), digits).toBeNull()
})

test.each([
  ['postgres://land_alerts_app:APP-PASSWORD@127.0.0.1:5432/land_alerts', true],
  ['smtp://user:password@mail.example.gov:587', true],
  ['postgres://app:geese9lake@db/land_alerts', false],
  ['postgres://app@db/password', false],
])('finds in %s a password that our texts show: %s', (address, expected) => {
  expect(hasSamplePassword(address)).toBe(expected)
})
