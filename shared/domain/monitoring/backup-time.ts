import { parseRecordedAt } from '../feed/recorded-at.ts'

const maxAgeMs = 366 * 24 * 3_600_000

/**
 * Parses the time of a backup as staff or an operator enter it: '2026-11-22T02:00' in the county's time, or with an offset.
 * @returns the time, or the problem with it
 */
export function parseBackupTime(text: string, timeZone: string, now = new Date()): { at: Date } | { problem: string } {
  const at = parseRecordedAt(text, { feedZone: timeZone, countyZone: timeZone })?.at
  if (!at) return { problem: 'Enter a date and time such as 2026-11-22T02:00.' }
  if (at > now) return { problem: 'The backup time cannot be in the future.' }
  if (now.getTime() - at.getTime() > maxAgeMs) return { problem: 'That is more than a year ago. Check the year.' }
  return { at }
}
