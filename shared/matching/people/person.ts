import type { Reading, ReadingCause } from '#shared/contract/match.ts'
import { surnameShare } from '../tables/census.ts'
import { particles, surnameParticles, trailingParticles } from '../tables/particles.ts'
import type { FeedFormat } from '../text/feed-format.ts'
import { type GivenNames, isInitial, splitGivenNames, parseGivenNames, expandMohammad } from './given-names.ts'
import { isOnlySurname, isRatherGivenName } from './name-likelihood.ts'
import {
  leastWeight,
  likelihoodOfGiven,
  likelihoodOfSurname,
  likelihoodOfTwoSurnames,
  toWeights,
} from './reading-weight.ts'
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
  reading: Reading
  /**
   * Of a name with figures inside its words: these words as written, by what they are with letters. Only an alert with
   * typing slips reads it.
   */
  figures?: ReadonlyMap<string, string>
}

export type NameOrder = FeedFormat['nameOrder']
type Side = 'alert' | 'record'

/** Also that of an alert, whose form has a field for each name. */
const byComma: Reading = { cause: 'comma', weight: 1 }

/** The people as another clause of the rule made them. */
export const withCause = (people: Person[], cause: ReadingCause): Person[] =>
  people.map((person) => ({ ...person, reading: { ...person.reading, cause } }))

const digit = /\p{N}/u
const letter = /\p{L}/u
const hasLetter = (word: string) => letter.test(word)

/** The readings of these surname words and given names: more than one if they are ambiguous. */
export function toPeople(
  surnameWords: string[],
  given: string[],
  quotedNames: string[],
  context: { order: Person['order']; side: Side; reading?: Reading },
): Person[] {
  const { order, side, reading = byComma } = context
  const surname = parseSurname(surnameWords)
  const words = splitGivenNames(given)
  if (!surname || words.length === 0 || digit.test(words[0] ?? '') || !surnameWords.some(hasLetter)) return []
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
    reading,
  }))
  const withoutMark = side === 'record' ? withoutLifeEstate(words, order) : null
  if (withoutMark) read.push(...toPeople(surnameWords, withoutMark, quotedNames, context))
  const moved = moveTrailingParticle(surnameWords, words)
  if (moved) read.push(...toPeople(moved.surname, moved.given, quotedNames, context))
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

/** A surname and given names, as a split of words without a comma. */
export type Split = {
  surname: string[]
  given: string[]
  order: Person['order']
  isStated: boolean
  /** Two surnames written apart. */
  isDouble: boolean
  likelihood: number
}

/**
 * Parses words without a comma, in the order that the feed states, or else in both: each reading has its weight among
 * all, and one with hardly any is dropped. JOHN A SMITH is not A Smith of the family John.
 */
export function parseWithoutComma(words: string[], quotedNames: string[], stated: NameOrder): Person[] {
  const unmarried = withoutHusbandsName(words)
  const read = parseWords(words, quotedNames, stated)
  return unmarried ? [...read, ...parseWords(unmarried, quotedNames, stated)] : read
}

/** 'ANA GARCIA DE LOPEZ' is also Ana Garcia, and so is 'ANA GARCIA VIUDA DE LOPEZ': null if a name has no such end. */
export function withoutHusbandsName(words: string[]): string[] | null {
  const at = words.findIndex((word, i) => i > 0 && word === 'DE' && isHusbandsName(words, i + 1))
  if (at < 0) return null
  const from = widowMarks.has(words[at - 1] ?? '') ? at - 1 : at
  const rest = words.toSpliced(from, at + 2 - from)
  return rest.length > 1 ? rest : null
}

const widowMarks: ReadonlySet<string> = new Set(['VIUDA', 'VDA', 'VIUDO'])
const isHusbandsName = (words: string[], at: number) => {
  const name = words[at] ?? ''
  return name.length > 2 && !particles.has(name)
}

function parseWords(words: string[], quotedNames: string[], stated: NameOrder): Person[] {
  if (words.length > 1 && digit.test(words[0] + (words.at(-1) ?? ''))) return []
  const splits = listSplits(words, stated)
  const weights = weighSplits(splits)
  return splits.flatMap((split, i) => toPeopleOfSplit(split, quotedNames, weights[i] ?? 0))
}

/**
 * The weight of each split among all. Where the surname begins among particles is no question to the census, which knows
 * few such names: in one order these splits have the same weight.
 */
