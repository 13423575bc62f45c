import type { AlertException } from '#shared/contract/alert-exception.ts'
import type { Criteria } from '#shared/contract/alert.ts'
import { type Business, listShortNames, parseAlertBusiness, toMatchText } from '../business/business.ts'
import { type ParcelMask, type ParsedParcel, parseParcel } from '../parcels/parcel.ts'
import { isInitial } from '../people/given-names.ts'
import { expectedRecordsOf } from '../people/name-frequency.ts'
import { keepPossibleNames, parseNamePart } from '../people/name-parts.ts'
import { toPeople, type Person } from '../people/person.ts'
import { personMatchTexts } from '../people/truncated-name.ts'
import { fold } from '../text/fold.ts'
import { removeSpaces, normalize } from '../text/normalize.ts'
import { spellUmlauts } from '../text/umlauts.ts'
import { type ParsedExceptions, parseExceptions } from './exceptions.ts'

/** An alert, parsed and normalized once. Opaque to callers. */
export type ParsedAlert = {
  criteria: Criteria
  /** The criteria as the resident wrote them, for the notice. */
  raw: string
  people: Person[]
  /** The same person with a former last name. */
  formerPeople: Person[]
  businesses: Business[]
  /** A business without the last, common words of its name, for possible matches. */
  shortNames: Business[]
  /** The distinct words a record must contain, for 'contains all words'; of a person, the first and the last name. */
  words: string[]
  parcel: ParsedParcel | null
  matchTexts: string[]
  formerMatchTexts: string[]
  /** What 'This is not about me' left out; a person's alert only. */
  exceptions: ParsedExceptions
}

const uncountedWords = new Set(['AND', 'OF', 'THE'])

/**
 * Parses an alert's criteria. Never throws; text without a letter or digit matches nothing.
 * @param exceptions of the saved alert, which narrow what its name matches
 */
export function parseAlert(
  criteria: Criteria,
  mask: ParcelMask,
  exceptions: readonly AlertException[] = [],
): ParsedAlert {
  const empty = {
    criteria,
    people: [],
    formerPeople: [],
    businesses: [],
    shortNames: [],
    words: [],
    parcel: null,
    matchTexts: [],
    formerMatchTexts: [],
    exceptions: null,
  }
  switch (criteria.alertType) {
    case 'NAME': {
      const { firstName, lastName, formerLastName } = criteria
      const { people, matchTexts } = parseName(firstName, lastName)
      const former = formerLastName.trim() === '' ? noName : parseName(firstName, formerLastName)
      return {
        ...empty,
        raw: `${firstName.trim()} ${lastName.trim()}`.trim(),
        people,
        words: listNameWords(people),
        formerPeople: former.people,
        matchTexts,
        formerMatchTexts: former.matchTexts,
        exceptions: parseExceptions(exceptions, [...people, ...former.people]),
      }
    }
    case 'BUSINESS': {
      const folded = fold(criteria.businessName.trim())
      const businesses = parseAlertBusiness(folded)
      const words = distinctWords(businesses[0])
      const text = toMatchText(folded)
      return {
        ...empty,
        raw: criteria.businessName.trim(),
        businesses,
        shortNames: listShortNames(businesses),
        words,
        matchTexts: text === '' ? [] : [text],
        exceptions: parseExceptions(exceptions, []),
      }
    }
    case 'PARCEL_ID':
      return { ...empty, raw: criteria.parcelId.trim(), parcel: parseParcel(criteria.parcelId, mask, false) }
  }
}

/** Of a more common name, by the records a year that have it, its two words are in too many other names. */
const maxPerYearByWords = 3

/**
 * The first and the last name as written, as words of a business have them; empty with an initial for the first name, with
 * one word for both, and for a common name.
 */
function listNameWords([person]: Person[]): string[] {
  const first = person?.givenWords[0] ?? ''
  if (!person || isInitial(first) || expectedRecordsOf(person) > maxPerYearByWords) return []
  const words = person.surnameWords.flatMap((word) => word.split('-'))
  return words.includes(first) ? [] : distinctWords(parseAlertBusiness([first, ...words].join(' '))[0])
}

const distinctWords = (business: Business | undefined): string[] =>
  [...new Set(business?.words)].filter((word) => !uncountedWords.has(word))

const noName = { people: [], matchTexts: [] }

function parseName(firstName: string, lastName: string): Pick<ParsedAlert, 'people' | 'matchTexts'> {
  const people = parsePersonName(firstName, lastName)
  const [first, last] = [spellUmlauts(firstName), spellUmlauts(lastName)]
  if (first !== firstName || last !== lastName) people.push(...parsePersonName(first, last))
  return { people, matchTexts: nameMatchTexts(firstName, lastName, people) }
}

/** Never splits an alert's name; handles dropped words and quotes as in a record. */
function parsePersonName(firstName: string, lastName: string): Person[] {
  const first = parseNamePart(fold(firstName).replace(brackets, '"').replaceAll(',', ' '))
  const last = parseNamePart(fold(lastName).replaceAll(',', ' '))
  const surname = [last.words, last.all, normalize(lastName).split(' ')].find((words) => words.length > 0) ?? []
  const given = first.words.length > 0 ? first.words : first.all
  const read = toPeople(surname, given, first.quotedNames, { order: 'LAST_FIRST', side: 'alert' })
  const kept = keepPossibleNames(first.all)
  return kept.length > given.length
    ? [...read, ...toPeople(surname, kept, first.quotedNames, { order: 'LAST_FIRST', side: 'alert' })]
    : read
}

const brackets = /[()]/g

/** The match texts of every reading; if there is no reading, the words in both orders. */
function nameMatchTexts(firstName: string, lastName: string, read: Person[]): string[] {
  if (read.length > 0) return [...new Set(read.flatMap(personMatchTexts))]
  const first = removeSpaces(normalize(firstName))
  const last = removeSpaces(normalize(lastName))
  return [...new Set([last + first, first + last])].filter((text) => text !== '')
}

/**
 * Texts without spaces that may begin with a truncated record name: a person's name in both orders, a business name
 * as written. Compared only with the prefixes from `recordPrefixes`.
 */
export function alertMatchTexts(alert: ParsedAlert): string[] {
  return alert.formerMatchTexts.length === 0 ? alert.matchTexts : [...alert.matchTexts, ...alert.formerMatchTexts]
}

/** The alert's person in every reading, with the last name and with a former last name. */
export const alertPeople = ({ people, formerPeople }: ParsedAlert): Person[] =>
  formerPeople.length === 0 ? people : [...people, ...formerPeople]
