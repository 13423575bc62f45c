import { expect, test } from 'vitest'
import { createAdmission } from './admission.ts'

const megabyte = 1024 * 1024
const limits = { callsPerFeed: 2, bytesPerFeed: 20 * megabyte, bytesInAll: 60 * megabyte }
const small = { length: 100, packed: false }
const of = (megabytes: number, packed = false) => ({ length: megabytes * megabyte, packed })

test('a feed may have only so many calls open, and does not block another feed', () => {
  const { admit } = createAdmission(limits)
  const first = admit(1, small)
  expect(admit(1, small)).not.toBeNull()
  expect(admit(1, small)).toBeNull()
  expect(admit(2, small)).not.toBeNull()
  first!()
  first!()
  expect(admit(1, small)).not.toBeNull()
  expect(admit(1, small)).toBeNull()
})

test.each([
  ['plain bodies count as long as they say', of(9), of(10), true],
  ['packed bodies count five times', of(2, true), of(2, true), true],
  ['packed bodies beyond the limit wait', of(2, true), of(3, true), false],
  ['a body of unknown length counts as the largest', { length: undefined, packed: false }, of(10), true],
  ['a packed one of unknown length leaves no room', { length: undefined, packed: true }, small, false],
])('%s', (_name, first, second, fits) => {
  const { admit } = createAdmission({ ...limits, callsPerFeed: 9 })
  expect(admit(1, first)).not.toBeNull()
  expect(admit(1, second) !== null).toBe(fits)
})

test('limits what all feeds hold together', () => {
  const { admit } = createAdmission(limits)
  const ends = [1, 2, 3, 4, 5, 6].map((feed) => admit(feed, of(10)))
  expect(ends.every(Boolean)).toBe(true)
  expect(admit(7, of(10))).toBeNull()
  ends[0]!()
  expect(admit(7, of(10))).not.toBeNull()
})

test('takes a lone call however large it may become', () => {
  const { admit } = createAdmission({ callsPerFeed: 1, bytesPerFeed: 1, bytesInAll: 1 })
  expect(admit(1, of(10, true))).not.toBeNull()
})
