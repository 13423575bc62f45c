import type { FindQuery, FindWord } from '#shared/domain/property/find-query.ts'

/**
 * A range of words, all of which match the nth typed word. `place`: among the words of a street, city or zip; `unit`
 * and `number`: among those of a parcel itself.
 */
export type Probe = { n: number; scope: 'place' | 'unit' | 'number'; first: string; last: string; rank: number }

/** Added up over the words: any word with a slip ranks after all that only begin with the typed word. */
const ranks = { exact: 0, begins: 1, slip: 100 } as const
/** Sorts behind every character of a word. */
const beyond = '~'

type Range = Pick<Probe, 'first' | 'last' | 'rank'>
const whole = (word: string, rank: number): Range => ({ first: word, last: word, rank })
const beginning = (word: string): Range => ({ first: word, last: word + beyond, rank: ranks.begins })

function placeRanges(word: FindWord, slips: readonly string[]): Range[] {
  if (word.mustBeUnit) return []
  return [
    whole(word.exact, ranks.exact),
    beginning(word.typed),
    ...word.begun.map((begun) => whole(begun, ranks.begins)),
    ...slips.map((slip) => whole(slip, ranks.slip)),
  ]
}

const hasOnlyDigits = /^\d+$/

/**
 * What to look for in the roll for each word of a query.
 * @param slips the words of the roll that are one letter off, by the typed word
 */
export function toProbes(query: FindQuery, slips: ReadonlyMap<string, readonly string[]>): Probe[] {
  const probes = query.words.flatMap((word, n): Probe[] => {
    const inPlace = placeRanges(word, slips.get(word.typed) ?? [])
    const inUnit = word.canBeUnit ? [whole(word.typed, ranks.exact), beginning(word.typed)] : []
    const inNumber = hasOnlyDigits.test(word.typed) && !word.mustBeUnit ? [whole(word.typed, ranks.exact)] : []
    return [
      ...inPlace.map((range) => ({ n, scope: 'place' as const, ...range })),
      ...inUnit.map((range) => ({ n, scope: 'unit' as const, ...range })),
      ...inNumber.map((range) => ({ n, scope: 'number' as const, ...range })),
    ]
  })
  if (query.fraction === '') return probes
  return [...probes, { n: query.words.length, scope: 'number', ...whole(query.fraction, ranks.exact) }]
}
