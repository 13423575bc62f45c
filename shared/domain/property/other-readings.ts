// cspell:ignore OAKRIDGE
import { type FindQuery, type FindWord, readWord } from './find-query.ts'
import { parseAddress } from './parse-address.ts'

/** A text with more words has no slip of the space bar worth looking for. */
const maxWords = 6
/** A shorter half of a word is none of an address. */
const minHalf = 3
/** Readings to try of one text. */
const maxReadings = 8

const isName = (word: FindWord | undefined): word is FindWord =>
  word !== undefined && !word.mustBeUnit && !/\d/.test(word.typed)

const replace = ({ words, ...query }: FindQuery, at: number, count: number, written: readonly string[]): FindQuery => ({
  ...query,
  words: words.toSpliced(at, count, ...written.map((text) => readWord(text, false))),
})

/** 'LARK SPUR' may be LARKSPUR. */
const joinWords = (query: FindQuery): FindQuery[] =>
  query.words.flatMap((word, at) => {
    const next = query.words[at + 1]
    return isName(word) && isName(next) ? [replace(query, at, 2, [word.typed + next.typed])] : []
  })

const splitWord = (text: string): [string, string][] =>
  Array.from({ length: Math.max(0, text.length - 2 * minHalf + 1) }, (_, n) => [
    text.slice(0, minHalf + n),
    text.slice(minHalf + n),
  ])

/** The words that a query's words may hold, in standard form. */
export const listHalves = ({ words }: FindQuery): string[] =>
  words.length > maxWords
    ? []
    : words.flatMap((word) =>
        isName(word)
          ? splitWord(word.typed)
              .flat()
              .map((half) => readWord(half, false).exact)
          : [],
      )

/**
 * The query with two neighbors written as one word, or one word as two that the roll has ('OAKRIDGE' for OAK RIDGE). Every
 * word still has to be met.
 */
export function readApartOrTogether(query: FindQuery, isInRoll: (standard: string) => boolean): FindQuery[] {
  if (query.words.length > maxWords) return []
  const apart = query.words.flatMap((word, at) =>
    isName(word)
      ? splitWord(word.typed)
          .filter((halves) => halves.every((half) => isInRoll(readWord(half, false).exact)))
          .map((halves) => replace(query, at, 1, halves))
      : [],
  )
  return [...joinWords(query), ...apart].slice(0, maxReadings)
}

/** The queries without the apartment or unit, for a roll that lists the building alone; none without one. */
export const withoutUnits = (queries: readonly FindQuery[]): FindQuery[] =>
  queries
    .filter(({ numbers, words }) => numbers.length > 0 && words.some(({ mustBeUnit }) => mustBeUnit))
    .map((query) => ({ ...query, words: query.words.filter(({ mustBeUnit }) => !mustBeUnit) }))
    .filter(({ words }) => words.length > 0)

/** Whether an address names an apartment or unit: its parcel is not the whole building. */
export function namesUnit(address: string): boolean {
  const { units, trailing } = parseAddress(address)
  return units.length > 0 || trailing !== ''
}
