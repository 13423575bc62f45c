import { mohammadAbbreviations } from '../tables/dropped-words.ts'
import { findRuns, type Run, type Token } from '../text/tokens.ts'
import { type MetPerson, toSurnameParts } from './matched-words.ts'

/** Words placed on the text, and how far apart they are: the lower the cost, the likelier they are one name. */
type Placement = { runs: Run[]; cost: number }

/** Names of a text that begin at this many places are enough to compare. */
const maxStarts = 12

/**
 * The tokens of a person's words. The same word may occur several times, so we take the places where surname and given
 * names are closest, in one part if possible, and in the order in which they were read. Null if a word is not found.
 */
export function locatePerson(tokens: Token[], met: MetPerson): number[] | null {
  const surnames = placeWords(tokens, met.surname)
  const givens = placeWords(tokens, met.given)
  const own = new Set([...toSurnameParts(met.person.surnameWords), ...met.person.givenWords])
  let best: { runs: Run[]; cost: number } | null = null
  for (const given of givens) {
    const strangers = countStrangers(tokens, given, own)
    for (const surname of surnames) {
      if (overlaps(given.runs, surname.runs)) continue
      const cost = given.cost + surname.cost + strangers + findDistance(tokens, surname, given, met.person.order)
      if (!best || cost < best.cost) best = { runs: [...surname.runs, ...given.runs], cost }
    }
  }
  return best && best.runs.flatMap(listIndexes)
}

const listIndexes = ({ from, to }: Run) => Array.from({ length: to - from }, (_, i) => from + i)

const overlaps = (some: Run[], others: Run[]) => some.some((a) => others.some((b) => a.from < b.to && b.from < a.to))

/** Every place of the first word, each with the nearest place of the words after it. */
function placeWords(tokens: Token[], words: string[]): Placement[] {
  const [starts = [], ...others] = words.map((word) => findPlaces(tokens, word))
  if (words.length === 0 || others.some((places) => places.length === 0)) return []
  return starts.slice(0, maxStarts).map((start) => {
    const runs = [start]
    let cost = 0
    for (const places of others) {
      const last = runs.at(-1) ?? start
      const free = places.filter((place) => !overlaps([place], runs))
      const [nearest = last] = free.toSorted((a, b) => measure(tokens, last, a) - measure(tokens, last, b))
      cost += measure(tokens, last, nearest)
      runs.push(nearest)
    }
    return { runs, cost }
  })
}

/** The place of a word, in full or abbreviated (MD, WM). */
function findPlaces(tokens: Token[], word: string): Run[] {
  const runs = findRuns(tokens, word)
  if (runs.length > 0) return runs
  return tokens.flatMap(({ text }, from) => (isShortFor(text, word) ? [{ from, to: from + 1 }] : []))
}

/** The letters of a short form are in the word in the same order, from the first: WM in WILLIAM. */
function isShortFor(text: string, word: string): boolean {
  if (text.length < 2 || text.length >= word.length || text[0] !== word[0]) return false
  if (word === 'MOHAMMAD' && mohammadAbbreviations.has(text)) return true
  let at = 0
  for (const letter of word) if (letter === text[at]) at++
  return at === text.length
}

/** Words between two places; a word before the one it should follow, or in another part, is farther. */
function measure(tokens: Token[], from: Run, to: Run): number {
  const gap = to.from >= from.to ? to.from - from.to : from.from - to.to + 4
  return gap + crossing(tokens, from, to)
}

function crossing(tokens: Token[], a: Run, b: Run): number {
  const parts = Math.abs((tokens[a.from]?.part ?? 0) - (tokens[b.from]?.part ?? 0))
  return parts === 0 ? 0 : parts + 6
}

function findDistance(
  tokens: Token[],
  surname: Placement,
  given: Placement,
  order: MetPerson['person']['order'],
): number {
  const distances = surname.runs.flatMap((a) =>
    given.runs.map((b) => (order === 'LAST_FIRST' ? measure(tokens, a, b) : measure(tokens, b, a))),
  )
  return Math.min(...distances)
}

/** Words in the part of the given names that are not the person's. */
function countStrangers(tokens: Token[], { runs: [first] }: Placement, own: ReadonlySet<string>): number {
  const part = tokens[first?.from ?? 0]?.part
  const strangers = tokens.filter((token) => token.part === part && !own.has(token.text))
  return Math.min(strangers.length, 4)
}
