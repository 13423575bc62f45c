import { Client } from 'pg'
import { copyIn, copyOut } from '#scripts/made-up/copy.ts'
import type { BenchmarkResult, BenchContext } from '../support/benchmark.ts'
import { withOwner } from '../support/database.ts'
import { measureInterleaved, seconds } from '../support/measure.ts'
import { toItems, openFeed } from '../support/records.ts'

/** Bar 4: calls of 10,000 records, two at a time, compared with two COPY streams of the same rows. */
export async function batchIngest({ cluster, population, quick, keepLimit }: BenchContext): Promise<BenchmarkResult> {
  const [callers, perCall] = [2, 10_000]
  const calls = quick ? 2 : 6
  const runs = quick ? 3 : 5
  const records = calls * perCall
  const database = await cluster.create('batch_ingest')
  const feed = await openFeed(database)
  const faults: string[] = []

  const ours = async (run: number) => {
    // Parsed as the endpoint parses them; parsing the text is part of the wire's cost.
    const waiting = Array.from({ length: calls }, (_, call) =>
      toItems(population, run * records + call * perCall, perCall),
    )
    let accepted = 0
    const caller = async () => {
      for (let items = waiting.pop(); items; items = waiting.pop()) {
        const answer = await feed.ingest(feed.feed, items)
        accepted += answer.accepted
      }
    }
    const taken = await seconds(() => Promise.all(Array.from({ length: callers }, caller)))
    if (accepted !== records) faults.push(`${accepted} of ${records} records accepted`)
    return records / taken
  }

  const streams = Array.from({ length: callers }, () => new Client({ connectionString: database.ownerUrl }))
  try {
    await Promise.all(streams.map((stream) => stream.connect()))
    return await withOwner(database, async (client) => {
      for (const table of ['event', 'match_queue'])
        await client.query(`create table ${table}_copy (like ${table} including all)`)
      const limit = async (run: number) => {
        const [from, to] = [run * records + 1, (run + 1) * records]
        const middle = (from + to - 1) / 2
        const halves = [`between ${from} and ${middle}`, `between ${middle + 1} and ${to}`]
        const texts = await Promise.all(
          halves.map(async (half) => ({
            event: await copyOut(client, `copy (select * from event where id ${half}) to stdout`),
            match_queue: await copyOut(client, `copy (select * from match_queue where event_id ${half}) to stdout`),
          })),
        )
        const taken = await seconds(() =>
          Promise.all(
            streams.map(async (stream, half) => {
              await stream.query('begin')
              await copyIn(stream, 'copy event_copy from stdin', texts[half]!.event)
              await copyIn(stream, 'copy match_queue_copy from stdin', texts[half]!.match_queue)
              await stream.query('commit')
            }),
          ),
        )
        return records / taken
      }
      await ours(0)
      const sides = await measureInterleaved(runs, (run) => ours(run + 1), limit)
      keepLimit(4, sides.limit)
      const { rows } = await client.query<{ events: number; queued: number }>(
        'select (select count(*) from event) as events, (select count(*) from match_queue) as queued',
      )
      const wanted = (runs + 1) * records
      if (rows[0]?.events !== wanted || rows[0].queued !== wanted)
        faults.push(`${rows[0]?.events} events stored and ${rows[0]?.queued} queued, of ${wanted}`)
      return {
        lines: [
          {
            ...sides,
            what: 'batch ingest ÷ two-stream COPY',
            unit: 'records/s',
            floor: 0.4,
            aim: 0.7,
            better: 'higher',
          },
        ],
        faults,
        notes: [
          `Calls of ${perCall.toLocaleString('en-US')} parsed records, ${callers} at a time: checked, hashed, stored and queued for matching, answered after COMMIT. COPY brings the same rows of event and match_queue, made into text beforehand, to the same indexes. Medians of ${runs} pairs of ${records.toLocaleString('en-US')} records.`,
        ],
      }
    })
  } finally {
    await Promise.all(streams.map((stream) => stream.end()))
    await feed.end()
    await database.drop()
  }
}
