import { type AlertException, maxExceptionLength } from '#shared/contract/alert-exception.ts'
import type { Match } from '#shared/contract/match.ts'
import type { ParsedParty } from '../party/party.ts'
import { compareGivenNames, isInitial } from '../people/given-names.ts'
import { type Person, toPeople } from '../people/person.ts'
import { compareSurnames } from '../people/surname.ts'
import { normalize } from '../text/normalize.ts'
import type { ParsedRecord } from './parsed-record.ts'

/** What an alert leaves out of the records of its name, parsed once; null if nothing. */
export type ParsedExceptions = {
  middleNames: ReadonlySet<string>
  coOwners: Person[]
  spellings: ReadonlySet<string>
} | null

/**
 * Parses the exceptions of a person's alert. Ignores any that would leave out the alert's own name, as one may after
 * its name was changed: a middle name that is its own, and a co-owner who is the alert's person.
 */
export function parseExceptions(exceptions: readonly AlertException[], people: readonly Person[]): ParsedExceptions {
  if (exceptions.length === 0) return null
  const middleNames = new Set<string>()
  const coOwners: Person[] = []
  const spellings = new Set<string>()
  for (const { kind, value } of exceptions) {
    switch (kind) {
      case 'middleName':
        if (!isOwnName(value, people)) middleNames.add(value)
        break
      case 'coOwner':
        coOwners.push(...parseCoOwner(value).filter((other) => !people.some((own) => isSamePerson(own, other))))
        break
      case 'spelling':
        spellings.add(value)
        break
    }
  }
  return middleNames.size + coOwners.length + spellings.size > 0 ? { middleNames, coOwners, spellings } : null
}

/** The words by which a name matched, in alphabetical order; all of its words if they were not marked. */
export const toSpelling = ({ recordRaw, marks }: Pick<Match, 'recordRaw' | 'marks'>): string =>
  (marks ?? [[0, recordRaw.length]])
    .flatMap(([start, end]) => normalize(recordRaw.slice(start, end)).split(' '))
    .filter((word) => word !== '')
    .toSorted()
    .join(' ')
    .slice(0, maxExceptionLength)

/** Whether the alert itself has this name, or for an initial a given name that begins with it. */
export const isOwnName = (name: string, people: readonly Person[]): boolean =>
  people.some(
    ({ givenWords, surnameWords, surname }) =>
      [...givenWords, ...surnameWords, ...surname.halves].includes(name) ||
      (isInitial(name) && givenWords.slice(1).some((own) => own.startsWith(name))),
  )

/** A co-owner's name as it is stored. */
export const formatCoOwner = ({ surnameWords, givenWords }: Person): string =>
  `${surnameWords.join(' ')}, ${givenWords.join(' ')}`

function parseCoOwner(value: string): Person[] {
  const [surname = '', given = ''] = value.split(', ')
  return toPeople(surname.split(' '), given.split(' '), [], { order: 'LAST_FIRST', side: 'alert' })
}

/** The same surname and first name, and no other middle name. */
const isSamePerson = (one: Person, other: Person): boolean =>
  compareSurnames(one.surname, other.surname)?.how === 'same' &&
  one.givenNames.some((a) => other.givenNames.some((b) => compareGivenNames(a, b)?.first === 'equal'))

/** The parties among which a co-owner of someone in `party` may be: itself, and those that share its stated role. */
export function listPartiesOfRole(party: ParsedParty, record: ParsedRecord): ParsedParty[] {
  const role = normalizeRole(party)
  return role === '' ? [party] : record.parties.filter((other) => other === party || normalizeRole(other) === role)
}

const normalizeRole = ({ role }: ParsedParty) => role.trim().toUpperCase()

/**
 * The record without what the alert leaves out: readings of a person with an excepted middle name, equal or the same
 * initial, and parties that name an excepted co-owner together with the alert's person. The other parties still match.
 */
export function withoutExcepted(exceptions: ParsedExceptions, record: ParsedRecord): ParsedRecord {
  if (!exceptions) return record
  const { middleNames, coOwners } = exceptions
  const parties = record.parties
    .filter((party) => coOwners.length === 0 || !namesAny(coOwners, listPartiesOfRole(party, record)))
    .map((party) => (middleNames.size === 0 ? party : withoutMiddleNames(party, middleNames)))
  return { ...record, parties }
}

const namesAny = (coOwners: Person[], parties: ParsedParty[]): boolean =>
  parties.some(({ people }) => people.some((person) => coOwners.some((coOwner) => isSamePerson(coOwner, person))))

function withoutMiddleNames(party: ParsedParty, middleNames: ReadonlySet<string>): ParsedParty {
  const people = party.people.flatMap((person) => withoutReadings(person, middleNames))
  const truncatedPeople = party.truncatedPeople.filter(
    ({ person }) => withoutReadings(person, middleNames)[0] === person,
  )
  // Without people, a truncated name would be compared as a whole.
  const isEmptied = people.length === 0 && party.people.length > 0
  // The words of a reading that is left out would still be a possible match.
  const isKept = people.length === party.people.length && people.every((person, i) => person === party.people[i])
  return {
    ...party,
    people,
    truncatedPeople,
    ...(isEmptied && { wholePrefixes: [] }),
    ...(!isKept && { segments: [] }),
  }
}

function withoutReadings(person: Person, middleNames: ReadonlySet<string>): Person[] {
  const givenNames = person.givenNames.filter(({ middles }) => !middles.some((name) => middleNames.has(name)))
  if (givenNames.length === person.givenNames.length) return [person]
  // Half of a double surname among the given names is searched for in the words: there are none left to search.
  return givenNames.length === 0 ? [] : [{ ...person, givenNames, givenWords: [] }]
}
