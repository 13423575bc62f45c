import type { Criteria, MatchOptions } from '#shared/contract/alert.ts'
import { expectedRecordsAYear } from './expected-records.ts'

/** The match options with which a new alert of a person starts if its name is rare. */
export const wideMatchOptions = {
  typingSlips: true,
  soundAlikes: true,
  nicknames: true,
} satisfies Partial<MatchOptions>

/** With more records a year than this, a new alert does not start wide. */
const maxPerYear = 6

/** Whether a new alert starts wide if it would find this many records a year. */
export const beginsWide = (perYear: number): boolean => perYear <= maxPerYear

/** The criteria with all options that automatic width turns on; null for types that it does not apply to. */
export const toWidest = (criteria: Criteria): Criteria<'NAME'> | null =>
  criteria.alertType === 'NAME' ? { ...criteria, variants: { ...criteria.variants, ...wideMatchOptions } } : null

/** The records a year that the widest criteria would find, by the census alone; a whole number. */
export const expectByCensus = (widest: Criteria<'NAME'>): number => Math.ceil(expectedRecordsAYear(widest))
