import type { NameException } from '#shared/contract/alert-exception.ts'
import type { Match } from '#shared/contract/match.ts'
import type { ParsedParty } from '../party/party.ts'
import type { GivenNames } from '../people/given-names.ts'
import type { Person } from '../people/person.ts'
import { decidePerson } from './decide-person.ts'
import { formatCoOwner, isOwnName, listPartiesOfRole } from './exceptions.ts'
import { alertPeople, type ParsedAlert } from './parsed-alert.ts'
import type { ParsedRecord } from './parsed-record.ts'

/** A deed seldom has more owners, and a longer list helps no reader. */
const maxCoOwners = 3

/**
 * What a person's alert could leave out so that this record no longer matches: each middle name of the matched person
 * that the alert has not, and each co-owner in the same party or role.
 * @param place of the match in the record; none is offered if the record no longer has that name
 */
export function listExceptionOffers(
  alert: ParsedAlert,
  record: ParsedRecord,
  { fieldIndex, recordRaw }: Pick<Match, 'fieldIndex' | 'recordRaw'>,
): NameException[] {
  const isMatched = (party: ParsedParty | undefined) => party?.raw === recordRaw
  const party = [record.parties.find(({ index }) => index === fieldIndex), ...record.parties].find(isMatched)
  if (!party) return []
  const matched = findMatchedReadings(alert, party)
  return [...offerMiddleNames(alert, matched), ...offerCoOwners(alert, record, party, matched)]
}

type Reading = { person: Person; given: GivenNames }

/** The readings of the party that give the strongest reason. */
function findMatchedReadings(alert: ParsedAlert, party: ParsedParty): Reading[] {
  const readings = party.people.flatMap((person) =>
    person.givenNames.flatMap((given) => {
      const found = decidePerson(alert, withOnly(party, [{ ...person, givenNames: [given] }]))
      return found ? [{ person, given, weakness: found.reason.weakness }] : []
    }),
  )
  const least = Math.min(...readings.map(({ weakness }) => weakness))
  return readings.filter(({ weakness }) => weakness === least)
}

/** The party as if it named only these people; its words alone name none of them. */
const withOnly = (party: ParsedParty, people: Person[]): ParsedParty => ({
  ...party,
  people,
  segments: [],
  truncatedPeople: [],
  wholePrefixes: [],
  unparsedName: '',
})

function offerMiddleNames(alert: ParsedAlert, matched: Reading[]): NameException[] {
  const names = new Set(matched.flatMap(({ given }) => given.middles))
  return [...names]
    .filter((name) => !isOwnName(name, alertPeople(alert)))
    .map((name) => ({ kind: 'middleName', value: name, written: name }))
}

function offerCoOwners(
  alert: ParsedAlert,
  record: ParsedRecord,
  party: ParsedParty,
  matched: Reading[],
): NameException[] {
  const [first] = matched
  if (!first) return []
  const named = new Map<string, Person>()
  for (const beside of [party, ...listPartiesOfRole(party, record).filter((other) => other !== party)]) {
    const others = beside.people.filter(
      (person) => !isReadAcross(person, first.person) && !decidePerson(alert, withOnly(beside, [person])),
    )
    for (const person of keepFullest(keepOrder(others, first.person.order)))
      named.set(listWords(person).toSorted().join(' '), person)
  }
  return [...named.values()].slice(0, maxCoOwners).map((person) => ({
    kind: 'coOwner',
    value: formatCoOwner(person),
    written: [...person.givenWords, ...person.surnameWords].join(' '),
  }))
}

/**
 * Whether a reading takes the matched person's surname for a given name, or the reverse: it is the matched person in
 * the other order, or a co-owner's name with a word of theirs.
 */
const isReadAcross = (person: Person, matched: Person): boolean =>
  person.givenWords.some((word) => matched.surnameWords.includes(word)) ||
  person.surnameWords.some((word) => matched.givenWords.includes(word))

/** Without readings whose words are all in another: for MARY ANN next to SMITH, JOHN, only MARY ANN SMITH. */
const keepFullest = (people: Person[]): Person[] =>
  people.filter((person) => {
    const words = listWords(person)
    return !people.some((other) => {
      const fuller = listWords(other)
      return fuller.length > words.length && words.every((word) => fuller.includes(word))
    })
  })

const listWords = ({ surnameWords, givenWords }: Person) => [...surnameWords, ...givenWords]

/** If names are read in both orders, those in the order of the matched person. */
function keepOrder(people: Person[], order: Person['order']): Person[] {
  const inOrder = people.filter((person) => person.order === order)
  return inOrder.length > 0 ? inOrder : people
}
