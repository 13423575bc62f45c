import { expect, onTestFinished, test } from 'vitest'
import { messages } from '#shared/contract/messages.ts'
import { newPasswordProblem } from './new-password.ts'
import { hashing, hashPassword, verifyPassword } from './password.ts'

test('stores Argon2id with 19 MiB, two passes and one lane', async () => {
  expect(await hashPassword('QuietMeadow#42')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

test('accepts the right password, and no password for an account without one', async () => {
  const stored = await hashPassword('QuietMeadow#42')
  expect(await verifyPassword(stored, 'QuietMeadow#42')).toBe(true)
  expect(await verifyPassword(stored, 'QuietMeadow#43')).toBe(false)
  expect(await verifyPassword(undefined, 'no account has this')).toBe(false)
  expect(await verifyPassword(null, 'QuietMeadow#42')).toBe(false)
})

test('hashes two passwords at a time and tells the rest of a crowd to try again later', async () => {
  const { maxWaitMs } = hashing
  onTestFinished(() => void (hashing.maxWaitMs = maxWaitMs))
  hashing.maxWaitMs = 100
  const results = await Promise.allSettled(Array.from({ length: 400 }, () => hashPassword('QuietMeadow#42')))
  const refused = results.filter((result) => result.status === 'rejected')
  expect(refused.length).toBeGreaterThan(0)
  expect(refused.length).toBeLessThan(400)
  for (const { reason } of refused) expect(reason).toMatchObject({ code: 'tooMany' })
  // The queue is empty again, so the next call is served.
  expect(await hashPassword('QuietMeadow#42')).toContain('$argon2id$')
})

const special = 'Must contain a letter, a number and a special character. Special characters are !@#$%^&'
test.each([
  ['QuietMeadow#42', undefined],
  ['', 'Required.'],
  ['Short#1', 'At least 12 characters.'],
  [`Aa1#${'x'.repeat(61)}`, '64 characters maximum.'],
  ['QuietMeadow42x', special],
  ['QuietMeadow##x', special],
  ['1234567890#1', special],
  ['QuietMeadow #42', 'Please remove a space. Special characters are !@#$%^&'],
  ['Sunshine-1217!', 'Please remove “-”. Special characters are !@#$%^&'],
  ['Sun_shine-1217!', 'Please remove “_”, “-”. Special characters are !@#$%^&'],
  ['Sunshine-1217x', special],
  ['1Q2W3E4R5T6Y', special],
  ['Welcome2024!', messages.commonPassword],
])('the password %s gets its problem', async (password, problem) => {
  const county = { countyName: 'Alder County', appTitle: 'Record Alerts', stateCode: 'MN' }
  expect(await newPasswordProblem(password, { county, person: { username: 'demo.user1948' } })).toBe(problem)
})
