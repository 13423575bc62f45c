import type { Criteria, MatchOptions } from '#shared/contract/alert.ts'
import { expectedRecordsAYear } from './expected-records.ts'

/** The match options with which a new alert of a person starts if its name is rare. */
export const wideMatchOptions = {
  typingSlips: true,
  soundAlikes: true,
  nicknames: true,
  formerName: true,
} satisfies Partial<MatchOptions>

/** A new alert starts wide if at most so many records a year are expected to have its name, or had it. */
const maxPerYear = { census: 1, records: 3 } as const

/**
 * Whether a new alert starts wide, and what decided it: how common its name is in the census, or the records of the last
 * 12 months.
 * @param expected records a year by the census, from `expectedRecordsAYear`
 * @param found records of a year that the widest criteria find for certain or likely; null if the county does not hold a
 *   year of records
 */
export function beginsWide(expected: number, found: number | null): { on: boolean; by: 'census' | 'records' } {
  if (expected <= maxPerYear.census) return { on: true, by: 'census' }
  return { on: found !== null && found <= maxPerYear.records, by: found === null ? 'census' : 'records' }
}

/** The criteria with all options that automatic width turns on; null for types that it does not apply to. */
export const toWidest = (criteria: Criteria): Criteria<'NAME'> | null =>
  criteria.alertType === 'NAME' ? { ...criteria, variants: { ...criteria.variants, ...wideMatchOptions } } : null

/** The records a year that are expected to have the name, by the census alone; a whole number. */
export const expectByCensus = (criteria: Criteria<'NAME'>): number => Math.ceil(expectedRecordsAYear(criteria))
