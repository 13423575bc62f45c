import { openTransports } from '#shared/node/providers/registry.ts'
import { concurrentCalls, startDelivery } from '#worker/delivery/loop.ts'
import type { BenchmarkResult, BenchContext, Line } from '../benchmark.ts'
import { startProvider } from '../support/children.ts'
import { withOwner } from '../support/database.ts'
import { httpLoop } from '../support/http-loop.ts'
import { measureInterleaved } from '../support/measure.ts'
import { type CpuUsage, measureCpuUsage, describeCpuUsage } from '../support/processor-time.ts'
import { toItems, openFeed } from '../support/records.ts'
import { openWorker } from '../support/worker.ts'

const floors = { atOnce: 0.65, slow: 0.97 }

/** Bar 6: sending due notices, compared with a loop that posts the same message over as many connections. */
export async function delivery({ cluster, filled, population, quick }: BenchContext): Promise<BenchmarkResult> {
  const runs = quick ? 3 : 5
  const provider = await startProvider()
  const database = await cluster.create('delivery', await filled(100_000))
  const feed = await openFeed(database)
  const worker = openWorker(database, provider.url)
  const processes = { worker: process.pid, PostgreSQL: cluster.pid, 'the provider': provider.pid }
  const faults: string[] = []
  const accounts: CpuUsage[] = []
  let records = 0
  let message = ''

  const makeDue = async (count: number) => {
    await feed.ingest(feed.feed, toItems(population, records, count))
    records += count
    const { notices } = await worker.matchAll()
    if (notices !== count) throw new Error(`${count} records made ${notices} notices.`)
  }
  const ours = async (count: number, delayMs: number) => {
    await makeDue(count)
    await provider.begin(delayMs)
    const account = await measureCpuUsage(processes, count, async () => {
      const loop = startDelivery(worker.deps, await openTransports(worker.deps.env, worker.deps.db))
      await provider.until(count)
      // Stops once every outcome is stored.
      await loop.stop()
    })
    const { notices, messages, sample } = await provider.report()
    message ||= sample
    if (delayMs === 0) accounts.push(account)
    if (notices !== count || messages !== count)
      faults.push(`${count} notices due, the provider had ${messages} messages of ${notices}`)
    return count / account.seconds
  }
  const limit = async (count: number, delayMs: number) => {
    await provider.begin(delayMs)
    return httpLoop({
      url: provider.url,
      path: '/v3/mail/send',
      connections: concurrentCalls,
      requests: count,
      headers: { 'content-type': 'application/json', authorization: 'Bearer SG.benchmark' },
      body: () => message,
    })
  }
  const compare = async (
    delayMs: number,
    { count, pairs }: { count: number; pairs: number },
    [floor, aim]: [number, number],
  ): Promise<Line> => {
    const sides = await measureInterleaved(
      pairs,
      () => ours(count, delayMs),
      () => limit(count, delayMs),
    )
    return {
      ...sides,
      what: `delivery ÷ bare HTTP loop, ${delayMs} ms`,
      unit: 'notices/s',
      floor,
      aim,
      better: 'higher',
    }
  }
  try {
    const warmUp = quick ? 1_000 : 2_000
    await ours(warmUp, 0)
    await limit(warmUp, 0)
    accounts.length = 0
    const atOnce = await compare(0, { count: quick ? 3_000 : 20_000, pairs: runs }, [floors.atOnce, 0.9])
    // Long enough that the start and end, when not every connection is busy, hardly count.
    const slow = await compare(50, quick ? { count: 5_000, pairs: 1 } : { count: 10_000, pairs: runs }, [
      floors.slow,
      0.99,
    ])
    const ends = await withOwner(database, async (client) => {
      const { rows } = await client.query<{ state: string; notices: number; twice: number }>(
        'select state, count(*) as notices, count(*) filter (where possibly_twice) as twice from notice group by 1',
      )
      return rows
    })
    if (ends.length !== 1 || ends[0]?.state !== 'accepted' || ends[0].notices !== records || ends[0].twice !== 0)
      faults.push(`${records} notices, of which in the end: ${JSON.stringify(ends)}`)
    return {
      lines: [atOnce, slow],
      faults,
      notes: [
        `${concurrentCalls} connections on both sides, the provider in a process of its own; a message has ${Math.round(message.length / 102.4) / 10} kB. Ours claims, reads the state again, writes the message, calls and writes the outcome. Medians of ${runs} pairs${quick ? ' (one at 50 ms)' : ''}.`,
        ...describeCpuUsage('At 0 ms a notice', accounts, { limit: atOnce.limit, floor: floors.atOnce }),
      ],
    }
  } finally {
    await worker.end()
    await feed.end()
    await provider.stop()
    await database.drop()
  }
}