export function weighSplits(splits: Split[], others: number[] = []): number[] {
  const weights = toWeights([...splits.map(({ likelihood }) => likelihood), ...others])
  return splits.map(({ order, isDouble }, i) =>
    isDouble
      ? (weights[i] ?? 0)
      : splits.reduce((sum, other, at) => sum + (other.order === order && !other.isDouble ? (weights[at] ?? 0) : 0), 0),
  )
}

/** The people of one split; none if it has hardly any weight and the feed does not state its order. */
export function toPeopleOfSplit(
  { surname, given, order, isStated }: Split,
  quotedNames: string[],
  weight: number,
): Person[] {
  if (!isStated && weight < leastWeight.alone) return []
  const cause = isStated ? 'order' : 'either'
  return toPeople(surname, given, quotedNames, { order, side: 'record', reading: { cause, weight } })
}

/** Every way to split words without a comma, in the stated order or else in both. */
export function listSplits(words: string[], stated: NameOrder): Split[] {
  const splits: Split[] = []
  if (stated !== 'FIRST_LAST') {
    for (const count of leadingSurnameLengths(words))
      splits.push(toSplit(words.slice(0, count), words.slice(count), 'LAST_FIRST', stated !== null))
  }
  if (stated !== 'LAST_FIRST') {
    for (const from of trailingSurnameStarts(words))
      splits.push(toSplit(words.slice(from), words.slice(0, from), 'FIRST_LAST', stated !== null))
  }
  return splits
}

function toSplit(surname: string[], given: string[], order: Person['order'], isStated: boolean): Split {
  const names = surname.filter((word) => word !== 'Y')
  const isDouble = names.length > 1 && !names.slice(0, -1).some((word) => particles.has(word))
  const likelihood = isDouble ? likelihoodOfTwoSurnames(names) : likelihoodOfSurname(surname)
  const hasY = names.length < surname.length
  return {
    surname,
    given,
    order,
    isStated,
    isDouble: isDouble && !hasY,
    likelihood: likelihood * likelihoodOfGiven(given),
  }
}

/** 'GARCIA OCAMPO MARIA': two words that are not given names before one that is. */
const beginsWithDoubleSurname = ([first = '', second = '', third = '']: string[]) =>
  isOnlySurname(second) &&
  isOnlySurname(first) &&
  isRatherGivenName(third) &&
  !isInitial(third) &&
  !particles.has(third)

/** The order that the words of a name show: the other has hardly any weight. Null if they show none. */
export function inferOrder(words: string[]): NameOrder {
  if (words.length < 2) return null
  const splits = listSplits(words, null)
  const weights = weighSplits(splits)
  const isRead = (order: Person['order']) =>
    splits.some((split, i) => split.order === order && (weights[i] ?? 0) >= leastWeight.alone)
  const [isLastFirst, isFirstLast] = [isRead('LAST_FIRST'), isRead('FIRST_LAST')]
  return isLastFirst === isFirstLast ? null : isLastFirst ? 'LAST_FIRST' : 'FIRST_LAST'
}

/** How many leading words form the surname; two answers if a particle, a Y or a second surname can be read both ways. */
function leadingSurnameLengths(words: string[]): number[] {
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

/** Particles that are also middle names: MINH VAN TRAN. */
const middleNameParticles: ReadonlySet<string> = new Set(['VAN', 'DI', 'LE', 'DO'])

/** Whether the particle before a surname may be a middle name: the census knows the surname, and not with the particle. */
const isMiddleName = (particle: string, surname: string) =>
  middleNameParticles.has(particle) && surnameShare(surname) > 0 && surnameShare(particle + surname) === 0

/** Where the surname at the end begins; several answers if VAN, O or Y may be a middle name. */
export function trailingSurnameStarts(words: string[]): number[] {
  if (words.length < 2) return []
  let from = words.length - 1
  while (from > 1 && particles.has(words[from - 1] ?? '')) from--
  const answers = [from]
  const follows = words[from - 1]
  if (
    follows !== undefined &&
    !isInitial(follows) &&
    from === words.length - 2 &&
    isMiddleName(words[from] ?? '', words.at(-1) ?? '')
  )
    answers.push(from + 1)
  if (words[from] === 'O' && from < words.length - 1) answers.push(from + 1)
  if (words[from - 1] === 'Y' && from > 2) answers.push(from - 2)
  return answers
}
