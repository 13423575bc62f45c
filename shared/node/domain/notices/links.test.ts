import { expect, test } from 'vitest'
import { createKeyring } from '#shared/node/platform/secrets/keyring.ts'
import { readLink, signLink } from './links.ts'

const secret = createKeyring('a secret of at least thirty-two characters')

test('reads the notice of a signed link back from its token', () => {
  for (const id of [1, 35, 36, 9_007_199_254_740_991])
    expect(readLink(secret, 'notice', signLink(secret, 'notice', id))).toBe(id)
})

const token = signLink(secret, 'notice', 4711)
const id = token.slice(0, -23)
const mac = token.slice(-22)
test.each([
  ['another purpose', signLink(secret, 'unsubscribe', 4711)],
  ['another secret', signLink(createKeyring(`${secret.newest}!`), 'notice', 4711)],
  ['another notice', `${(4712).toString(36)}-${mac}`],
  ['a leading zero', `0${id}-${mac}`],
  ['cut short', token.slice(0, -1)],
  ['something after it', `${token}A`],
  ['nothing', ''],
  ['no signature', `${id}-`],
  ['a slash', `${id}/${mac}`],
])('refuses a token with %s', (_what, changed) => {
  expect(readLink(secret, 'notice', changed)).toBeNull()
})

test('also reads a link of an older version, whose last four bits are empty', () => {
  const older = `${id}-${Buffer.from(mac, 'base64url').toString('base64url')}`
  expect(older).not.toBe(token)
  expect(readLink(secret, 'notice', older)).toBe(4711)
})
