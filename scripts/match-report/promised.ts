import { randomAt } from '#scripts/made-up/random.ts'
import { noMatchOptions } from '#shared/contract/alert.ts'
import { parseRecord, decide, defaultFeedFormat } from '#shared/matching/public.ts'
import { parseEntered } from './noise.ts'
import { type PlainName, readPlainNames } from './plain-name.ts'
import { seed } from './random.ts'
import { isNoMark } from './spoilers/marked-words.ts'
import type { Someone } from './spoilers/spoiler.ts'
import { spoilers } from './spoilers/spoilers.ts'

/** Copies tried and found, and for each way of writing that failed, how often it did. */
export type Promised = { people: number; ways: number; tried: number; found: number; missed: Map<string, number> }

const promisedWays = spoilers.filter(({ isPromised }) => isPromised)

/**
 * Takes all people in these names who have a middle name, writes each in every way that the rule promises to match,
 * next to another person if a way needs two, and tries their alert with and without the middle name, with the default
 * options and the option that the way needs.
 */
export function measurePromised(names: string[]): Promised {
  const people = names.flatMap(readPlainNames).flatMap(toSomeone)
  const result: Promised = { people: people.length, ways: promisedWays.length, tried: 0, found: 0, missed: new Map() }
  for (const [place, someone] of people.entries()) {
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
        result.tried++
        if (decide(alert, record)) result.found++
        else result.missed.set(name, (result.missed.get(name) ?? 0) + 1)
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
  const { people, ways, tried, found, missed } = measurePromised(names)
  const share = ((100 * found) / Math.max(1, tried)).toFixed(2)
  log(`${people} people with a middle name, in ${ways} ways that the rule promises to see through`)
  log(`found: ${found} of ${tried} (${share} %)`)
  for (const [way, count] of [...missed].toSorted(([, a], [, b]) => b - a)) log(`  missed: ${count} ${way}`)
}
