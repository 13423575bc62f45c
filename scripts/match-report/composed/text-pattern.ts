import type { Random } from '#scripts/made-up/random.ts'
import type { FeedFormat } from '#shared/matching/public.ts'
import type { Someone } from '../spoilers/spoiler.ts'

export type StatedOrder = FeedFormat['nameOrder']

/** First and last name, as an alert gives them. */
export type Pair = { first: string; last: string }

/** A text with who is in it; an alert for another person must not find it. */
export type ComposedText = {
  text: string
  named: Pair[]
  /** First and last names that stand in the text only for people who are no party to it, such as after C/O. */
  absent?: Pair[]
  /** Readings that the text allows as well: they count neither as found nor as invented. */
  allowed?: Pair[]
  /** People whose name is inside a trust or an estate without a comma: it is read in both orders. */
  eitherOrder?: Someone[]
}

/** People of one text. `middle` is as written: a full word, an initial or ''. */
export type Cast = { a: Someone; b: Someone; c: Someone; random: Random }

/**
 * How a pattern writes names: 'comma' as LAST, FIRST; 'lastFirst' as LAST FIRST; 'firstLast' as spoken. Half the texts
 * state that order and half state none. Where none is stated and no comma shows it, both orders of a name are right.
 */
export type Writing = 'comma' | 'lastFirst' | 'firstLast'
export type TextPattern = { name: string; writing: Writing; compose: (cast: Cast) => ComposedText }

export const statedOrders: Record<Writing, StatedOrder> = {
  comma: 'LAST_FIRST',
  lastFirst: 'LAST_FIRST',
  firstLast: 'FIRST_LAST',
}

const words = (...parts: string[]) => parts.filter((part) => part !== '').join(' ')
const given = ({ first, middle }: Someone) => words(first, middle)

/** LAST, FIRST MIDDLE */
export const indexed = (person: Someone) => `${person.last}, ${given(person)}`
/** FIRST MIDDLE LAST */
export const spoken = (person: Someone) => words(given(person), person.last)
/** LAST FIRST MIDDLE */
export const plain = (person: Someone) => words(person.last, given(person))
export const givenOf = given

const surname = /(?:(?:AL|EL|ABU|BIN|DE|DEL|DELA|DELOS|DA|DOS|DI|DER|TER|VAN|DEN|DELLA|SAINT|LA|LOS) )*[^ ]+/g

/**
 * Two last names with a hyphen between them: without a comma nothing else would show where the first name begins. A
 * second one with particles is left out.
 */
export function joinLast(person: Someone): Someone {
  const [first = person.last, second] = person.last.match(surname) ?? []
  return { ...person, last: second === undefined || second.includes(' ') ? first : `${first}-${second}` }
}

/** FIRST I LAST, where only an initial shows that the last word is the person's own last name. */
export const withInitial = (person: Someone): Someone => ({
  ...person,
  middle: (person.middle || person.last).charAt(0),
})
/** One word and no middle name, where a second word could be a last name. */
export const short = (person: Someone): Someone => ({ ...person, first: person.first.split(' ')[0]!, middle: '' })
/** The last name without particles and second halves. */
export const toPlainLast = (person: Someone): Someone => ({ ...person, last: person.last.split(/[ -]/).at(-1)! })
export const withLast = (person: Someone, { last }: Someone): Someone => ({ ...person, last })

export const toPair = ({ first, last }: Someone): Pair => ({ first, last })
export const text = (written: string, ...named: Someone[]): ComposedText => ({
  text: written,
  named: named.map(toPair),
})
/** The text of a trust or an estate without a comma. */
export const inEitherOrder = (composed: ComposedText, ...eitherOrder: Someone[]): ComposedText => ({
  ...composed,
  eitherOrder,
})

const pattern =
  (writing: Writing) =>
  (name: string, compose: TextPattern['compose']): TextPattern => ({ name, writing, compose })
export const comma = pattern('comma')
export const lastFirst = pattern('lastFirst')
export const firstLast = pattern('firstLast')
