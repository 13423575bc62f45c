import { givenNameShare, surnameShare } from '#shared/matching/tables/census.ts'
import { type PlainName, readPlainNames, toLetters } from './plain-name.ts'

/** The two pools that the people of a file belong to: with both names in the census list, or with one that it lacks. */
export const listings = ['listed', 'unlisted'] as const
export type Listing = (typeof listings)[number]

export const listingTitles: Record<Listing, string> = {
  listed: 'both names in the census list',
  unlisted: 'a name that it lacks',
}

const words = (name: string) => name.split(/[\s-]+/).map(toLetters)

/** A double last name is in the list if each half is. */
export function toListing({ first, last }: Pick<PlainName, 'first' | 'last'>): Listing {
  const isSurname = surnameShare(toLetters(last)) > 0 || words(last).every((word) => surnameShare(word) > 0)
  return isSurname && givenNameShare(toLetters(first)) > 0 ? 'listed' : 'unlisted'
}

/** The listing of the people of an index name, by the comma alone; null if it names none. One unlisted name is enough. */
export function toPartyListing(text: string): Listing | null {
  const people = readPlainNames(text)
  if (people.length === 0) return null
  return people.every((person) => toListing(person) === 'listed') ? 'listed' : 'unlisted'
}
