import type { Criteria } from '#shared/contract/alert.ts'
import type { Person } from '../people/person.ts'
import { givenNameShare, surnameShare } from '../tables/census.ts'
import { alertPeople, parseAlert } from './parsed-alert.ts'

/**
 * How many records a year name a person of this name, in a county of 100,000 recordings a year with this many people
 * each. A county without a year of records does not know its own number; most are smaller, so their alerts start wide
 * less often than their records would justify.
 */
const recordingsAYear = 100_000
const peopleARecord = 2.5

/**
 * How many times as many records an alert finds with typing slips, sound-alikes and nicknames on as name a person of
 * exactly this name. Measured on 6,000 names drawn from the census lists, by the shares of all names that each then
 * finds: 2.1 over all, 2.2 if one to three records a year name such a person, 1.7 if three to ten do. With 2, of 100
 * names 95 start wide: 1.7 that find more than six records a year, while 1.2 that find fewer do not.
 */
const wideningFactor = 2

/** Shares of names that the census does not list: it stops at one in 25,000 given names, one in a million surnames. */
const unlisted = { given: 0.000_02, surname: 0.000_002_5 }

/** The expected number of records a year that an alert finds with all options that automatic width turns on. */
export function expectedRecordsAYear(criteria: Criteria<'NAME'>): number {
  const shares = alertPeople(parseAlert(criteria, null)).map(personShare)
  return recordingsAYear * peopleARecord * wideningFactor * Math.max(0, ...shares)
}

/** A double surname is as common as its more common half, by which it is also found. */
function personShare({ surname, givenNames }: Person): number {
  const surnames = [surname.key, ...surname.halves].map((key) => surnameShare(key) || unlisted.surname)
  const given = givenNames.map(({ first }) => givenNameShare(first) || unlisted.given)
  return Math.max(...surnames) * Math.max(...given)
}
