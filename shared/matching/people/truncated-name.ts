import { compareGivenNames } from './given-names.ts'
import type { Person } from './person.ts'
import { surnameKeys } from './surname.ts'

/**
 * Names that a feed truncated at its stated width: the last word of the record's name is only the start of one. The
 * search compares an alert's match text with the prefix; `decide` compares part by part.
 */
export type TruncatedPerson = { person: Person; truncatedPart: 'given' | 'surname' }

/** Shorter prefixes begin too many names to be evidence. */
const minPrefixLength = 3

export const isLongEnough = (prefix: string) => prefix.length >= minPrefixLength

/** The match texts of a person: each surname key in both orders, with and without the middle names. */
export function personMatchTexts({ surname, givenWords }: Person): string[] {
  const given = givenWords.join('')
  return surnameKeys(surname).flatMap((key) => [key + given, ...givenNameForms(givenWords).map((short) => short + key)])
}

/** The given names as written before a truncated surname: all, the first alone, or the first with the middle initial. */
function givenNameForms(words: string[]): string[] {
  const [first = '', middle, ...others] = words
  const short = [words.join(''), first]
  if (middle !== undefined && others.length === 0) short.push(first + String.fromCodePoint(middle.codePointAt(0) ?? 0))
  return short
}

/** What the match text of an alert for this person must begin with. */
export function truncatedPrefixes({ person, truncatedPart }: TruncatedPerson): string[] {
  const given = person.givenWords.join('')
  const keys = surnameKeys(person.surname)
  if (truncatedPart === 'given') return keys.map((key) => key + given)
  return keys.flatMap((key) => [given + key, (person.givenWords[0] ?? '') + key])
}

/**
 * How an alert's person may be the one whose name was truncated: the record's name is the beginning of the alert's, its
 * first name agrees and its last name is the beginning of the alert's, or that is true for half of a double last name.
 * Null if they differ.
 */
export function describeTruncated(
  alert: Person,
  { person, truncatedPart }: TruncatedPerson,
): 'cutName' | 'cutLastName' | 'cutHalf' | null {
  const alertSurnames = surnameKeys(alert.surname)
  const surnames = surnameKeys(person.surname)
  const given = person.givenWords.join('')
  const alertGiven = alert.givenWords.join('')
  if (truncatedPart === 'given') {
    if (!alertSurnames.some((key) => surnames.includes(key)) || !alertGiven.startsWith(given)) return null
    return alert.surname.key === person.surname.key ? 'cutName' : 'cutHalf'
  }
  const recorded = [given, person.givenWords[0]]
  const agrees =
    alertSurnames.some((key) => surnames.some((beginning) => key.startsWith(beginning))) &&
    givenNameForms(alert.givenWords).some((short) => recorded.includes(short)) &&
    alert.givenNames.some((a) => person.givenNames.some((r) => compareGivenNames(a, r)))
  if (!agrees) return null
  if (!alert.surname.key.startsWith(person.surname.key)) return 'cutHalf'
  return alertGiven === given ? 'cutName' : 'cutLastName'
}

/** The key of a truncated name, by which the preview of a new alert finds records it would have matched. */
export const truncatedKey = (prefix: string): string => `cut:${prefix}`

/** The keys of every truncated name that one of these texts could complete. */
export function truncatedKeys(texts: readonly string[]): string[] {
  const keys = new Set<string>()
  for (const text of texts)
    for (let end = minPrefixLength; end <= text.length; end++) keys.add(truncatedKey(text.slice(0, end)))
  return [...keys]
}
