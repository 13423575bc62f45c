import { givenNameShare, surnameShare } from '../tables/census.ts'
import { ambiguousNames } from '../tables/dropped-words.ts'
import { organizationWords, tradeWords } from '../tables/organization-words.ts'

/** What the census says about a word: whether it is more likely a given name or a surname. */

/** More common as a given name than as a surname. */
export const isRatherGivenName = (word: string): boolean =>
  ambiguousNames.has(word) || givenNameShare(word) > surnameShare(word)

/** More common as a surname than as a given name. */
export const isRatherSurname = (word: string): boolean => surnameShare(word) > givenNameShare(word)

export const isKnownGivenName = (word: string): boolean => ambiguousNames.has(word) || givenNameShare(word) > 0

/** How much more common one reading must be to count, if the given names alone would decide otherwise. */
const clearOdds = 4
/** The assumed share of a name that a list does not have. */
const leastShare = 1e-7

/**
 * Whether two words are more likely a given name and a surname, in this order, than the reverse; null if the census
 * does not show it.
 */
export function isGivenNameFirst(first: string, last: string): boolean | null {
  const given = givenShare(first) * (surnameShare(last) + leastShare)
  const reverse = givenShare(last) * (surnameShare(first) + leastShare)
  if (given > clearOdds * reverse) return true
  if (reverse > clearOdds * given) return false
  const [a, b] = [givenShare(first), givenShare(last)]
  return a === b ? null : a > b
}

const givenShare = (word: string) => (ambiguousNames.has(word) ? 0.01 : givenNameShare(word)) + leastShare

/** A given name or a surname. */
export const isKnownName = (word: string): boolean => givenNameShare(word) > 0 || surnameShare(word) > 0

/** A surname that the census does not know as a given name. */
export const isOnlySurname = (word: string): boolean => surnameShare(word) > 0 && givenNameShare(word) === 0

/** The share of surnames that are rarer than the same word in the name of an organization: HOMES, but not CHURCH. */
const rareSurname = 0.00002

/**
 * Whether words without a comma name an organization: by a word that is in no person's name (INVESTMENTS), or by one
 * that hardly anyone has (HOMES) without a given name next to it.
 */
export function namesOrganization(words: string[]): boolean {
  const signs = words.filter((word) => organizationWords.has(word) || tradeWords.has(word))
  if (signs.length === 0) return false
  if (signs.some((word) => surnameShare(word) === 0 && givenNameShare(word) === 0)) return true
  return (
    signs.some((word) => surnameShare(word) < rareSurname && givenNameShare(word) === 0) &&
    !words.some(isRatherGivenName)
  )
}
