import { setTimeout as wait } from 'node:timers/promises'
import { Pool } from 'undici'
import { createAccount } from '#server/features/accounts/account/create-account.ts'
import { connect } from '#shared/node/platform/database/client.ts'
import type { ServerReady } from '../children/server.ts'
import type { BenchmarkResult, BenchContext } from '../support/benchmark.ts'
import { startChild, startProvider } from '../support/children.ts'
import { type BenchDatabase, withOwner } from '../support/database.ts'
import { benchSettings } from '../support/env.ts'
import { logIn } from '../support/log-in.ts'
import { percentile } from '../support/measure.ts'
import { expectedHits, openFeed } from '../support/records.ts'

const alerts = 100_000
const users = 100_000
const recordsPerSecond = 50
const readers = 10
const password = 'QuietMeadow#42'

/**
 * Bar 12: records posted at a steady rate while residents read their home page; the time from the moment a record is
 * posted until the provider has its notice.
 */
export async function steadyLoad({ cluster, filled, population, quick }: BenchContext): Promise<BenchmarkResult> {
  const lasts = quick ? 20 : 60
  const records = lasts * recordsPerSecond
  const database = await cluster.create('steady_load', await filled(alerts))
  await addResidents(database)
  const provider = await startProvider()
  const { key, end } = await openFeed(database, 1)
  const settings = JSON.stringify(benchSettings(database.url, provider.url))
  const [server, worker] = await Promise.all([
    startChild<ServerReady>('server.ts', [settings]),
    startChild('worker.ts', [settings]),
  ])
  const pool = new Pool(server.ready.address, { connections: 64 })
  const sentAt = new Map<string, number>()
  const pages: number[] = []
  const faults: string[] = []

  const post = async (index: number) => {
    const { event } = population.recordAt(index)
    sentAt.set(event.documentIdentifier, Date.now())
    const answer = await pool.request({
      path: '/ingest/v1/events',
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify({ events: [event] }),
    })
    await answer.body.dump()
    if (answer.statusCode !== 200) faults.push(`a record was answered ${answer.statusCode}`)
  }
  const readPage = async (cookie: string) => {
    const start = performance.now()
    const answer = await pool.request({ path: '/api/home/all', method: 'GET', headers: { cookie } })
    await answer.body.dump()
    pages.push(performance.now() - start)
    if (answer.statusCode !== 200) faults.push(`a page was answered ${answer.statusCode}`)
  }
  try {
    const cookies: string[] = []
    for (let reader = 1; reader <= readers; reader++)
      cookies.push(await logIn(server.ready.address, `resident${reader}`, password))
    await provider.begin(50)
    const wanted = expectedHits(population, 0, records)
    await Promise.all([
      atRate(recordsPerSecond, records, post),
      ...cookies.map(async (cookie, reader) => {
        await wait((reader * 1000) / readers)
        await atRate(1, lasts, () => readPage(cookie))
      }),
    ])
    await provider.until(wanted)
    const times = await readTimes(database, sentAt, new Map(await provider.arrivals()))
    if (times.length !== wanted) faults.push(`${wanted} notices expected, the provider had ${times.length}`)
    const [p50, p99, max] = [percentile(times, 0.5), percentile(times, 0.99), Math.max(...times)]
    return {
      lines: [
        {
          ours: p99,
          limit: 0,
          // The bar is in seconds.
          ratio: p99,
          shown: { limit: '–', ratio: '–' },
          what: `receipt to provider, p99, ${recordsPerSecond} records/s for ${lasts} s`,
          unit: 's',
          floor: 5,
          aim: 1,
          better: 'lower',
        },
      ],
      faults: [...new Set(faults)],
      notes: [
        `${alerts.toLocaleString('en-US')} alerts, ${users.toLocaleString('en-US')} users, one record a call, a provider that answers in 50 ms, ${readers} residents who each read their home page once a second (p99 ${Math.round(percentile(pages, 0.99))} ms). From the moment before the record is posted until the provider has its message: p50 ${p50.toFixed(2)} s, p99 ${p99.toFixed(2)} s, at most ${max.toFixed(2)} s.`,
      ],
    }
  } finally {
    await pool.close()
    await Promise.all([server.stop(), worker.stop()])
    await provider.stop()
    await end()
    await database.drop()
  }
}

/** Begins one every so often, whether or not those before have ended. */
async function atRate(perSecond: number, count: number, work: (index: number) => Promise<void>): Promise<void> {
  const start = performance.now()
  const begun: Promise<void>[] = []
  for (let index = 0; index < count; index++) {
    const left = start + (index * 1000) / perSecond - performance.now()
    if (left > 0) await wait(left)
    begun.push(work(index))
  }
  await Promise.all(begun)
}

/** Residents without alerts up to the wanted number, and a password for those who read. */
async function addResidents(database: BenchDatabase): Promise<void> {
  const { db, end } = connect(database.url, { max: 1 })
  const account = { username: 'bench.reader', password, role: 'USER', email: 'reader@bench.example' } as const
  await createAccount({ db, env: { COUNTY_STATE_CODE: 'MN' } }, account, 'An account of the benchmark.').finally(end)
  await withOwner(database, async (client) => {
    await client.query(
      `update "user" set password_hash = (select password_hash from "user" where username = $1) where id <= $2`,
      [account.username, readers],
    )
    await client.query(
      `insert into "user" (username, email) select 'other' || n, 'other' || n || '@bench.example'
       from generate_series(1, $1 - (select count(*) from "user")) n`,
      [users],
    )
    await client.query('vacuum (analyze) "user"')
  })
}

/** Seconds from the post of each record to the arrival of its notice. */
async function readTimes(
  database: BenchDatabase,
  sentAt: ReadonlyMap<string, number>,
  arrivals: ReadonlyMap<number, number>,
): Promise<number[]> {
  const { rows } = await withOwner(database, (client) =>
    client.query<{ id: number; document: string }>(
      'select n.id, e.document_id as document from notice n join event e on e.id = n.event_id',
    ),
  )
  return rows.flatMap(({ id, document }) => {
    const [sent, arrived] = [sentAt.get(document), arrivals.get(id)]
    return sent === undefined || arrived === undefined ? [] : [(arrived - sent) / 1000]
  })
}
