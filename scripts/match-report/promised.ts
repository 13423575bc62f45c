import { randomAt } from '#scripts/made-up/random.ts'
import { noMatchOptions } from '#shared/contract/alert.ts'
import { parseRecord, decide, defaultFeedFormat } from '#shared/matching/public.ts'
import { parseEntered } from './entered.ts'
import { type Listing, listings, listingTitles, toListing } from './listed-names.ts'
import { type PlainName, readPlainNames } from './plain-name.ts'
import { seed } from './random.ts'
import { isNoMark } from './spoilers/marked-words.ts'
import type { Someone } from './spoilers/spoiler.ts'
import { spoilers } from './spoilers/spoilers.ts'
import { formatTable } from './table.ts'

/** Copies tried and found, and for each way of writing that failed, how often it did. */
type Tally = { people: number; tried: number; found: number; missed: Map<string, number> }
type Promised = Record<Listing, Tally> & { ways: number }

const noTally = (people: readonly unknown[]): Tally => ({
  people: people.length,
  tried: 0,
  found: 0,
  missed: new Map(),
})

const promisedWays = spoilers.filter(({ isPromised }) => isPromised)

/**
 * Takes all people in these names who have a middle name, writes each in every way that the rule promises to match,
 * next to another person if a way needs two, and tries their alert with and without the middle name, with the default
 * options and the option that the way needs.
 */
function measurePromised(names: string[]): Promised {
  const people = names.flatMap(readPlainNames).flatMap(toSomeone)
  const byListing = Map.groupBy(people, toListing)
  const result: Promised = {
    ways: promisedWays.length,
    listed: noTally(byListing.get('listed') ?? []),
    unlisted: noTally(byListing.get('unlisted') ?? []),
  }
  for (const [place, someone] of people.entries()) {
    const tally = result[toListing(someone)]
    const other = people[(place + 1) % people.length]!
    for (const { name, spoil } of promisedWays) {
      const spoiled = spoil(someone, other, randomAt(seed, place))
      if (!spoiled) continue
      const { first, middle, last } = spoiled.person ?? someone
      const record = parseRecord(
        { parties: [spoiled.party], parcels: [] },
        { ...defaultFeedFormat, ...spoiled.feed },
        null,
      )
      for (const middles of [[middle], []]) {
        const alert = parseEntered(
          { first, middles, last },
          { ...noMatchOptions, ...spoiled.variants },
          spoiled.formerLast,
        )
        tally.tried++
        if (decide(alert, record)) tally.found++
        else tally.missed.set(name, (tally.missed.get(name) ?? 0) + 1)
      }
    }
  }
  return result
}

/** Only names that are not words of the rule: what we promise about TRUSTEE or VAN as a name would be unclear. */
function toSomeone({ first, middles, last }: PlainName): Someone[] {
  const [middle] = middles
  const isUsual = [first, ...last.split(/[\s-]+/)].every(isNoMark)
  return middle !== undefined && isUsual ? [{ first, middle, last }] : []
}

export function reportPromised(names: string[], log: (line: string) => void): void {
  const promised = measurePromised(names)
  const tallies = listings.map((listing) => ({ title: listingTitles[listing], ...promised[listing] }))
  const people = sum(tallies.map((tally) => tally.people))
  log(`${people} people with a middle name, in ${promised.ways} ways that the rule promises to see through`)
  log(formatTable(['people with', 'people', 'tried', 'found', '%'], [...tallies, toTotal(tallies)].map(toRow)))
  const ways = new Set(tallies.flatMap(({ missed }) => [...missed.keys()]))
  const counts = [...ways].map((way) => ({ way, each: tallies.map(({ missed }) => missed.get(way) ?? 0) }))
  for (const { way, each } of counts.toSorted((a, b) => sum(b.each) - sum(a.each)))
    log(`  missed: ${sum(each)} ${way} (${listings.map((listing, i) => `${each[i]} ${listing}`).join(', ')})`)
}

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)

type TitledTally = Pick<Tally, 'people' | 'tried' | 'found'> & { title: string }

const toTotal = (tallies: readonly TitledTally[]): TitledTally => ({
  title: 'all',
  people: sum(tallies.map(({ people }) => people)),
  tried: sum(tallies.map(({ tried }) => tried)),
  found: sum(tallies.map(({ found }) => found)),
})

const toRow = ({ title, people, tried, found }: TitledTally): string[] => {
  const share = ((100 * found) / Math.max(1, tried)).toFixed(2)
  return [title, ...[people, tried, found].map((count) => count.toLocaleString('en')), share]
}
