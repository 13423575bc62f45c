import { agreeGivens } from './given-names.ts'
import type { Person } from './person.ts'
import { surnameKeys } from './surname.ts'

/**
 * Names that a feed cut at its stated width (decisions, section 6): the last word of the record's name is only the
 * beginning of one. The search compares ordered texts without spaces, alert against prefix; the rule compares by parts.
 */
export type CutPerson = { person: Person; at: 'given' | 'surname' }

/** Fewer letters begin too many names to say anything. */
const shortestPrefix = 3

export const longEnough = (prefix: string) => prefix.length >= shortestPrefix

/** The texts a person's alert is searched by: both orders, with and without the middle names, of every surname key. */
export function alertTexts({ surname, words }: Person): string[] {
  const given = words.join('')
  return surnameKeys(surname).flatMap((key) => [key + given, ...shortGivens(words).map((short) => short + key)])
}

/** The given names as they may stand before a cut surname: all, the first alone, or with the middle initial. */
function shortGivens(words: string[]): string[] {
  const [first = '', middle, ...others] = words
  const short = [words.join(''), first]
  if (middle !== undefined && others.length === 0) short.push(first + String.fromCodePoint(middle.codePointAt(0) ?? 0))
  return short
}

/** What the text of an alert on this person must begin with. */
export function cutPrefixes({ person, at }: CutPerson): string[] {
  const given = person.words.join('')
  const keys = surnameKeys(person.surname)
  if (at === 'given') return keys.map((key) => key + given)
  return keys.flatMap((key) => [given + key, (person.words[0] ?? '') + key])
}

/** Whether an alert's person may be the one whose name was cut. */
export function agreesWithCut(alert: Person, { person, at }: CutPerson): boolean {
  const alertSurnames = surnameKeys(alert.surname)
  const surnames = surnameKeys(person.surname)
  const given = person.words.join('')
  if (at === 'given') {
    return alertSurnames.some((key) => surnames.includes(key)) && alert.words.join('').startsWith(given)
  }
  const recorded = [given, person.words[0]]
  return (
    alertSurnames.some((key) => surnames.some((beginning) => key.startsWith(beginning))) &&
    shortGivens(alert.words).some((short) => recorded.includes(short)) &&
    alert.givens.some((a) => person.givens.some((r) => agreeGivens(a, r)))
  )
}

/** What a cut name is kept under, so that an alert being written finds the records that it would have matched. */
export const cutKey = (prefix: string): string => `cut:${prefix}`

/** Every key of a cut name that one of these texts could be the whole of. */
export function cutKeysOf(texts: readonly string[]): string[] {
  const keys = new Set<string>()
  for (const text of texts)
    for (let end = shortestPrefix; end <= text.length; end++) keys.add(cutKey(text.slice(0, end)))
  return [...keys]
}
