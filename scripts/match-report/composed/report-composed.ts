import { randomFrom } from '#scripts/made-up/random.ts'
import { poolNames } from '../pools/pool.ts'
import { listPools, poolTitles } from '../pools/pools.ts'
import { sample, seed } from '../random.ts'
import { formatTable } from '../table.ts'
import { type Fault, measureComposed, type PatternFigures, sumFigures, toShares } from './measure-composed.ts'
import type { Pair } from './text-pattern.ts'

type Log = (line: string) => void

/** How many of the worst patterns are shown with all the samples asked for, and how many of the others. */
const fullyShown = 15
const samplesOfOthers = 3

/**
 * Texts composed from the three pools: people missed and texts with a person invented or read backward, by pool and by
 * pattern, and samples of the worst patterns.
 */
export function reportComposed(count: number, samples: number, isHeldOutOnly: boolean, log: Log): void {
  const { pools, isWithoutFolder } = listPools(isHeldOutOnly)
  if (isWithoutFolder) log('Without the folder of names, that pool is left out.\n')
  const all = measureComposed(pools, count)
  log(
    'By pool and order: people missed, those of them that a possible match finds, texts with a person invented or read',
  )
  log('backward, and more texts that only possible matches find wrongly\n')
  log(formatTable(totalsHeader, listTotals(all)))
  log('\nBy pattern: missed % / invented %\n')
  const names = poolNames.filter((name) => pools.some((pool) => pool.name === name))
  const patterns = [...Map.groupBy(all, ({ pattern }) => pattern)].toSorted(([, a], [, b]) => toWorst(b) - toWorst(a))
  const header = ['pattern', ...names.flatMap((name) => [name, `${name}, unstated`])]
  log(
    formatTable(
      header,
      patterns.map(([pattern, some]) => [pattern, ...names.flatMap((name) => toCells(some, name))]),
    ),
  )
  for (const [i, [pattern, some]] of patterns.entries()) {
    if (toWorst(some) === 0) break
    const size = i < fullyShown ? samples : Math.min(samples, samplesOfOthers)
    log(`\n${pattern}`)
    for (const name of names)
      showFaults(
        some.filter(({ pool }) => pool === name),
        poolTitles[name],
        size,
        log,
      )
  }
}

function toWorst(figures: readonly PatternFigures[]): number {
  const { missed, invented } = toShares(sumFigures(figures))
  return missed + invented
}

function listTotals(all: readonly PatternFigures[]): string[][] {
  return [...Map.groupBy(all, ({ pool }) => pool)].flatMap(([pool, some]) => [
    toTotal(poolTitles[pool], 'all', some),
    toTotal(
      '',
      'stated',
      some.filter(({ isOrderStated }) => isOrderStated),
    ),
    toTotal(
      '',
      'unstated',
      some.filter(({ isOrderStated }) => !isOrderStated),
    ),
  ])
}

const totalsHeader = ['pool', 'order', 'texts', 'people', 'missed', '%', 'possible', 'invented', '%', 'possible']

function toTotal(pool: string, order: string, some: readonly PatternFigures[]): string[] {
  const sum = sumFigures(some)
  const { missed, invented } = toShares(sum)
  const { texts, people, possiblyFound, possiblyInvented } = sum
  const ofPeople = [texts, people, sum.missed].map(String)
  const ofTexts = [`${sum.invented}`, invented.toFixed(2), `${possiblyInvented}`]
  return [pool, order, ...ofPeople, missed.toFixed(2), `${possiblyFound}`, ...ofTexts]
}

const toCells = (some: readonly PatternFigures[], name: string): string[] =>
  [true, false].map((isStated) => {
    const { missed, invented } = toShares(
      sumFigures(some.filter(({ pool, isOrderStated }) => pool === name && isOrderStated === isStated)),
    )
    return missed + invented === 0 ? '' : `${missed.toFixed(1)} / ${invented.toFixed(1)}`
  })

function showFaults(some: readonly PatternFigures[], title: string, count: number, log: Log): void {
  const show = (what: string, faults: readonly Fault[]) => {
    if (faults.length === 0) return
    log(`  ${what}, ${title}: ${faults.length}`)
    for (const { text, order, people } of sample(faults, count, randomFrom(seed)))
      log(`    ${text} [${order ?? 'unstated'}]: ${people.map(toName).join('; ')}`)
  }
  show(
    'missed',
    some.flatMap(({ misses }) => misses),
  )
  show(
    'invented or backward',
    some.flatMap(({ inventions }) => inventions),
  )
}

/** First and last name, as an alert gives them. */
const toName = ({ first, last }: Pair) => `${first} | ${last}`
