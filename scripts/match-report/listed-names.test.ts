import { expect, test } from 'vitest'
import { type Listing, toPartyListing } from './listed-names.ts'

test.each<[name: string, listing: Listing | null]>([
  ['SMITH, MARY', 'listed'],
  ['SMITH-GARCIA, MARY', 'listed'],
  ['SMITH, MARY & JOHN', 'listed'],
  ['BRANDVOLDSEN, MARY', 'unlisted'],
  ['SMITH-BRANDVOLDSEN, MARY', 'unlisted'],
  ['SMITH, THESSALYN', 'unlisted'],
  ['SMITH, MARY & THESSALYN', 'unlisted'],
  ['HARBOR LEDGER LLC', null],
  ['MARY SMITH', null],
])('%s is %s', (name, listing) => expect(toPartyListing(name)).toBe(listing))
