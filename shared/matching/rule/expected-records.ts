import type { Criteria } from '#shared/contract/alert.ts'
import { expectedRecordsOf } from '../people/name-frequency.ts'
import { alertPeople, parseAlert } from './parsed-alert.ts'

/** The expected number of records a year that name a person of exactly an alert's name, or of its former one if that is more. */
export const expectedRecordsAYear = (criteria: Criteria<'NAME'>): number =>
  Math.max(0, ...alertPeople(parseAlert(criteria, null)).map(expectedRecordsOf))
