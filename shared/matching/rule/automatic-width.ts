import type { Criteria } from '#shared/contract/alert.ts'
import { type AlertWidth, maxRecordsOfRareName, wideMatchOptions } from '#shared/contract/automatic-width.ts'
import { expectedRecordsAYear } from './expected-records.ts'

/**
 * Whether a new alert starts wide, and what decided it: how common its name is in the census, or the records of the last
 * 12 months.
 * @param expected records a year by the census, from `expectedRecordsAYear`
 * @param found records of a year that the widest criteria find for certain or likely; null if the county does not hold a
 *   year of records
 */
export function beginsWide(expected: number, found: number | null): Omit<AlertWidth, 'perYear'> {
  if (expected <= maxRecordsOfRareName.census) return { on: true, by: 'census' }
  return { on: found !== null && found <= maxRecordsOfRareName.records, by: found === null ? 'census' : 'records' }
}

/** The criteria with all options that automatic width turns on; null for types that it does not apply to. */
export const toWidest = (criteria: Criteria): Criteria<'NAME'> | null =>
  criteria.alertType === 'NAME' ? { ...criteria, variants: { ...criteria.variants, ...wideMatchOptions } } : null

/** The records a year that are expected to have the name, by the census alone; a whole number. */
export const expectByCensus = (criteria: Criteria<'NAME'>): number => Math.ceil(expectedRecordsAYear(criteria))
