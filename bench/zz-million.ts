import { setTimeout as wait } from 'node:timers/promises'
import { makePopulation } from '#scripts/made-up/population.ts'
import { matchBatch } from '#worker/matching/match-batch.ts'
import { startMatching } from '#worker/matching/loop.ts'
import { startCluster } from './support/database.ts'
import { fillAlerts } from './support/fill.ts'
import { expectedHits, openFeed, toItems } from './support/records.ts'
import { openWorker } from './support/worker.ts'
import { withOwner } from './support/database.ts'

const median = (list: number[]) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)]!
const cluster = await startCluster()
try {
  const population = makePopulation({ typingSlips: true })
  const open = async (n: number) => {
    const database = await cluster.create(`m${n}`)
    const t = performance.now()
    await fillAlerts(database, population, n)
    console.log('filled', n, Math.round((performance.now() - t) / 1000), 's')
    return { database, feed: await openFeed(database, 2), worker: openWorker(database), posted: 0 }
  }
  const many = await open(Number(process.argv.at(-1)) || 1_000_000)
  const few = await open(10_000)
  const run = async (side: typeof many, records: number) => {
    await side.feed.ingest(side.feed.feed, toItems(population, side.posted, records))
    const from = side.posted
    side.posted += records
    const t = performance.now()
    let matches = 0
    for (let left = records; left > 0; left -= 1000) matches += (await matchBatch(side.worker.deps, 1000)).matches
    const us = ((performance.now() - t) / records) * 1000
    const wanted = expectedHits(population, from, records)
    if (matches !== wanted) console.log('FAULT', matches, wanted)
    return us
  }
  for (const side of [many, few, many, few]) await run(side, 2000)
  const ratios: number[] = []
  const all: [number, number][] = []
  for (let i = 0; i < 9; i++) {
    const a = await run(many, 3000)
    const b = await run(few, 3000)
    ratios.push(a / b)
    all.push([Math.round(a), Math.round(b)])
  }
  console.log('bar 1 with slips', median(ratios).toFixed(3), JSON.stringify(all))
  await few.feed.end(); await few.worker.end()

  const { pool } = many.worker.deps
  const one = async (text: string) => (await pool.query(text)).rows[0] as Record<string, string>
  console.log(await one(`select (select count(*) from alert) as alerts, (select count(*) from alert_key) as keys, (select count(*) from alert_text) as texts, (select count(*) from event_key) as event_keys, (select count(*) from event) as events, (select count(*) from held_word) as words, pg_size_pretty(pg_total_relation_size('alert_key')) as size`))
  const before = await one('select (select count(*) from notice) as notices, (select count(*) from event_match) as matches')
  const t0 = performance.now()
  await run(many, 10_000)
  const quiet = 10_000 / ((performance.now() - t0) / 1000)
  // As an earlier rule would have left them: no slip keys, other hashes for a part.
  await withOwner(many.database, async (client) => {
    await client.query('set session_replication_role = replica')
    await client.query('update alert set rule_version = rule_version - 1')
    await client.query(`delete from alert_key where key_hash % 3 = 0`)
    await client.query('vacuum (analyze) alert, alert_key')
  })
  console.log('aged', await one('select count(*) as keys from alert_key'))
  let done = 0
  const started = performance.now()
  const loop = startMatching(many.worker.deps, { onNotices: () => {} })
  const from = many.posted
  let longest = 0
  for (;;) {
    const { stale } = await one('select exists (select from alert where rule_version < (select max(rule_version) from alert))::int as stale') as unknown as { stale: number }
    if (!stale && done > 0) break
    const { n } = (await one('select count(*)::int as n from match_queue')) as unknown as { n: number }
    if (n < 1000) {
      await many.feed.ingest(many.feed.feed, toItems(population, many.posted, 2000))
      many.posted += 2000
      loop.wake()
      done += 2000
    } else await wait(20)
    const t = performance.now()
    await one('select 1 as a')
    longest = Math.max(longest, performance.now() - t)
  }
  const took = (performance.now() - started) / 1000
  for (;;) {
    const { n } = (await one('select (select count(*) from match_queue) + (select count(*) from match_again) as n')) as unknown as { n: string }
    if (Number(n) === 0) break
    loop.wake()
    await wait(200)
  }
  const settled = (performance.now() - started) / 1000
  await loop.stop()
  const after = await one('select (select count(*) from notice) as notices, (select count(*) from event_match) as matches, (select count(*) from alert_key) as keys')
  console.log({ quiet: Math.round(quiet), rederivedSeconds: Math.round(took), alertsPerSecond: Math.round(1e6 / took), recordsMeanwhile: done, throughput: Math.round(done / took), settled: Math.round(settled), longest })
  console.log({ before, after, wanted: expectedHits(population, 0, many.posted), made: expectedHits(population, from, many.posted - from) })
  console.log(await one(`select count(*) as twice from (select from outgoing_event group by event_id, alert_id having count(*) > 1) d`))
  await many.feed.end(); await many.worker.end()
} finally {
  await cluster.stop()
}
process.exit(0)
