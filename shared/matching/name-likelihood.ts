import { givenNameShare, surnameShare } from './tables/census.ts'
import { organizationWords } from './tables/organization-words.ts'

/** What the census says of a word: whether people have it rather as a given name, or rather as a surname. */

/** Commoner as a given name than as a surname. */
export const isRatherGivenName = (word: string): boolean => givenNameShare(word) > surnameShare(word)

/** Commoner as a surname than as a given name. */
export const isRatherSurname = (word: string): boolean => surnameShare(word) > givenNameShare(word)

export const isKnownGivenName = (word: string): boolean => givenNameShare(word) > 0

/** A given name or a surname. */
export const isKnownName = (word: string): boolean => givenNameShare(word) > 0 || surnameShare(word) > 0

/** A surname that the census does not know as a given name. */
export const isOnlySurname = (word: string): boolean => surnameShare(word) > 0 && givenNameShare(word) === 0

/** A given name that the census does not know as a surname. */
export const isOnlyGivenName = (word: string): boolean => givenNameShare(word) > 0 && surnameShare(word) === 0

/** A word of an organization's name that nobody is called by: INVESTMENTS, but not CHURCH. */
export const isOnlyOrganizationWord = (word: string): boolean =>
  organizationWords.has(word) && surnameShare(word) === 0 && givenNameShare(word) === 0
