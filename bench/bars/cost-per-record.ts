import { connect } from '#shared/node/db/client.ts'
import { keepReadAlerts } from '#worker/matching/decide-batch.ts'
import type { BarResult, BenchContext } from '../bar.ts'
import { interleaved, seconds } from '../support/measure.ts'
import { inSets, matchOnly, readAll, takenEvents } from '../support/matching.ts'

/** Bar 1: what finding and deciding a record costs with many alerts, in terms of what it costs with few. */
export async function costPerRecord({ filled, population, quick }: BenchContext): Promise<BarResult> {
  const [few, many] = [10_000, quick ? 100_000 : 1_000_000]
  const runs = quick ? 7 : 15
  const small = connect((await filled(few)).url, { max: 1 })
  const large = connect((await filled(many)).url, { max: 1 })
  const readAlerts = keepReadAlerts()
  const faults: string[] = []

  const microseconds = async (pool: typeof small.pool, setSize: number, records: number, run: number) => {
    // Fresh records each time: what was just looked up lies in the processor's cache.
    const events = readAll(takenEvents(population, run * records, records))
    const wanted = events.reduce((sum, { event }) => sum + population.recordAt(event.id - 1).hits.length, 0)
    let found = 0
    const taken = await seconds(async () => {
      for (const set of inSets(events, setSize)) found += (await matchOnly(pool, set, readAlerts)).length
    })
    if (found !== wanted) faults.push(`${found} matches of ${records} records, of which ${wanted} were made to match`)
    return (taken / records) * 1e6
  }
  const compare = (setSize: number, records: number) =>
    interleaved(
      runs,
      (run) => microseconds(large.pool, setSize, records, run + 1),
      (run) => microseconds(small.pool, setSize, records, run + 1),
    )
  try {
    for (const { pool } of [small, large]) {
      await microseconds(pool, 1_000, 20_000, 0)
      await microseconds(pool, 1, 500, 0)
    }
    const single = await compare(1, quick ? 400 : 1_000)
    const sets = await compare(1_000, quick ? 4_000 : 10_000)
    const what = `${size(many)} ÷ ${size(few)} alerts`
    return {
      lines: [
        { ...single, what: `${what}: one at a time`, unit: 'µs a record', floor: 1.3, aim: 1.1, better: 'lower' },
        { ...sets, what: `${what}: sets of 1,000`, unit: 'µs a record', floor: 1.7, aim: 1.3, better: 'lower' },
      ],
      faults: [...new Set(faults)],
      notes: [
        `Candidates by key, alerts locked and read, the rule applied; not the reading of the record, which costs the same at any size, and no storing. Every record meets one alert at either size. Medians of ${runs} pairs.`,
      ],
    }
  } finally {
    await small.end()
    await large.end()
  }
}

const size = (alerts: number) => (alerts >= 1e6 ? `${alerts / 1e6}M` : `${alerts / 1e3}k`)
