import { mohammadAbbreviations } from '../tables/dropped-words.ts'
import { particles, patronymicWords } from '../tables/particles.ts'
import { fullGivenNames, isShortGivenName } from '../tables/short-given-names.ts'

/**
 * One reading of given names. The same words have several readings: the first word is the first name and the others are
 * middle names; the first two or three form one name (LEE ANN = Leeann); after a lone initial the next word may be the
 * name the person uses (H WAYNE, in a record only); a word in brackets or quotes is another; and an abbreviated name is
 * also its full form.
 */
export type GivenNames = {
  first: string
  middles: string[]
  isJoined: boolean
  /** True if the first name of this reading is not the first given name as written. */
  isAlternate: boolean
  /** The first name as written, if this reading has the full form of it: WM of William. */
  shortForm?: string
}

const twoConsonants = /^[B-DF-HJ-NP-TV-XZ]{2}$/
const singleLetter = /^\p{L}$/u

/** Whether a given name is a lone initial. */
export const isInitial = (name: string) => name.length === 1 || (name.length === 2 && singleLetter.test(name))

/** The words of the given names, split at hyphens; two consonants alone are two initials. */
export function splitGivenNames(words: string[]): string[] {
  const pieces = words.some((word) => word.includes('-')) ? words.flatMap((word) => word.split('-')) : words
  const filled = pieces.filter((piece) => piece !== '')
  const [only] = filled
  if (filled.length === 1 && only !== undefined && twoConsonants.test(only) && !isShortGivenName(only)) return [...only]
  return filled
}

/** MD, MOHD and MUHD before a given name mean MOHAMMAD or can be left out; returns both lists of words. */
export function expandMohammad(words: string[]): string[][] {
  const [first, ...rest] = words
  if (first === undefined || !mohammadAbbreviations.has(first)) return [words]
  if (rest.length === 0) return [['MOHAMMAD'], words]
  return [['MOHAMMAD', ...rest], rest]
}

/** Every reading of one list of given names. `quotedNames` are the words in brackets or quotes. */
export function parseGivenNames(words: string[], quotedNames: string[], side: 'alert' | 'record'): GivenNames[] {
  const [first, second, third] = words
  if (first === undefined) return []
  const rest = words.slice(1)
  const givens: GivenNames[] = [{ first, middles: rest, isJoined: false, isAlternate: false }]
  if (second !== undefined && second.length > 1) {
    givens.push({ first: first + second, middles: words.slice(2), isJoined: true, isAlternate: false })
    if (third !== undefined && third.length > 1) {
      givens.push({ first: first + second + third, middles: words.slice(3), isJoined: true, isAlternate: false })
    }
    if (side === 'record' && isInitial(first)) {
      givens.push({ first: second, middles: [first, ...words.slice(2)], isJoined: false, isAlternate: true })
    }
  }
  for (const name of quotedNames)
    if (name !== first) givens.push({ first: name, middles: rest, isJoined: false, isAlternate: true })
  return givens.some((given) => isShortGivenName(given.first)) ? givens.flatMap(withFullForms) : givens
}

/** An abbreviated first name is itself and its full forms: WM is also William. */
const withFullForms = (given: GivenNames): GivenNames[] => [
  given,
  ...fullGivenNames(given.first).map((first) => ({ ...given, first, shortForm: given.first })),
]

/**
 * How two readings of given names agree. `middle` is 'same' for the same middle names in the same order, 'one' if at
 * least one is the same, 'short' if one is the same but abbreviated on one side, 'initial' if one agrees by its
 * initial. `hasConflict` is true if, in addition, each side has a middle name that agrees with none on the other side.
 */
export type GivenNameAgreement = {
  first: 'equal' | 'initial' | 'variant'
  middle: 'none' | 'same' | 'one' | 'short' | 'initial'
  hasConflict: boolean
}

/** Compares given names by the default rule or, with `alike`, by a match option; null if they disagree. */
export function compareGivenNames(
  alert: GivenNames,
  record: GivenNames,
  alike: ((alert: string, record: string) => boolean) | null = null,
): GivenNameAgreement | null {
  const first = compareFirstNames(alert, record, alike)
  if (!first) return null
  const middle = compareMiddleNames(alert.middles, record.middles)
  return middle ? { first, ...middle } : null
}

function compareFirstNames(alert: GivenNames, record: GivenNames, alike: ((a: string, b: string) => boolean) | null) {
  if (alert.first === record.first) return 'equal'
  if (alike) return !isInitial(alert.first) && !isInitial(record.first) && alike(alert.first, record.first) && 'variant'
  if (alert.isJoined || record.isJoined) return null
  return matchesByInitial(alert.first, record.first) ? 'initial' : null
}

type MiddleAgreement = Omit<GivenNameAgreement, 'first'>
const noMiddles: MiddleAgreement = { middle: 'none', hasConflict: false }

const isTelling = (name: string) => !particles.has(name) && !patronymicWords.has(name)

/**
 * Middle names count only if both sides have one. Particles and patronymics, which many people share, are no sign of
 * agreement.
 */
function compareMiddleNames(alert: string[], record: string[]): MiddleAgreement | null {
  if (alert.every(isTelling) && record.every(isTelling)) return compareTellingMiddles(alert, record)
  const [fromAlert, fromRecord] = [alert.filter(isTelling), record.filter(isTelling)]
  if (fromAlert.length > 0 && fromRecord.length > 0) return compareTellingMiddles(fromAlert, fromRecord)
  return compareTellingMiddles(alert, record) && noMiddles
}

function compareTellingMiddles(alert: string[], record: string[]): MiddleAgreement | null {
  if (alert.length === 0 || record.length === 0) return noMiddles
  const words = alert.filter((name) => !isInitial(name))
  if (words.length > 0 && alert.join('') === record.join('')) return { middle: 'same', hasConflict: false }
  const hasConflict = alert.some(matchesNoneOf(record)) && record.some(matchesNoneOf(alert))
  if (words.some((name) => record.includes(name))) return { middle: 'one', hasConflict }
  if (words.some((name) => record.some((other) => isSameName(name, other)))) return { middle: 'short', hasConflict }
  return alert.every(matchesNoneOf(record)) ? null : { middle: 'initial', hasConflict }
}

const matchesNoneOf = (others: string[]) => (name: string) =>
  !others.some((other) => isSameName(name, other) || matchesByInitial(name, other))

/** Equal, or one is the short form of the other. */
export const isSameName = (a: string, b: string) =>
  a === b || fullGivenNames(a).includes(b) || fullGivenNames(b).includes(a)

export const matchesByInitial = (a: string, b: string) =>
  isInitial(a) ? !isInitial(b) && b.startsWith(a) : isInitial(b) && a.startsWith(b)
