import type { Criteria, MatchOptions } from '#shared/contract/alert.ts'
import type { Match } from '#shared/contract/match.ts'
import { personReasons, type RuleReason } from '#shared/contract/why-not.ts'
import type { ParsedParty } from '../party/party.ts'
import type { Person } from '../people/person.ts'
import { surnameKeys } from '../people/surname.ts'
import { fold } from '../text/fold.ts'
import { normalize } from '../text/normalize.ts'
import { decide } from './decide.ts'
import { alertPeople, type ParsedAlert, parseAlert } from './parsed-alert.ts'
import type { ParsedRecord } from './parsed-record.ts'

/**
 * Why the rule does not match a record with an alert: first what its owner left out or switched off, then how the names
 * are read. Of several parties, the reason of the one that comes closest. Null if it does match.
 */
export function explainNoMatch(alert: ParsedAlert, record: ParsedRecord): RuleReason | null {
  if (decide(alert, record)) return null
  return findChoice(alert, record) ?? explainReading(alert, record)
}

/** What matches if the owner had chosen otherwise. */
function findChoice(alert: ParsedAlert, record: ParsedRecord): RuleReason | null {
  const { criteria } = alert
  const decideWith = (changes: Partial<MatchOptions>) => decide(withOptions(criteria, changes), record)
  // Their exceptions are gone with this: they are no part of the criteria.
  if (decideWith({})) return 'leftOut'
  if (criteria.variants.notByInitial && decideWith({ notByInitial: false })) return 'initialsOff'
  const match = decideWith({ ...everyOption, ...(criteria.variants.possible === false && { possible: true }) })
  if (!match) return null
  return match.variant === null ? 'possibleOff' : offReasons[match.variant]
}

const offReasons = {
  nicknames: 'nicknamesOff',
  soundAlikes: 'soundAlikesOff',
  typingSlips: 'typingSlipsOff',
  formerName: 'lastNameAsMiddleOff',
  allWords: 'allWordsOff',
  possible: 'possibleOff',
} as const satisfies Record<NonNullable<Match['variant']>, RuleReason>

const everyOption = {
  nicknames: true,
  soundAlikes: true,
  typingSlips: true,
  formerName: true,
  allWords: true,
} satisfies Partial<MatchOptions>

const withOptions = (criteria: Criteria, changes: Partial<MatchOptions>): ParsedAlert =>
  // The parcel's mask decides nothing here: no option concerns a parcel.
  parseAlert({ ...criteria, variants: { ...criteria.variants, ...changes } }, null)

type PersonReason = (typeof personReasons)[number]

/** How the names of a record are read, where no choice of the owner's decides. The record must not match. */
export function explainReading(alert: ParsedAlert, record: ParsedRecord): RuleReason {
  switch (alert.criteria.alertType) {
    case 'NAME': {
      const given = record.parties.map((party) => explainParty(alert, party))
      return personReasons.find((reason) => given.includes(reason)) ?? 'lastName'
    }
    case 'BUSINESS':
      return record.parties.some(({ words }) => alert.words.some((word) => words.includes(word)))
        ? 'businessWords'
        : 'businessName'
    case 'PARCEL_ID':
      return 'parcel'
  }
}

function explainParty(alert: ParsedAlert, party: ParsedParty): PersonReason {
  const people = alertPeople(alert)
  const read = people.flatMap((wanted) => party.people.map((person) => explainPerson(wanted, person)))
  const closest = personReasons.find((reason) => read.includes(reason))
  if (closest && closest !== 'lastName') return closest
  const words = normalize(fold(party.raw)).split(' ')
  if (!people.some(({ surname }) => hasRun(words, surname.key))) return 'lastName'
  return party.people.length === 0 ? 'unreadName' : 'otherPeople'
}

/** Why one reading of a record's person is not the alert's. */
function explainPerson({ surname, givenNames }: Person, person: Person): PersonReason {
  const last = surnameKeys(surname)
  const firsts = givenNames.map(({ first }) => first)
  const isFirst = (word: string) => firsts.includes(word)
  const isLast = (word: string) => last.includes(word)
  if (surnameKeys(person.surname).some(isLast)) {
    if (person.givenNames.some(({ first }) => isFirst(first))) return 'middleNames'
    if (person.givenWords.some(isFirst)) return 'firstAsMiddle'
    return person.surnameWords.some(isFirst) ? 'bothInLastName' : 'firstNames'
  }
  if (person.surnameWords.some(isLast) && person.surnameWords.some(isFirst)) return 'bothInLastName'
  if (!person.givenWords.some(isLast)) return 'lastName'
  return person.surnameWords.some(isFirst) ? 'otherWayAround' : 'lastAsGiven'
}

/** Whether neighboring words spell a name: VAN BUREN for VANBUREN. */
function hasRun(words: readonly string[], name: string): boolean {
  return words.some((_word, from) => {
    let joined = ''
    for (const word of words.slice(from)) {
      joined += word
      if (joined.length >= name.length) break
    }
    return joined === name
  })
}
