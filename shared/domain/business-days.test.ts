import { expect, test } from 'vitest'
import { federalHolidays, isBusinessDay, oneBusinessDayBefore } from './business-days.ts'

test('keeps federal holidays of a weekend on Friday or Monday', () => {
  expect(federalHolidays(2026)).toEqual([
    '2026-01-01',
    '2026-01-19',
    '2026-02-16',
    '2026-05-25',
    '2026-06-19',
    '2026-07-03',
    '2026-09-07',
    '2026-10-12',
    '2026-11-11',
    '2026-11-26',
    '2026-12-25',
  ])
  expect(federalHolidays(2028)[0]).toBe('2027-12-31')
  expect(federalHolidays(2027)).toContain('2027-07-05')
})

const usual = { federalHolidays: true, otherHolidays: '11/27/2026\n' }
test.each([
  ['2026-11-25', usual, true],
  ['2026-11-26', usual, false],
  ['2026-11-26', { ...usual, federalHolidays: false }, true],
  ['2026-11-27', usual, false],
  ['2026-11-28', usual, false],
  ['2026-11-29', usual, false],
  ['2027-12-31', usual, false],
])('decides whether the county is open on %s with %o: %s', (day, holidays, open) => {
  expect(isBusinessDay(day, holidays)).toBe(open)
})

// Thanksgiving is 11/26/2026, and the county is closed on the 27th.
test.each([
  ['2026-11-25T15:00:00-06:00', '2026-11-24T15:00:00-06:00'],
  ['2026-11-26T15:00:00-06:00', '2026-11-25T00:00:00-06:00'],
  ['2026-11-29T15:00:00-06:00', '2026-11-25T00:00:00-06:00'],
  ['2026-11-30T09:30:00-06:00', '2026-11-25T09:30:00-06:00'],
  // Clocks went back on Sunday, 11/01/2026.
  ['2026-11-02T09:30:00-06:00', '2026-10-30T09:30:00-05:00'],
])('at %s, says that what arrived before %s has waited for more than one business day', (now, before) => {
  expect(oneBusinessDayBefore(new Date(now), 'America/Chicago', usual)).toEqual(new Date(before))
})

test('ends the search if a county lists every day as closed', () => {
  const closed = Array.from({ length: 28 }, (_, n) => `11/${String(n + 1).padStart(2, '0')}/2026`).join('\n')
  const at = oneBusinessDayBefore(new Date('2026-11-28T12:00:00Z'), 'America/Chicago', {
    ...usual,
    otherHolidays: closed,
  })
  expect(at).toEqual(new Date('2026-10-30T05:00:00Z'))
})
