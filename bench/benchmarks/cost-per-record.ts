import { makePopulation, type Population } from '#scripts/made-up/population.ts'
import { createAlertCache } from '#worker/matching/decide-batch.ts'
import { matchBatch } from '#worker/matching/match-batch.ts'
import type { BenchmarkResult, BenchContext, Line } from '../support/benchmark.ts'
import { type BenchDatabase } from '../support/database.ts'
import { fillAlerts } from '../support/fill.ts'
import { inSets } from '../support/in-sets.ts'
import { matchOnly, readAll, toTakenEvents } from '../support/matching.ts'
import { type Comparison, measureInterleaved, median, seconds } from '../support/measure.ts'
import { expectedHits, toItems, openFeed } from '../support/records.ts'
import { openWorker } from '../support/worker.ts'

/**
 * Bar 1: the worker's cost of a record with many alerts relative to few: dequeue, read, derive and store keys, search,
 * decide, and commit everything that follows.
 */
export async function costPerRecord({
  cluster,
  filled,
  population,
  quick,
  print,
}: BenchContext): Promise<BenchmarkResult> {
  const [few, many, most] = [10_000, quick ? 100_000 : 1_000_000, 5_000_000]
  const runs = quick ? 3 : 7
  const single = { setSize: 1, records: quick ? 60 : 500 }
  const sets = { setSize: 1_000, records: quick ? 1_000 : 6_000 }
  const faults: string[] = []
  const opened: Side[] = []
  const open = async (database: BenchDatabase, people: Population): Promise<Side> => {
    const side = await openSide(database, people)
    opened.push(side)
    return side
  }
  const copy = async (alerts: number) =>
    open(await cluster.create(`cost_of_${alerts}`, await filled(alerts)), population)
  /** Not kept: no other bar needs these alerts, and they are large. */
  const fill = async (name: string, people: Population, alerts: number) => {
    const database = await cluster.create(name)
    const took = await seconds(() => fillAlerts(database, people, alerts))
    print(`   ${alerts.toLocaleString('en-US')} alerts (${name}) made in ${Math.round(took)} s`)
    return open(database, people)
  }

  const microseconds = async (side: Side, { setSize, records }: typeof single) => {
    // New records each time, because recently used rows are in the processor's cache.
    const from = side.posted
    side.posted += records
    await side.feed.ingest(side.feed.feed, toItems(side.population, from, records))
    let matches = 0
    const taken = await seconds(async () => {
      for (let left = records; left > 0; left -= setSize)
        matches += (await matchBatch(side.worker.deps, setSize)).matches
    })
    const wanted = expectedHits(side.population, from, records)
    if (matches !== wanted) faults.push(`${matches} matches of ${records} records, of which ${wanted} were to match`)
    return (taken / records) * 1e6
  }
  /** Search and decision alone, for the note: no queue reads and no writes. */
  const search = async ({ pool, readAlerts }: Side, run: number) => {
    const events = readAll(toTakenEvents(population, run * sets.records, sets.records))
    const taken = await seconds(async () => {
      for (const set of inSets(events, sets.setSize)) await matchOnly(pool, set, readAlerts)
    })
    return (taken / sets.records) * 1e6
  }

  try {
    const large = await copy(many)
    const small = await copy(few)
    for (const side of [large, small]) {
      await microseconds(side, sets)
      await microseconds(side, { ...single, records: 100 })
      await search(side, 0)
    }
    const compare = (side: Side, what: typeof single, { pairs = runs, to = small } = {}) =>
      measureInterleaved(
        pairs,
        () => microseconds(side, what),
        () => microseconds(to, what),
      )
    const [one, inSetsOf] = [await compare(large, single), await compare(large, sets)]
    const searches: [number, number][] = []
    for (let run = 1; run <= 3; run++) searches.push([await search(large, run), await search(small, run)])
    const [searchLarge, searchSmall] = [0, 1].map((side) => Math.round(median(searches.map((pair) => pair[side]!))))
    const lines = [
      toLine(one, `${size(many)} ÷ ${size(few)} alerts: one at a time`, 1.3, 1.1),
      toLine(inSetsOf, `${size(many)} ÷ ${size(few)} alerts: sets of 1,000`, 1.7, 1.3),
    ]
    const slips = makePopulation({ typingSlips: true })
    const [slipsMany, slipsFew] = [await fill('slips_many', slips, many), await fill('slips_few', slips, few)]
    for (const side of [slipsMany, slipsFew]) await microseconds(side, sets)
    const withSlips = await compare(slipsMany, sets, { to: slipsFew })
    lines.push(
      toLine(withSlips, `${size(many)} ÷ ${size(few)} alerts: sets of 1,000, with typing slips on for all`, 1.7, 1.4),
    )
    if (!quick) {
      const largest = await fill('most', population, most)
      await microseconds(largest, sets)
      lines.push(
        toLine(
          await compare(largest, sets, { pairs: 5 }),
          `${size(most)} ÷ ${size(few)} alerts: sets of 1,000`,
          null,
          1.5,
        ),
      )
    }
    return {
      lines,
      faults: [...new Set(faults)],
      notes: [
        `Everything the worker does with a record, from taking it off the queue to the commit. Every record meets one alert at either size. Medians of ${runs} pairs${quick ? '' : ` (5 at ${size(most)})`}.`,
        `Of that, finding candidates by their keys, locking the alerts and applying the rule, in sets of 1,000: ${searchLarge} µs a record at ${size(many)} alerts, ${searchSmall} µs at ${size(few)}.`,
      ],
    }
  } finally {
    for (const side of opened) await side.close()
  }
}

const toLine = (sides: Comparison, what: string, floor: number | null, aim: number): Line => ({
  ...sides,
  what,
  unit: 'µs a record',
  floor,
  aim,
  better: 'lower',
})

type Side = Awaited<ReturnType<typeof openSide>>

async function openSide(database: BenchDatabase, population: Population) {
  const feed = await openFeed(database, 2)
  const worker = openWorker(database)
  return {
    population,
    feed,
    worker,
    pool: worker.deps.pool,
    readAlerts: createAlertCache(),
    posted: 0,
    close: async () => {
      await feed.end()
      await worker.end()
      await database.drop()
    },
  }
}

const size = (alerts: number) => (alerts >= 1e6 ? `${alerts / 1e6}M` : `${alerts / 1e3}k`)
