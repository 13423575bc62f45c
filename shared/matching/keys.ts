import type { Variants } from '#shared/contract/alert.ts'
import type { GivenNames } from './given-names.ts'
import { isInitial } from './given-names.ts'
import type { Person } from '#shared/matching/person.ts'
import { phoneticCode } from './phonetics.ts'
import { surnameKeys } from '#shared/matching/surname.ts'
import { nicknamesFor } from '#shared/matching/tables/nicknames.ts'

/**
 * Keys by which alerts and records find each other, 'kind:normalised'. They find candidates; `decide` decides. An
 * initial meets full names through two kinds of its own, so that through these an initial never meets an initial:
 * the record's lone initial is `initial`, the record's full name met by the alert's lone initial is `begins`.
 */
const nameKey = (surname: string, first: string) => `name:${surname} ${first}`
const initialKey = (surname: string, letter: string) => `initial:${surname} ${letter}`
const beginsKey = (surname: string, letter: string) => `begins:${surname} ${letter}`
/** A key only where both names have a sound and the first name is one word and no initial. */
function phoneticKey(surname: string, given: GivenNames): string | null {
  if (given.isJoined || isInitial(given.first)) return null
  const surnameSound = phoneticCode(surname)
  const firstSound = surnameSound === '' ? '' : phoneticCode(given.first)
  return firstSound === '' ? null : `sound:${surnameSound} ${firstSound}`
}

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
  return keys
}

const hasLoneInitial = (given: GivenNames) => isInitial(given.first)
const toBeginsKey = (surname: string, given: GivenNames) => beginsKey(surname, firstLetter(given.first))

export function alertPersonKeys(person: Person, variants: Variants): string[] {
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
  // A record may have one half as its surname and the other first among the given names: GARCIA LOPEZ ANA.
  for (const half of halves) for (const other of halves) if (half !== other) keys.push(nameKey(half, other))
  return keys
}
