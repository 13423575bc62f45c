import type { Criteria } from '#shared/contract/alert.ts'
import type { Match } from '#shared/contract/match.ts'
import type { ParsedParty } from '../party/party.ts'
import { expectedRecordsOf } from '../people/name-frequency.ts'
import type { Person } from '../people/person.ts'
import type { FeedFormat } from '../text/feed-format.ts'
import { decidePerson } from './decide-person.ts'
import { expectedRecordsAYear } from './expected-records.ts'
import { isCloseSpelling } from './grade.ts'
import { alertPeople, type ParsedAlert, parseAlert } from './parsed-alert.ts'
import { parseRecord } from './parsed-record.ts'

/** How common the names of a match are, in expected records a year by the census. */
type Rarity = {
  /** Of the alert's name. */
  expected: number
  /** Of the more common of the two names that met by a close spelling: the grade depends on it. Null for other matches. */
  pair: number | null
}

/** How common the names of an alert's match with one name of a record are. Rounded to two digits. */
export function measureRarity(
  criteria: Criteria<'NAME'>,
  match: Pick<Match, 'recordRaw' | 'variant'>,
  feed: FeedFormat,
): Rarity {
  const expected = roundToTwoDigits(expectedRecordsAYear(criteria))
  if (!isCloseSpelling(match)) return { expected, pair: null }
  // Every grade: since it matched, its owner may have switched possible matches off.
  const alert = parseAlert({ ...criteria, variants: { ...criteria.variants, possible: true } }, null)
  const record = parseRecord({ parties: [{ name: match.recordRaw }], parcels: [] }, feed, null)
  const pairs = record.parties.flatMap((party) => measurePairs(alert, party, match.variant))
  return { expected, pair: pairs.length === 0 ? null : roundToTwoDigits(Math.min(...pairs)) }
}

/** Of each pair of readings that meets in this way, how common its more common name is. */
const measurePairs = (alert: ParsedAlert, party: ParsedParty, variant: Match['variant']): number[] =>
  alertPeople(alert).flatMap((fromAlert) =>
    party.people
      .filter((fromRecord) => decideAlone(alert, fromAlert, party, fromRecord)?.reason.variant === variant)
      .map((fromRecord) => Math.max(expectedRecordsOf(fromAlert), expectedRecordsOf(fromRecord))),
  )

const decideAlone = (alert: ParsedAlert, fromAlert: Person, party: ParsedParty, fromRecord: Person) =>
  decidePerson(
    { ...alert, people: [fromAlert], matchTexts: [], formerPeople: [], formerMatchTexts: [] },
    { ...party, people: [fromRecord], truncatedPeople: [], wholePrefixes: [], unparsedName: '' },
  )

const roundToTwoDigits = (value: number) => Number(value.toPrecision(2))
