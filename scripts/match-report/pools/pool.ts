import type { Random } from '#scripts/made-up/random.ts'
import { particles } from '#shared/matching/tables/particles.ts'
import type { Someone } from '../spoilers/spoiler.ts'

export const poolNames = ['census', 'folder', 'origins'] as const
export type PoolName = (typeof poolNames)[number]

/**
 * Names to invent people from. A person's first and last name may have several words: MARIA ELENA, AL NASSER, CRUZ
 * ORTEGA, DE LA TORRE; `drawPlain` gives one word each, of three letters or more, for ways of writing that change words.
 */
export type Pool = {
  name: PoolName
  draw(random: Random): Someone
  drawPlain(random: Random): Someone
  /** Every word that the pool gives as a first name, and every one it gives as a last name. */
  givenNames: ReadonlySet<string>
  surnames: ReadonlySet<string>
}

/** A pool of two lists of words, each drawn evenly or as the list says. */
export function makePlainPool(
  name: PoolName,
  given: readonly string[],
  surnames: readonly string[],
  draws: { given(random: Random): string; surname(random: Random): string },
): Pool {
  const draw = (random: Random): Someone => ({
    first: draws.given(random),
    middle: draws.given(random),
    last: draws.surname(random),
  })
  return { name, draw, drawPlain: draw, givenNames: new Set(given), surnames: new Set(surnames) }
}

/** This many people without a word in common, but for particles, so that no name is made of two others'. */
export function drawApart(pool: Pool, count: number, random: Random, isPlain = false): Someone[] {
  const people: Someone[] = []
  const taken = new Set<string>()
  while (people.length < count) {
    const person = isPlain ? pool.drawPlain(random) : pool.draw(random)
    const words = [person.first, person.middle, person.last].flatMap(toNameWords)
    if (new Set(words).size < words.length || words.some((word) => taken.has(word))) continue
    for (const word of words) taken.add(word)
    people.push(person)
  }
  return people
}

/** The words of a name that tell people apart. */
export const toNameWords = (name: string): string[] =>
  name.split(/[ -]/).filter((word) => word !== '' && !isJoiningWord(word))

const joining = new Set(['BIN', 'IBN', 'BINT', 'THI', 'ABU', 'BEN'])
const isJoiningWord = (word: string) =>
  (particles.has(word) && word.length > 1 && word !== 'LE' && word !== 'LA' && word !== 'DU') || joining.has(word)
