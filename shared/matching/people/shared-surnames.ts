import { isInitial } from './given-names.ts'
import { isGivenNameFirst, isKnownGivenName, isKnownName, namesOrganization } from './name-likelihood.ts'
import type { NamePartWords } from './name-parts.ts'
import { inferOrder, listSplits, type NameOrder, trailingSurnameStarts } from './person.ts'

/** The surnames that the parts of a joint name share: of 'SMITH, JOHN & MARY' or 'JOHN & MARY SMITH'. */

/** One part of a joint name such as 'SMITH, JOHN & MARY', with its words. */
export type JointPart = { words: NamePartWords; isLegalEntity: boolean }

/** `hasComma` says that a comma shows it; `order` is that of the name that has it. */
export type SharedSurname = { words: string[]; hasComma: boolean; order: 'LAST_FIRST' | 'FIRST_LAST' }

/** A surname before the parts, or before a comma. */
export const toShared = (words: string[], hasComma: boolean): SharedSurname => ({
  words,
  hasComma,
  order: 'LAST_FIRST',
})

/** The order of a part that repeats the shared surname: 'SMITH, JOHN & MARY SMITH'. */
export function repeatsSurname(words: string[], shared: SharedSurname[]): 'LAST_FIRST' | 'FIRST_LAST' | null {
  for (const { words: surname } of shared) {
    const count = surname.length
    if (count >= words.length) continue
    if (surname.every((word, i) => word === words[words.length - count + i])) return 'FIRST_LAST'
    if (surname.every((word, i) => word === words[i])) return 'LAST_FIRST'
  }
  return null
}

/** The surnames that later parts may share: of the two ends of a name, not the one that is more likely a given name. */
export function toSharedSurnames(words: string[], stated: NameOrder): SharedSurname[] {
  const splits = listSplits(words, stated ?? inferOrder(words) ?? inferFromEnds(words))
  return splits.map(({ surname, order }) => ({ words: surname, hasComma: false, order }))
}

/** The order that the ends of a name show. An error here is one about each neighbor, so the likelier order is taken. */
function inferFromEnds(words: string[]): NameOrder {
  const [first = ''] = words
  const last = words.at(-1) ?? ''
  if (isInitial(last)) return 'LAST_FIRST'
  if (isUnclear(first, last) || isUnclear(last, first)) return null
  const isGivenFirst = isGivenNameFirst(first, last)
  return isGivenFirst === null ? null : isGivenFirst ? 'FIRST_LAST' : 'LAST_FIRST'
}

/** A word that no list holds does not make a surname the surname of the other: ALLSOPP may be that of 'ALLSOPP REXFORD'. */
const isUnclear = (word: string, other: string) =>
  !isKnownName(word) && !isKnownGivenName(word) && !isKnownGivenName(other)

/** The surname that given names before the last part share: that part's last word, or its surname before a comma. */
export function findFollowingSurname(parts: JointPart[], i: number): string[] | null {
  for (let last = parts.length - 1; last > i; last--) {
    const part = parts[last]
    if (!part || part.isLegalEntity || namesOrganization(part.words.words)) return null
    const { surname, words } = part.words
    if (surname) return surname
    const from = isInitial(words.at(-1) ?? '') ? undefined : trailingSurnameStarts(words)[0]
    if (from !== undefined) return words.slice(from)
    if (words.length > 0) return null
  }
  return null
}
