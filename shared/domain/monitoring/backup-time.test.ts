import { expect, test } from 'vitest'
import { parseBackupTime } from './backup-time.ts'

const now = new Date('2026-11-22T18:00:00Z')
const read = (text: string) => {
  const result = parseBackupTime(text, 'America/Chicago', now)
  return 'at' in result ? result.at.toISOString() : result.problem
}

test.each([
  ['2026-11-22T02:00', '2026-11-22T08:00:00.000Z'],
  ['2026-11-22 02:00:30', '2026-11-22T08:00:30.000Z'],
  ['2026-11-22T02:00Z', '2026-11-22T02:00:00.000Z'],
  ['2026-11-22', '2026-11-22T06:00:00.000Z'],
  ['2026-11-22T12:00', '2026-11-22T18:00:00.000Z'],
  ['2026-11-22T12:01', 'The backup time cannot be in the future.'],
  ['2025-11-01', 'That is more than a year ago. Check the year.'],
  ['yesterday', 'Enter a date and time such as 2026-11-22T02:00.'],
  ['2026-02-30', 'Enter a date and time such as 2026-11-22T02:00.'],
  ['', 'Enter a date and time such as 2026-11-22T02:00.'],
])('reads %s as %s', (text, expected) => {
  expect(read(text)).toBe(expected)
})
