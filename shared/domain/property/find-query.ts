import { minFindCharacters } from '#shared/contract/roll.ts'
import { isOneLetterOff, minSlipLength } from '#shared/text/one-letter.ts'
import { stateNames, territoryNames } from '#shared/text/states.ts'
import { toStandardForm, wordForms } from './address-forms.ts'
import { parseAddress } from './parse-address.ts'

// cspell:ignore STREE
/** A typed word, and the standard words that it may stand for. */
export type FindWord = {
  typed: string
  /** Its meaning, if it is complete. */
  exact: string
  /**
   * Standard words with a form that starts with it: 'STREE' starts STREET, whose standard word is ST. Other words match
   * if they start with it.
   */
  begun: string[]
  /** Standard words with a form that is one letter off. Null for a number, and for a word too short for a slip. */
  slips: string[] | null
  /** Whether it may be a unit: a number, or a single letter. */
  canBeUnit: boolean
  /** Whether it can only be a unit, because it followed a designator. */
  mustBeUnit: boolean
}

/** The reading of a text that a user typed to find a property. */
export type FindQuery = {
  /** The house number, or each number of a range; any of them may match, the first is best. Empty without one. */
  numbers: string[]
  /** '1/2' of a house number; '' without a fraction. */
  fraction: string
  words: FindWord[]
}

/** No address has as many words. */
const maxWords = 20
/** No address has longer words, and the indexes hold no longer ones. */
const maxWordLength = 60
const hasDigit = /\d/
const canBeUnit = (word: string) => word.length === 1 || (hasDigit.test(word) && word.length <= 6)

export function readWord(typed: string, mustBeUnit: boolean): FindWord {
  const exact = toStandardForm(typed)
  const isSlip = typed.length >= minSlipLength && !hasDigit.test(typed)
  const pick = (meets: (form: string) => boolean) => [
    ...new Set(wordForms.filter(([standard, form]) => standard !== exact && meets(form)).map(([standard]) => standard)),
  ]
  return {
    typed,
    exact,
    begun: pick((form) => form.startsWith(typed)),
    slips: isSlip ? pick((form) => isOneLetterOff(typed, form)) : null,
    canBeUnit: mustBeUnit || canBeUnit(typed),
    mustBeUnit,
  }
}

/** Words such as 'the': they count if the roll has them, but never prevent a match. */
const fillers = new Set(['THE', 'OF', 'AT', 'ON', 'IN', 'A', 'AN', 'AND', 'BY', 'MY', 'US', 'USA'])
const isZip = /^\d{5}(?:-\d{4})?$/

const states = { ...stateNames, ...territoryNames }
/** Each spelling of a state, as its words. */
const stateSpellings = Object.entries(states).flatMap(([code, name]) => [[code], name.toUpperCase().split(' ')])

/**
 * The words without the state before the zip or at the end. A state name that is the only word is not a state
 * (Minnesota Avenue).
 */
function withoutState(words: readonly string[]): string[] {
  const zipAt = words.findLastIndex((word) => isZip.test(word))
  const end = zipAt === -1 ? words.length : zipAt
  const state = stateSpellings.find(
    (name) =>
      (end > name.length || (zipAt > 0 && end === name.length)) &&
      name.every((part, n) => words[end - name.length + n] === part),
  )
  return state ? [...words.slice(0, end - state.length), ...words.slice(end)] : [...words]
}

/** After a comma two letters can only be the state; elsewhere CT may be a court, and NE a direction. */
const stateBehindComma = /,\s*([A-Z]{2})\.?(?=\s*(?:\d{5}(?:-\d{4})?)?\s*$)/i
const dropStateBehindComma = (text: string): string =>
  text.replace(stateBehindComma, (found, code: string) => (Object.hasOwn(states, code.toUpperCase()) ? ',' : found))

const withoutFillers = (words: readonly string[]): string[] => words.filter((word) => !fillers.has(word))

/**
 * Turns the typed text into queries to try in turn: first with every word, then, if that finds nothing, without a state
 * and without words such as 'the'. A text that is too short, names a post office box, or has more words than any
 * address yields no query.
 */
export function readFindQueries(text: string): FindQuery[] {
  if (text.trim().length < minFindCharacters) return []
  const { house, words, units, trailing, isPoBox } = parseAddress(dropStateBehindComma(text))
  if (isPoBox) return []
  // A number without other words may also be a zip or a numbered street, so it is a word like any other.
  const isAlone = house !== null && house.taken === 1 && words.length === 0 && units.length === 0 && trailing === ''
  const alone = isAlone && /^\d+$/.test(house.written) ? house.written : ''
  const typed = [alone, ...words.map((word) => (isZip.test(word) ? word.slice(0, 5) : word)), trailing].filter(
    (word) => word !== '',
  )
  if (typed.length + units.length > maxWords || [...typed, ...units].some((word) => word.length > maxWordLength))
    return []
  const numbers = house && alone === '' ? house.asked : []
  const unitWords = [...new Set(units)].map((id) => readWord(id, true))
  const toQuery = (list: readonly string[]): FindQuery => ({
    numbers,
    fraction: house?.fraction ?? '',
    words: [...[...new Set(list)].map((word) => readWord(word, false)), ...unitWords],
  })
  const shorter = withoutFillers(withoutState(typed))
  const all = toQuery(typed)
  if (numbers.length + all.words.length === 0) return []
  const isSame = shorter.length === typed.length
  return isSame || numbers.length + shorter.length + units.length === 0 ? [all] : [all, toQuery(shorter)]
}
