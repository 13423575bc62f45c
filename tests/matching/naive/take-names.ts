import type { Criteria } from '#shared/contract/alert.ts'
import { isWrittenShort, spell, spellFigures, toWords } from './words.ts'

/** For tests: what is left of a record's marked words when an alert's last name, then its first name is taken out. */

export type Name = Extract<Criteria, { alertType: 'NAME' }>

/** An alert's name and the marked words of a record, both as words. */
export type Pair = { given: string[]; last: string[]; earlier: string[]; marked: string[]; raw: string }

const titles = new Set(['DR', 'MR', 'MRS', 'MS', 'JR', 'SR', 'II', 'III', 'IV'])
const withoutTitles = (words: string[]) => {
  const kept = words.filter((word) => !titles.has(word))
  return kept.length > 0 ? kept : words
}
/** Two consonants that are a name written short. */
const shortNames = new Set(['MD', 'WM'])
const splitInitials = (words: string[]) =>
  words.length === 1 && !shortNames.has(words[0] ?? '') && /^[B-DF-HJ-NP-TV-XZ]{2}$/.test(words[0] ?? '')
    ? [...(words[0] ?? '')]
    : words

export const toPair = (criteria: Name, words: string[], raw: string): Pair => ({
  raw: raw.replaceAll(/[A-Z0-9]+/g, spellFigures),
  given: splitInitials(withoutTitles(toWords(criteria.firstName))),
  last: withoutTitles(toWords(criteria.lastName)),
  earlier: toWords(criteria.formerLastName),
  marked: words.map(spellFigures).flatMap((word) => (words.length === 2 ? splitInitials([word]) : [word])),
})

/** The marked words that are left when the last name is taken out, in each way to do so. */
export type Rest = string[]
const orEmpty = (rest: Rest | null): Rest[] => (rest ? [rest] : [])

export const wholeLast = ({ last, marked }: Pair): Rest[] => {
  const spelled = [last, last.filter((word) => word !== 'Y'), [...last, 'LE']]
  return spelled.slice(0, 2).flatMap((words) => [
    ...orEmpty(spell(words.join(''), marked)),
    ...orEmpty(
      spell(
        words.join(''),
        marked.filter((word) => word !== 'Y'),
      ),
    ),
  ])
}

/** One part of the alert's last name, or all of it where the record's has more; a part may be of several words. */
export function partOfLast(pair: Pair): Rest[] {
  const { last, marked } = pair
  const runs = last.flatMap((_, from) => last.slice(from).map((__, i) => last.slice(from, from + i + 1).join('')))
  return runs.flatMap((run) => orEmpty(spell(run, marked)))
}

export function turnedLast(pair: Pair): Rest[] {
  const rest = wholeLast(pair)
  const order = pair.last.filter((word) => word !== 'Y').join('')
  const asMarked = pair.marked.filter((word) => pair.last.includes(word)).join('')
  return pair.last.length > 1 && order !== asMarked ? rest : []
}

export const similarLast =
  (isNear: (a: string, b: string) => boolean) =>
  ({ last, marked }: Pair): Rest[] => {
    const starts = marked.flatMap((_, from) => marked.slice(from).map((__, i) => [from, from + i + 1] as const))
    return starts.flatMap(([from, to]) =>
      isNear(last.join(''), marked.slice(from, to).join('')) ? [marked.toSpliced(from, to - from)] : [],
    )
  }
export const similarPart =
  (isNear: (a: string, b: string) => boolean) =>
  (pair: Pair): Rest[] =>
    [pair.last, ...pair.last.map((word) => [word])].flatMap((last) => similarLast(isNear)({ ...pair, last }))

/** What is left of the marked words without the first name, as written or with the words after it. */
const joinings = (given: string[]) =>
  [1, 2, 3].map((count) => given.slice(0, count)).filter((words) => words.length > 0)
export const sameFirst = (given: string[], rest: Rest): Rest[] =>
  joinings(given).flatMap((words) => orEmpty(spell(words.join(''), rest)))
/** One of the given names is the first name of one of the two. */
export const anyFirst = (given: string[], rest: Rest): Rest[] =>
  given.flatMap((_, from) => sameFirst(given.slice(from), rest))
export const nearFirst =
  (isNear: (a: string, b: string) => boolean) =>
  (given: string[], rest: Rest): Rest[] =>
    joinings(given).flatMap((words) =>
      rest.flatMap((_, from) =>
        [1, 2, 3].flatMap((count) =>
          isNear(words.join(''), rest.slice(from, from + count).join('')) ? [rest.toSpliced(from, count)] : [],
        ),
      ),
    )
export const initialFirst =
  (alertHasInitial: boolean, recordHasInitial: boolean) =>
  (given: string[], rest: Rest): Rest[] =>
    given.flatMap((name) =>
      rest.flatMap((word, i) =>
        (name.length === 1) === alertHasInitial && (word.length === 1) === recordHasInitial && name[0] === word[0]
          ? [rest.toSpliced(i, 1)]
          : [],
      ),
    )
export const byInitial = (given: string[], rest: Rest) => [
  ...initialFirst(true, true)(given, rest),
  ...initialFirst(true, false)(given, rest),
  ...initialFirst(false, true)(given, rest),
]
export const shortFirst =
  (isRightWay: (alert: string, record: string) => boolean) =>
  (given: string[], rest: Rest): Rest[] =>
    given.flatMap((name) =>
      rest.flatMap((word, i) => (isWrittenShort(name, word) && isRightWay(name, word) ? [rest.toSpliced(i, 1)] : [])),
    )
export const shortEither = shortFirst(() => true)
/** Equal, or written short on one side. */
export const matchingFirst = (given: string[], rest: Rest) => [...anyFirst(given, rest), ...shortEither(given, rest)]
export const firstOrInitial = (given: string[], rest: Rest) => [...sameFirst(given, rest), ...byInitial(given, rest)]
/** All that is left begins the given names. */
export const cutFirst = (given: string[], rest: Rest): Rest[] =>
  given.join('').startsWith(rest.join('')) || rest.every((word) => given.some((name) => name.startsWith(word)))
    ? [[]]
    : []
