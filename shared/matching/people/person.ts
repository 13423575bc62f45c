import { firmParticles, particles, surnameParticles, trailingParticles } from '../tables/particles.ts'
import type { FeedFormat } from '../text/feed-format.ts'
import { type GivenNames, isInitial, splitGivenNames, parseGivenNames, expandMohammad } from './given-names.ts'
import { isOnlySurname, isRatherGivenName } from './name-likelihood.ts'
import { parseSurname, type Surname } from './surname.ts'

/** One reading of a person: a surname, and the given names in each of their readings. */
export type Person = {
  surname: Surname
  surnameWords: string[]
  /** The given names as words, for joint names, A/K/A and match texts. */
  givenWords: string[]
  givenNames: GivenNames[]
  /** The order in the text: surname first (also with a comma, or shared), or last. */
  order: 'LAST_FIRST' | 'FIRST_LAST'
}

export type NameOrder = FeedFormat['nameOrder']
type Side = 'alert' | 'record'

const digit = /\p{N}/u

/** The readings of these surname words and given names: more than one if they are ambiguous. */
export function toPeople(
  surnameWords: string[],
  given: string[],
  quotedNames: string[],
  { order, side }: { order: Person['order']; side: Side },
): Person[] {
  const surname = parseSurname(surnameWords)
  const words = splitGivenNames(given)
  if (!surname || words.length === 0 || digit.test(words[0] ?? '')) return []
  const lists = expandMohammad(words)
  const read = lists.map((list, i): Person => ({
    surname,
    surnameWords,
    givenWords: list,
    // The second list leaves out a first name, MD.
    givenNames: parseGivenNames(list, quotedNames, side).map((name) =>
      i === 0 ? name : { ...name, isAlternate: true },
    ),
    order,
  }))
  const withoutMark = side === 'record' ? withoutLifeEstate(words, order) : null
  if (withoutMark) read.push(...toPeople(surnameWords, withoutMark, quotedNames, { order, side }))
  const moved = moveTrailingParticle(surnameWords, words)
  if (moved) read.push(...toPeople(moved.surname, moved.given, quotedNames, { order, side }))
  return read
}

/** LE after given names is L/E (life estate) or a name, so both are read. */
function withoutLifeEstate(given: string[], order: Person['order']): string[] | null {
  return order === 'LAST_FIRST' && given.length > 1 && given.at(-1) === 'LE' ? given.slice(0, -1) : null
}

/** 'BREEMEN, BRIAN K VAN' is also Brian K Van Breemen. */
function moveTrailingParticle(surname: string[], given: string[]) {
  let from = given.length
  while (from > 1 && trailingParticles.has(given[from - 1] ?? '')) from--
  if (from === given.length || from === 0) return null
  return { surname: [...given.slice(from), ...surname], given: given.slice(0, from) }
}

/** Parses words without a comma, in the order that the feed states, or else in both. */
export function parseWithoutComma(words: string[], quotedNames: string[], stated: NameOrder, side: Side): Person[] {
  const read: Person[] = []
  if (words.length > 1 && digit.test(words[0] + (words.at(-1) ?? ''))) return read
  const order = stated ?? inferOrder(words)
  if (order !== 'FIRST_LAST') {
    for (const count of leadingSurnameLengths(words)) {
      read.push(...toPeople(words.slice(0, count), words.slice(count), quotedNames, { order: 'LAST_FIRST', side }))
    }
  }
  if (order !== 'LAST_FIRST') {
    for (const from of trailingSurnameStarts(words)) {
      read.push(...toPeople(words.slice(from), words.slice(0, from), quotedNames, { order: 'FIRST_LAST', side }))
    }
  }
  return read
}

/**
 * The order that the words of a name show if the feed states none: JOHN A SMITH is not A Smith of the family John,
 * since JOHN is more common as a given name than as a surname and SMITH is not. Two particles begin a surname (DE LA
 * CRUZ). Null if the words show none.
 */
export function inferOrder(words: string[]): NameOrder {
  const [first = '', ...others] = words
  const last = others.pop() ?? ''
  if (others.length === 0 || isInitial(first) || isInitial(last)) return null
  if (firmParticles.has(first) && particles.has(others[0] ?? '')) return 'LAST_FIRST'
  if (!others.every((word) => isInitial(word) || particles.has(word))) return null
  return isRatherGivenName(first) && !isRatherGivenName(last) ? 'FIRST_LAST' : null
}

/** 'GARCIA OCAMPO MARIA': two words that are not given names before one that is. */
const beginsWithDoubleSurname = ([first = '', second = '', third = '']: string[]) =>
  isOnlySurname(second) &&
  isOnlySurname(first) &&
  isRatherGivenName(third) &&
  !isInitial(third) &&
  !particles.has(third)

/** How many leading words form the surname; two answers if a particle, a Y or a second surname can be read both ways. */
export function leadingSurnameLengths(words: string[]): number[] {
  if (words.length < 2) return []
  let count = 0
  while (count < words.length - 1 && particles.has(words[count] ?? '')) count++
  const attached = count + 1
  const answers = attached < words.length ? [attached] : []
  if (words[attached] === 'Y' && attached + 2 < words.length) answers.push(attached + 2)
  if (count === 0 && beginsWithDoubleSurname(words)) answers.push(2)
  if (count > 0 && (answers.length === 0 || surnameParticles.has(words[0] ?? ''))) answers.push(1)
  return answers
}

/** Where the surname at the end begins; two answers if O or Y may be an initial. */
export function trailingSurnameStarts(words: string[]): number[] {
  if (words.length < 2) return []
  let from = words.length - 1
  while (from > 1 && particles.has(words[from - 1] ?? '')) from--
  const answers = [from]
  if (words[from] === 'O' && from < words.length - 1) answers.push(from + 1)
  if (words[from - 1] === 'Y' && from > 2) answers.push(from - 2)
  return answers
}
