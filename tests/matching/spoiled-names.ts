import { type Random, randomAt, weighted } from '#scripts/made-up/random.ts'
import { type CensusNames, listGivenNames, listSurnames } from '#scripts/match-report/census.ts'
import { type BusinessSpoiler, businessSpoilers, type Firm } from '#scripts/match-report/spoilers/business-spoilers.ts'
import { isNoMark } from '#scripts/match-report/spoilers/marked-words.ts'
import type { Someone, Spoiler } from '#scripts/match-report/spoilers/spoiler.ts'
import { spoilers } from '#scripts/match-report/spoilers/spoilers.ts'
import type { MatchOptions } from '#shared/contract/alert.ts'
import { business, decideMatch, isFound, person, record } from './shorthand.ts'

const seed = 7_411

/** Half drawn by frequency and half evenly, so that rare names are tried too; words that are marks of the rule never. */
function drawPeople(): (random: Random) => Someone {
  const [surname, given] = [drawNames(listSurnames()), drawNames(listGivenNames())]
  return (random) => ({ first: given(random), middle: given(random), last: surname(random) })
}

function drawNames({ names, shares }: CensusNames): (random: Random) => string {
  const rows = names.map((name, i) => ({ name, share: shares[i] ?? 0 })).filter(({ name }) => isNoMark(name))
  const draw = weighted(rows.map(({ share }) => share))
  return (random: Random) => (random.chance(0.5) ? rows[draw(random.next)]! : random.pick(rows)).name
}

const widths: Partial<MatchOptions>[] = [
  {},
  { nicknames: true },
  { soundAlikes: true },
  { nicknames: true, soundAlikes: true, typingSlips: true },
  { typingSlips: true, formerName: true },
]

export type Outcome = { tried: number; matched: number; notFound: string[]; notMatched: string[] }

/**
 * Spoils this many names, each in one way. For each record it tries the person's own alert with and without a middle
 * name, and that of the other person in it, at several widths.
 */
export function trySpoiledNames(count: number): Outcome {
  const draw = drawPeople()
  const outcome: Outcome = { tried: 0, matched: 0, notFound: [], notMatched: [] }
  for (let place = 0; place < count; place++) {
    const random = randomAt(seed, place)
    tryOne({ spoiler: spoilers[place % spoilers.length]!, someone: draw(random), other: draw(random) }, random, outcome)
  }
  return outcome
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
    if (spoiler.isPromised && i < 2 && !isMatched) outcome.notMatched.push(line())
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

/** Spoils this many made-up business names, each in one way. */
export function trySpoiledBusinesses(count: number): Outcome {
  const draw = drawPeople()
  const outcome: Outcome = { tried: 0, matched: 0, notFound: [], notMatched: [] }
  for (let place = 0; place < count; place++) {
    const random = randomAt(seed + 1, place)
    const firm = { name: `${draw(random).last} ${random.pick(trades)}`, form: random.pick(legalForms) }
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
    if (spoiler.isPromised && entered === alert && !isMatched) outcome.notMatched.push(line)
  }
}
