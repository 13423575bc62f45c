import { expect, test } from 'vitest'
import { addDays } from '../dates.ts'
import { countUsualSilence } from './feed-silence.ts'

const timeZone = 'America/Chicago'
const hour = 3600
const holidays = { federalHolidays: true, otherHolidays: '12/01/2026' }
/** The county's days of the last five weeks, until this Friday, that fall on these days of the week. */
const friday = '2026-11-27'
const historyOf = (...weekdays: number[]) =>
  Array.from({ length: 35 }, (_, back) => addDays(friday, back - 34)).filter((day) =>
    weekdays.includes(new Date(`${day}T00:00:00Z`).getUTCDay()),
  )
const workdays = historyOf(1, 2, 3, 4, 5)
const everyDay = historyOf(0, 1, 2, 3, 4, 5, 6)
const local = (text: string) => new Date(`${text}-06:00`)

test.each([
  ['a weekend does not count for a recorder that never works then', workdays, '2026-11-29T23:00:00', 7],
  ['its Monday does', workdays, '2026-11-30T17:00:00', 7 + 17],
  ['a feed that posts every day is missed on Saturday', everyDay, '2026-11-28T18:00:00', 25],
  ['a new feed is expected as recorders work', [friday], '2026-11-29T23:00:00', 7],
  ['a feed without any day noted, too', [], '2026-11-30T10:00:00', 7 + 10],
  [
    'a Thursday in five without records does not make it unusual, and a holiday does not count',
    workdays.filter((day) => day !== '2026-11-26'),
    '2026-12-03T17:00:00',
    7 + 2 * 24 + 17,
  ],
  [
    'a Saturday every second week is usual',
    [...workdays, '2026-10-31', '2026-11-14', '2026-11-21'].toSorted(),
    '2026-11-29T12:00:00',
    7 + 24,
  ],
])('%s', (_, days, now, hours) => {
  expect(countUsualSilence(local('2026-11-27T17:00:00'), { now: local(now), days, timeZone, holidays })).toBe(
    hours * hour,
  )
})

test('does not take a silence of months for the usual pattern', () => {
  const seconds = countUsualSilence(local('2026-11-27T17:00:00'), {
    now: local('2027-06-01T12:00:00'),
    days: workdays,
    timeZone,
    holidays,
  })
  expect(seconds).toBeGreaterThan(30 * 24 * hour)
})
