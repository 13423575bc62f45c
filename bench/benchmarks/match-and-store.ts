import { copyIn, copyOut } from '#scripts/made-up/copy.ts'
import { defaultOptions } from '#worker/platform/deps.ts'
import type { BenchmarkResult, BenchContext } from '../support/benchmark.ts'
import { withOwner } from '../support/database.ts'
import { measureInterleaved, seconds } from '../support/measure.ts'
import { expectedHits, toItems, openFeed } from '../support/records.ts'
import { openWorker } from '../support/worker.ts'

const stored = {
  event_key: 'event_id between $from and $to',
  event_match: 'event_id between $from and $to',
  notice: 'event_id between $from and $to',
  outgoing_event: 'event_id between $from and $to',
  delivery: 'notice_id in (select id from notice where event_id between $from and $to)',
} as const
const tables = Object.keys(stored) as (keyof typeof stored)[]

/**
 * Bar 3: matching records and storing the results, compared with copying the same rows into tables with the same
 * indexes.
 */
export async function matchAndStore({
  cluster,
  filled,
  population,
  quick,
  keepLimit,
}: BenchContext): Promise<BenchmarkResult> {
  const records = quick ? 2_000 : 20_000
  const runs = quick ? 3 : 5
  const database = await cluster.create('match_and_store', await filled(100_000))
  const feed = await openFeed(database)
  const worker = openWorker(database)
  let found = 0

  const ours = async (run: number) => {
    const { accepted } = await feed.ingest(feed.feed, toItems(population, run * records, records))
    if (accepted !== records) throw new Error(`Of ${records} records ${accepted} were accepted.`)
    const taken = await seconds(async () => {
      const { matches } = await worker.matchAll()
      found += matches
    })
    return records / taken
  }

  try {
    return await withOwner(database, async (client) => {
      for (const table of tables) await client.query(`create table ${table}_copy (like ${table} including all)`)
      // Generated columns are not copied on either side.
      const columns = new Map<string, string>()
      for (const table of tables) {
        const { rows: named } = await client.query<{ names: string }>(
          `select string_agg(quote_ident(attname), ', ' order by attnum) as names from pg_attribute
           where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
          [table],
        )
        columns.set(table, named[0]?.names ?? '')
      }
      let rows = 0
      /** Copies what the previous run stored, interleaved with it, and never the same rows twice. */
      const limit = async (run: number) => {
        const [from, to] = [run * records + 1, (run + 1) * records]
        const texts = new Map<string, Buffer[]>()
        for (const table of tables) {
          const where = stored[table].replaceAll('$from', String(from)).replaceAll('$to', String(to))
          texts.set(
            table,
            await copyOut(client, `copy (select ${columns.get(table)} from ${table} where ${where}) to stdout`),
          )
        }
        const taken = await seconds(async () => {
          await client.query('begin')
          for (const table of tables)
            rows += await copyIn(client, `copy ${table}_copy (${columns.get(table)}) from stdin`, texts.get(table)!)
          await client.query('commit')
        })
        return records / taken
      }
      await ours(0)
      // Each run stores its own range of ids, and the first run is the warm-up; the copies lag one run behind.
      const sides = await measureInterleaved(runs, (run) => ours(run + 1), limit)
      keepLimit(3, sides.limit)
      const rowsPerRecord = (rows / runs / records).toFixed(1)
      const { rows: held } = await client.query<{ n: number }>('select count(*)::integer as n from held_word')
      const wordsPerRecord = ((held[0]?.n ?? 0) / (runs + 1) / records).toFixed(2)
      const wanted = expectedHits(population, 0, (runs + 1) * records)
      const faults = found === wanted ? [] : [`${found} matches stored, ${wanted} made to match`]
      return {
        lines: [
          {
            ...sides,
            what: `match and store ÷ COPY of the same rows, ${rowsPerRecord} rows a record`,
            unit: 'records/s',
            floor: 0.3,
            aim: 0.6,
            better: 'higher',
          },
        ],
        faults,
        notes: [
          `100,000 alerts; batches of ${defaultOptions.batchSize.toLocaleString('en-US')}, one at a time, each committed; ${rowsPerRecord} rows a record (${tables.join(', ')}), and ${wordsPerRecord} names not held before, which only we store. COPY: one stream, one commit, the same columns and indexes. Medians of ${runs} pairs of ${records.toLocaleString('en-US')} records.`,
        ],
      }
    })
  } finally {
    await worker.end()
    await feed.end()
    await database.drop()
  }
}
