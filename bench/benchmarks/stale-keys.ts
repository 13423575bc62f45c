import { setTimeout as wait } from 'node:timers/promises'
import { makePopulation, type Population } from '#scripts/made-up/population.ts'
import { alertKeys, parseAlert, RULE_VERSION } from '#shared/matching/public.ts'
import type { BenchContext, BenchmarkResult } from '../support/benchmark.ts'
import { type Provider, startChild, startProvider } from '../support/children.ts'
import { type BenchDatabase, withOwner } from '../support/database.ts'
import { benchSettings } from '../support/env.ts'
import { fillAlerts } from '../support/fill.ts'
import { seconds } from '../support/measure.ts'
import { expectedHits, openFeed, toItems } from '../support/records.ts'

const alerts = 1_000_000
const recordsPerSecond = 100
const recordsBefore = 2_000
/** Alerts whose keys are made in memory, for the limit. */
const sampled = 20_000

/**
 * Bar 17: a new version of the rule. The keys of a million alerts are derived again while records come in, and compared
 * with making the same keys in memory. A third of the alerts has no keys at first, so their records are found only
 * afterwards. Every record notifies once, those from before the new version included.
 */
export async function staleKeys({ cluster, print }: BenchContext): Promise<BenchmarkResult> {
  const people = makePopulation({ typingSlips: true })
  const limit = await secondsInMemory(people)
  const database = await cluster.create('stale_keys')
  await fillAlerts(database, people, alerts)
  print(`   ${alerts.toLocaleString('en-US')} alerts with typing slips made`)
  const feed = await openFeed(database, 1)
  const provider = await startProvider()
  const startWorker = () => startChild('worker.ts', [JSON.stringify(benchSettings(database.url, provider.url))])
  let worker = await startWorker()
  try {
    let posted = 0
    const post = async (count: number) => {
      await feed.ingest(feed.feed, toItems(people, posted, count))
      posted += count
    }
    await provider.begin(0)
    await post(recordsBefore)
    await provider.until(expectedHits(people, 0, posted))
    await worker.stop()
    await makeStale(database)

    const start = performance.now()
    const since = () => (performance.now() - start) / 1000
    worker = await startWorker()
    while (await hasRows(database, `alert where rule_version < ${RULE_VERSION}`)) {
      await post(recordsPerSecond)
      await wait(Math.max(0, (posted - recordsBefore) * (1000 / recordsPerSecond) - since() * 1000))
    }
    const derived = since()
    while (await hasRows(database, '(select from match_queue union all select from match_again) waiting'))
      await wait(500)
    const matched = since()
    return {
      lines: [
        {
          ours: derived,
          limit,
          ratio: derived / limit,
          what: `keys of ${alerts / 1e6}M alerts derived again, ${recordsPerSecond} records/s`,
          unit: 's',
          floor: null,
          aim: null,
          better: 'lower',
        },
      ],
      faults: await reconcile(database, provider, expectedHits(people, 0, posted)),
      notes: [
        `Keys with typing slips; a third of the alerts had none. ${posted.toLocaleString('en-US')} records, ${recordsBefore.toLocaleString('en-US')} of them sent before. All keys after ${minutes(derived)}, and ${Math.round(matched - derived)} s later all records were matched by them.`,
      ],
    }
  } finally {
    await worker.stop()
    await provider.stop()
    await feed.end()
    await database.drop()
  }
}

const minutes = (taken: number) => `${(taken / 60).toFixed(1)} minutes`

/** Reading the criteria of a million alerts and making their keys, without a database; from a part of them. */
async function secondsInMemory(people: Population): Promise<number> {
  const criteria = Array.from({ length: sampled }, (_, index) => people.alertAt(index).criteria)
  const make = async () => criteria.reduce((count, one) => count + new Set(alertKeys(parseAlert(one, null))).size, 0)
  // Once to warm up.
  await make()
  return ((await seconds(make)) * alerts) / sampled
}

/** As an upgrade leaves them: every alert of an earlier version of the rule. The keys of a third are other ones. */
const makeStale = (database: BenchDatabase) =>
  withOwner(database, async (client) => {
    await client.query('set session_replication_role = replica')
    await client.query('update alert set rule_version = rule_version - 1')
    await client.query('delete from alert_key where alert_id % 3 = 0')
    await client.query('vacuum (analyze)')
  })

async function reconcile(database: BenchDatabase, provider: Provider, wanted: number): Promise<string[]> {
  await provider.until(wanted)
  const { messages, twice } = await provider.report()
  const counted = await withOwner(database, (client) =>
    client.query<{ matches: number; notices: number }>(
      `select (select count(*) from event_match)::int as matches, (select count(*) from notice)::int as notices`,
    ),
  )
  const { matches, notices } = counted.rows[0]!
  return [
    ...(twice.length > 0 ? [`${twice.length} notices were sent twice`] : []),
    ...Object.entries({ messages, matches, notices }).flatMap(([what, count]) =>
      count === wanted ? [] : [`${count} ${what}, ${wanted} expected`],
    ),
  ]
}

const hasRows = (database: BenchDatabase, from: string) =>
  withOwner(database, async (client) => {
    const { rows } = await client.query<{ has: boolean }>(`select exists (select from ${from}) as has`)
    return rows[0]!.has
  })
