import { concurrentCalls } from '#worker/delivery/loop.ts'
import type { ServerReady } from '../children/server.ts'
import { mailHeaders, mailPath } from '../limits/call.ts'
import type { BenchmarkResult, BenchContext } from '../support/benchmark.ts'
import { type Provider, startChild, startProvider } from '../support/children.ts'
import { type BenchDatabase, withOwner } from '../support/database.ts'
import { benchSettings } from '../support/env.ts'
import { httpLoop } from '../support/http-loop.ts'
import { measureInterleaved } from '../support/measure.ts'
import { type CpuUsage, measureCpuUsage, describeCpuUsage } from '../support/processor-time.ts'
import { expectedHits, openFeed } from '../support/records.ts'
import { whenAllEnded } from '../support/when-all-ended.ts'

const perCall = 1_000
const callers = 2
const floor = 0.4

/**
 * Bar 7: records posted to the server while the worker matches and sends; server, worker and provider run as separate
 * processes. Its limit is that of its parts, one after the other.
 */
export async function whole({ cluster, filled, population, quick, limitOf }: BenchContext): Promise<BenchmarkResult> {
  const alerts = 100_000
  const records = quick ? 2_000 : 30_000
  const runs = 3
  const database = await cluster.create('whole', await filled(alerts))
  const provider = await startProvider()
  const { key, end } = await openFeed(database, 1)
  const settings = JSON.stringify(benchSettings(database.url, provider.url))
  const [server, worker] = await Promise.all([
    startChild<ServerReady>('server.ts', [settings]),
    startChild('worker.ts', [settings]),
  ])
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` }
  const processes = {
    server: server.child.pid!,
    worker: worker.child.pid!,
    PostgreSQL: cluster.pid,
    'the provider': provider.pid,
    'the feed': process.pid,
  }
  const faults: string[] = []
  const accounts: CpuUsage[] = []
  let posted = 0
  let message = ''

  const ours = async () => {
    const from = posted
    posted += records
    const calls = Array.from({ length: records / perCall }, (_, call) => {
      const events = Array.from(
        { length: perCall },
        (_, place) => population.recordAt(from + call * perCall + place).event,
      )
      return JSON.stringify({ events })
    })
    await provider.begin(0)
    const wanted = expectedHits(population, from, records)
    const account = await measureCpuUsage(processes, wanted, () =>
      Promise.all([
        httpLoop({
          url: server.ready.address,
          path: '/ingest/v1/events',
          connections: callers,
          requests: calls.length,
          headers,
          body: (call) => calls[call]!,
        }),
        provider.until(wanted),
      ]),
    )
    await withOwner(database, (client) => whenAllEnded(client))
    const { notices, messages, sample } = await provider.report()
    message ||= sample
    if (notices !== wanted || messages !== wanted)
      faults.push(`${wanted} notices expected, the provider had ${messages} messages of ${notices}`)
    accounts.push(account)
    return wanted / account.seconds
  }
  const bareLoop = async () => {
    await provider.begin(0)
    return httpLoop({
      url: provider.url,
      path: mailPath,
      connections: concurrentCalls,
      requests: records,
      headers: mailHeaders,
      body: () => message,
    })
  }
  try {
    await ours()
    accounts.length = 0
    const parts = [3, 4, 6].map(limitOf)
    const limit = 1 / parts.reduce((sum, perSecond) => sum + 1 / perSecond, 0)
    const sides = await measureInterleaved(runs, ours, async () => limit)
    const bare = await bareLoop()
    faults.push(...(await reconcile(database, posted, expectedHits(population, 0, posted))))
    return {
      lines: [
        {
          ...sides,
          what: 'ingest to provider ÷ limits of 3, 4 and 6 together',
          unit: 'notices/s',
          floor,
          aim: 0.7,
          better: 'higher',
        },
      ],
      faults,
      notes: [
        `${alerts.toLocaleString('en-US')} alerts; calls of ${perCall.toLocaleString('en-US')} records, ${callers} at a time, to the server over HTTP; one worker; a provider that answers at once. From the first call to the last message. The limit is the harmonic sum of ${parts.map(rounded).join(', ')} a second: the time of a record is the sum of what its parts take at their limits. Medians of ${runs} runs of ${records.toLocaleString('en-US')} records.`,
        `A bare HTTP loop makes ${rounded(bare)} calls/s: ours ÷ it is ${(sides.ours / bare).toFixed(2)}.`,
        ...describeCpuUsage('A record with its one notice', accounts, { limit: sides.limit, floor }),
      ],
    }
  } finally {
    await closeAll(provider, server, worker)
    await end()
    await database.drop()
  }
}

const rounded = (value: number) => Math.round(value).toLocaleString('en-US')

async function closeAll(provider: Provider, ...children: { stop(): Promise<void> }[]): Promise<void> {
  await Promise.all(children.map((child) => child.stop()))
  await provider.stop()
}

async function reconcile(database: BenchDatabase, records: number, hits: number): Promise<string[]> {
  const wanted = {
    events: records,
    queued: 0,
    matches: hits,
    history: hits,
    notices: hits,
    accepted: hits,
    twice: 0,
    quarantined: 0,
  }
  const found = await withOwner(database, async (client) => {
    const { rows } = await client.query<Record<string, number>>(`select
      (select count(*) from event) as events, (select count(*) from match_queue) as queued,
      (select count(*) from event_match) as matches, (select count(*) from outgoing_event) as history,
      (select count(*) from notice) as notices, (select count(*) from notice where state = 'accepted') as accepted,
      (select count(*) from notice where possible_duplicate) as twice, (select count(*) from quarantine) as quarantined`)
    return rows[0] ?? {}
  })
  return Object.entries(wanted)
    .filter(([what, count]) => found[what] !== count)
    .map(([what, count]) => `${what}: ${found[what]} found, ${count} expected`)
}
