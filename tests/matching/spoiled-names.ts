import { expect } from 'vitest'
import { type Random, randomAt } from '#scripts/made-up/random.ts'
import { drawApart, type Pool, type PoolName } from '#scripts/match-report/pools/pool.ts'
import { type BusinessSpoiler, businessSpoilers, type Firm } from '#scripts/match-report/spoilers/business-spoilers.ts'
import type { Someone, Spoiler } from '#scripts/match-report/spoilers/spoiler.ts'
import { spoilers } from '#scripts/match-report/spoilers/spoilers.ts'
import type { MatchOptions } from '#shared/contract/alert.ts'
import { spoiledCeilings, toPercent } from './pool-goals.ts'
import { business, decideMatch, isFound, person, record } from './shorthand.ts'

const seed = 7_411

const widths: Partial<MatchOptions>[] = [
  {},
  { nicknames: true },
  { soundAlikes: true },
  { nicknames: true, soundAlikes: true, typingSlips: true },
  { typingSlips: true, formerName: true },
]

/** `promised` are those tried that the rule promises to match, `notMatched` those of them that it did not. */
export type Outcome = { tried: number; promised: number; matched: number; notFound: string[]; notMatched: string[] }
const noOutcome = (): Outcome => ({ tried: 0, promised: 0, matched: 0, notFound: [], notMatched: [] })

/**
 * Spoils this many names of a pool, each in one way. For each record it tries the person's own alert with and without a middle
 * name, and that of the other person in it, at several widths.
 */
export function trySpoiledNames(pool: Pool, count: number): Outcome {
  const outcome = noOutcome()
  for (let place = 0; place < count; place++) {
    const random = randomAt(seed, place)
    const [someone, other] = drawApart(pool, 2, random, true) as [Someone, Someone]
    tryOne({ spoiler: spoilers[place % spoilers.length]!, someone, other }, random, outcome)
  }
  return outcome
}

/**
 * Keys find everything that the rule matches, and the rule sees through what it promises, up to the pool's ceiling. The
 * names of a folder are real, so only how they were spoiled is shown.
 */
export function expectFound(pool: PoolName, { tried, promised, matched, notFound, notMatched }: Outcome): void {
  const show = (lines: string[]) =>
    lines.slice(0, 50).map((line) => (pool === 'folder' ? line.slice(0, line.indexOf(':')) : line))
  expect(show(notFound)).toEqual([])
  if (toPercent(notMatched.length, promised) > spoiledCeilings[pool]) expect(show(notMatched)).toEqual([])
  // The test would hold just as well if nothing ever matched.
  expect(matched).toBeGreaterThan(tried / 3)
}

type Try = { spoiler: Spoiler; someone: Someone; other: Someone }

function tryOne({ spoiler, someone, other }: Try, random: Random, outcome: Outcome): void {
  const spoiled = spoiler.spoil(someone, other, random)
  if (!spoiled) return
  const document = record(spoiled.party)
  const variants = { ...random.pick(widths), ...spoiled.variants }
  const { first, middle, last } = spoiled.person ?? someone
  const former = spoiled.formerLast === undefined ? '' : ` | ${spoiled.formerLast}`
  const entered = [
    `${first} ${middle} | ${last}${former}`,
    `${first} | ${last}${former}`,
    `${other.first} | ${other.last}`,
  ]
  for (const [i, name] of entered.entries()) {
    const criteria = person(name, variants)
    const isMatched = decideMatch(criteria, document, spoiled.feed) !== null
    outcome.tried++
    const line = () => `${spoiler.name}: ${name} | ${JSON.stringify(spoiled)}`
    if (isMatched) outcome.matched++
    if (isMatched && !isFound(criteria, document, spoiled.feed)) outcome.notFound.push(line())
    if (!spoiler.isPromised || i > 1) continue
    outcome.promised++
    if (!isMatched) outcome.notMatched.push(line())
  }
}

const trades = [
  'HOMES',
  'RIVER FARMS',
  'TITLE SERVICES',
  'CREEK BUILDERS',
  'AND DAUGHTERS',
  'AND HILL PLUMBING',
  'OAK DAIRY',
]
const legalForms = ['LLC', 'INC', 'CORP', 'LTD', 'LLP']

/** Spoils this many made-up names of businesses, called after people of a pool, each in one way. */
export function trySpoiledBusinesses(pool: Pool, count: number): Outcome {
  const outcome = noOutcome()
  for (let place = 0; place < count; place++) {
    const random = randomAt(seed + 1, place)
    const firm = { name: `${pool.drawPlain(random).last} ${random.pick(trades)}`, form: random.pick(legalForms) }
    tryFirm(businessSpoilers[place % businessSpoilers.length]!, firm, random, outcome)
  }
  return outcome
}

function tryFirm(spoiler: BusinessSpoiler, firm: Firm, random: Random, outcome: Outcome): void {
  const { record: name, alert, variants } = spoiler.spoil(firm, random)
  for (const entered of [alert, `${alert} LLC`, `${alert} TRUST`]) {
    const criteria = business(entered, variants)
    const isMatched = decideMatch(criteria, record(name)) !== null
    const line = `${spoiler.name}: ${entered} | ${name}`
    outcome.tried++
    if (isMatched) outcome.matched++
    if (isMatched && !isFound(criteria, record(name))) outcome.notFound.push(line)
    if (!spoiler.isPromised || entered !== alert) continue
    outcome.promised++
    if (!isMatched) outcome.notMatched.push(line)
  }
}
