import { Secret, TOTP } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { createKeyring } from '#shared/node/platform/secrets/keyring.ts'
import { unsealSecret, resealSecret, sealSecret } from '#shared/node/platform/secrets/seal.ts'
import { toAppUri, hashRecoveryCode, createRecoveryCodes, createSecret, findStep } from './totp.ts'

const appSecret = createKeyring('a secret of at least thirty-two characters')
const other = createKeyring('another secret of thirty-two characters')
// RFC 6238, appendix B: the secret of its SHA-1 rows. Codes are the last six of its eight digits.
const rfc = Secret.fromUTF8('12345678901234567890').base32

describe('codes', () => {
  test.each([
    [59, '287082', 1],
    [1111111109, '081804', 37037036],
    [1234567890, '005924', 41152263],
    [20000000000, '353130', 666666666],
  ])('RFC 6238 at %i s: %s belongs to step %i', (seconds, code, step) => {
    expect(findStep(rfc, code, new Date(seconds * 1000))).toBe(step)
  })

  test.each<[string, number, number | null]>([
    ['a step early', 29, 1],
    ['a step late', 89, 1],
    ['two steps early', -1, null],
    ['two steps late', 90, null],
  ])('are accepted or refused %s', (_what, seconds, step) => {
    expect(findStep(rfc, '287082', new Date(seconds * 1000))).toBe(step)
  })

  test.each(['', '28708', '2870821', '28708a', '２８７０８２', 'K7M2P-9XWQT'])('%j is not a code', (code) => {
    expect(findStep(rfc, code, new Date(59_000))).toBeNull()
  })

  test('match those of an app that reads our QR code', () => {
    const secret = createSecret()
    const address = new URL(toAppUri(secret, 'Alder County', 'ada.sample'))
    expect(address.searchParams.get('secret')).toBe(secret)
    expect(address.searchParams.get('issuer')).toBe('Alder County')
    expect(address.search).not.toContain('+')
    const now = Date.now()
    const code = new TOTP({ secret }).generate({ timestamp: now })
    expect(findStep(secret, code, new Date(now))).toBe(Math.floor(now / 30_000))
  })
})

test('a stored secret opens only for its user and key, and is stored differently each time', () => {
  const secret = createSecret()
  const stored = sealSecret(appSecret, 7, secret)
  expect(stored).not.toContain(secret)
  expect(sealSecret(appSecret, 7, secret)).not.toBe(stored)
  expect(unsealSecret(appSecret, 7, stored)).toBe(secret)
  expect(() => unsealSecret(appSecret, 8, stored)).toThrow()
  expect(() => unsealSecret(other, 7, stored)).toThrow()
  expect(() => unsealSecret(appSecret, 7, `${stored.slice(0, -4)}AAAA`)).toThrow()
})

test('renews a seal under a previous secret, and leaves one under the newest', () => {
  const secret = createSecret()
  const both = createKeyring(other.newest, [appSecret.newest])
  const renewed = resealSecret(both, 7, sealSecret(appSecret, 7, secret))
  expect(unsealSecret(other, 7, renewed ?? '')).toBe(secret)
  expect(resealSecret(both, 7, renewed ?? '')).toBeNull()
  expect(() => resealSecret(other, 7, sealSecret(appSecret, 7, secret))).toThrow()
})

test('makes ten different recovery codes, and accepts them however they are typed', () => {
  const codes = createRecoveryCodes()
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^[2-9A-HJ-NP-Z]{5}-[2-9A-HJ-NP-Z]{5}$/)
  const [code = ''] = codes
  const hash = hashRecoveryCode(appSecret, 7, code)
  expect(hashRecoveryCode(appSecret, 7, ` ${code.toLowerCase().replace('-', ' ')}`)).toEqual(hash)
  expect(hashRecoveryCode(appSecret, 8, code)).not.toEqual(hash)
})
