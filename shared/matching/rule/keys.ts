import type { MatchOptions } from '#shared/contract/alert.ts'
import type { GivenNames } from '../people/given-names.ts'
import { isInitial } from '../people/given-names.ts'
import { listLastNamesAsMiddle } from '../people/last-name-as-middle.ts'
import type { Person } from '../people/person.ts'
import { phoneticCode } from '../people/phonetics.ts'
import { surnameKeys } from '../people/surname.ts'
import { misspelledNames, personSlipKeys } from '../people/typing-slips.ts'
import { nicknamesFor } from '../tables/nicknames.ts'

/**
 * Keys by which alerts and records find each other, 'kind:normalized'. They find candidates; `decide` decides. Two
 * kinds let an initial find full names but never another initial: `initial` is for a record's lone initial, `begins`
 * for a record's full name that an alert's lone initial finds.
 */
const nameKey = (surname: string, first: string) => `name:${surname} ${first}`
const initialKey = (surname: string, letter: string) => `initial:${surname} ${letter}`
const beginsKey = (surname: string, letter: string) => `begins:${surname} ${letter}`
/** Null unless both names have a phonetic code and the first name is a single word, not an initial. */
function phoneticKey(surname: string, given: GivenNames): string | null {
  if (given.isJoined || isInitial(given.first)) return null
  const surnameSound = phoneticCode(surname)
  const firstSound = surnameSound === '' ? '' : phoneticCode(given.first)
  return firstSound === '' ? null : `sound:${surnameSound} ${firstSound}`
}

/** A record's last middle name as a surname, with the first name: JONES, MARY SMITH was Mary Smith. */
const lastNameAsMiddleKey = (surname: string, first: string) => `former:${surname} ${first}`

const firstLetter = (name: string) => String.fromCodePoint(name.codePointAt(0) ?? 0)

export function recordPersonKeys(person: Person): string[] {
  const keys: string[] = []
  for (const surname of surnameKeys(person.surname)) {
    for (const given of person.givenNames) {
      keys.push(nameKey(surname, given.first))
      if (!given.isJoined)
        keys.push(hasLoneInitial(given) ? initialKey(surname, given.first) : toBeginsKey(surname, given))
      const sound = phoneticKey(surname, given)
      if (sound !== null) keys.push(sound)
    }
  }
  for (const { surname, given } of listLastNamesAsMiddle(person)) keys.push(lastNameAsMiddleKey(surname, given.first))
  return keys
}

const hasLoneInitial = (given: GivenNames) => isInitial(given.first)
const toBeginsKey = (surname: string, given: GivenNames) => beginsKey(surname, firstLetter(given.first))

export function alertPersonKeys(person: Person, variants: MatchOptions): string[] {
  const keys: string[] = []
  const { halves } = person.surname
  for (const surname of surnameKeys(person.surname)) {
    for (const given of person.givenNames) {
      keys.push(nameKey(surname, given.first))
      if (!given.isJoined) {
        keys.push(
          hasLoneInitial(given) ? beginsKey(surname, given.first) : initialKey(surname, firstLetter(given.first)),
        )
      }
      if (variants.nicknames) for (const other of nicknamesFor(given.first)) keys.push(nameKey(surname, other))
      const sound = variants.soundAlikes ? phoneticKey(surname, given) : null
      if (sound !== null) keys.push(sound)
    }
  }
  if (variants.formerName)
    for (const given of person.givenNames)
      if (!isInitial(given.first)) keys.push(lastNameAsMiddleKey(person.surname.key, given.first))
  if (variants.typingSlips) keys.push(...personSlipKeys(person))
  // A record may use one half as the surname and put the other first among the given names: GARCIA LOPEZ ANA.
  for (const half of halves) for (const other of halves) if (half !== other) keys.push(nameKey(half, other))
  return keys
}

/**
 * The keys that records have whose surname or first name is one of these misspellings.
 * @param held the misspellings that a record has
 */
export const misspelledKeys = (people: Person[], held: ReadonlySet<string>): string[] => [
  ...new Set(misspelledNames(people, held).map(([surname, first]) => nameKey(surname, first))),
]
