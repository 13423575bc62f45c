// cspell:ignore OAKRIDGE
import { type FindQuery, type FindWord, readWord } from './find-query.ts'
import { parseAddress } from './parse-address.ts'

/** In a longer text we do not look for a missing or extra space. */
const maxWords = 6
/** No address has words shorter than this half of a word. */
const minHalf = 3
/** The maximum number of readings to try for one text. */
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

/** The standard forms that a query's words may contain. */
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
 * The query with two neighbors written as one word, or one word as two that the roll has ('OAKRIDGE' for OAK RIDGE).
 * Every word must still match.
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

/** The queries without the apartment or unit, for a roll that lists only the building; empty if no query has a unit. */
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
