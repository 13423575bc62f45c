import { isOneLetterOff, minSlipLength } from '#shared/text/one-letter.ts'
import { isInitial } from './given-names.ts'
import type { Person } from './person.ts'
import { surnameKeys } from './surname.ts'

/** Astral letters would be cut in two; no county writes a name with them. */
const astral = /[\ud800-\udfff]/

/**
 * Typing slips, a match option of a person's alert: one letter wrong, missing or added, or two neighbors swapped, in
 * the surname or in the first name, while the other is the same. The alert's word has at least five letters; the
 * record's may have one less.
 */
export const isTypingSlip = (alert: string, record: string): boolean =>
  alert.length >= minSlipLength && isOneLetterOff(alert, record) && !astral.test(alert + record)

/** The word with each letter left out in turn. Two words that differ by a slip share one of these, or one of each other. */
function deletions(word: string): string[] {
  if (word.length < minSlipLength || astral.test(word)) return []
  return Array.from({ length: word.length }, (_, i) => word.slice(0, i) + word.slice(i + 1))
}

const slipKey = (surname: string, first: string) => `slip:${surname} ${first}`

/** The names of one reading as they are, and each of them with one letter left out. */
function slipKeys(surname: string, first: string): string[] {
  return [
    slipKey(surname, first),
    ...deletions(surname).map((shorter) => slipKey(shorter, first)),
    ...deletions(first).map((shorter) => slipKey(surname, shorter)),
  ]
}

/** The full first names of a person, in each reading. */
const fullFirstNames = ({ givenNames }: Person): string[] =>
  givenNames.map(({ first }) => first).filter((first) => !isInitial(first))

/**
 * The keys by which an alert with typing slips and a record meet, the same for both. An alert's are stored with its
 * other keys. A record's are derived while it is matched and only looked up.
 */
export const personSlipKeys = (person: Person): string[] =>
  readings([person]).flatMap(([surname, first]) => slipKeys(surname, first))

const latin = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

/** Every word that is this one with one slip, in Latin letters and those of the word itself. */
function misspellings(word: string): string[] {
  if (word.length < minSlipLength || astral.test(word)) return []
  const letters = [...new Set([...latin, ...word])]
  const found = new Set(deletions(word))
  for (let i = 0; i <= word.length; i++) {
    const [before, after] = [word.slice(0, i), word.slice(i)]
    for (const letter of letters) {
      found.add(before + letter + after)
      found.add(before + letter + after.slice(1))
    }
    const [one = '', two = ''] = after
    found.add(before + two + one + after.slice(2))
  }
  found.delete(word)
  return [...found]
}

/** For each reading of a person, the names of which one may be misspelled. */
const readings = (people: Person[]): [surname: string, first: string][] =>
  people.flatMap((person) =>
    surnameKeys(person.surname).flatMap((surname) =>
      fullFirstNames(person).map((first): [string, string] => [surname, first]),
    ),
  )

/** All misspellings of the names of these people, to find out which of them the stored records have. */
export const misspelledWords = (people: Person[]): string[] => [
  ...new Set(readings(people).flatMap((names) => names.flatMap(misspellings))),
]

/**
 * The names by which stored records are found that have one of these misspellings: pairs of surname and first name.
 * @param held the `misspelledWords` that a record has
 */
export function misspelledNames(people: Person[], held: ReadonlySet<string>): [surname: string, first: string][] {
  const isHeld = (word: string) => held.has(word)
  return readings(people).flatMap(([surname, first]) => [
    ...misspellings(surname)
      .filter(isHeld)
      .map((other): [string, string] => [other, first]),
    ...misspellings(first)
      .filter(isHeld)
      .map((other): [string, string] => [surname, other]),
  ])
}

/** Names longer than any alert's need not be stored. */
const maxLetters = 40

/** The names of a person that may be an alert's with a slip: the surname in each form, and full first names. */
export function visitPersonNames(person: Person, visit: (name: string) => void): void {
  for (const name of [...surnameKeys(person.surname), ...fullFirstNames(person)])
    if (name.length >= minSlipLength - 1 && name.length <= maxLetters) visit(name)
}
