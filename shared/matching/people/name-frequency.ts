import { givenNameShare, surnameShare } from '../tables/census.ts'
import type { Person } from './person.ts'

/**
 * How many records a year name a person of this name, in a county of 100,000 recordings a year with this many people
 * each. A county without a year of records does not know its own number; most are smaller, so their alerts start wide
 * less often than their records would justify.
 */
const recordingsAYear = 100_000
const peopleARecord = 2.5

/** Shares of names that the census does not list: it stops at one in 25,000 given names, one in a million surnames. */
const unlisted = { given: 0.000_02, surname: 0.000_002_5 }

/** The expected number of records a year that name a person of exactly this name. */
export const expectedRecordsOf = (person: Person): number => recordingsAYear * peopleARecord * personShare(person)

/** A double surname is as common as its more common half, by which it is also found. */
function personShare({ surname, givenNames }: Person): number {
  const surnames = [surname.key, ...surname.halves].map((key) => surnameShare(key) || unlisted.surname)
  const given = givenNames.map(({ first }) => givenNameShare(first) || unlisted.given)
  return Math.max(...surnames) * Math.max(...given)
}
