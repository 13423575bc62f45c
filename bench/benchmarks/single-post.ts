import type { ServerReady } from '../children/server.ts'
import type { BenchmarkResult, BenchContext } from '../support/benchmark.ts'
import { startChild } from '../support/children.ts'
import { type BenchDatabase, withOwner } from '../support/database.ts'
import { benchSettings } from '../support/env.ts'
import { httpLoop } from '../support/http-loop.ts'
import { measureInterleaved } from '../support/measure.ts'
import { type CpuUsage, measureCpuUsage, describeCpuUsage } from '../support/processor-time.ts'
import { openFeed } from '../support/records.ts'

const floor = 0.5

/**
 * Bar 5: one record per call, answered after COMMIT, compared with a bare route in the same process that stores the same
 * rows.
 */
export async function singlePost({ cluster, population, quick }: BenchContext): Promise<BenchmarkResult> {
  const connections = 64
  const requests = quick ? 2_000 : 20_000
  const runs = quick ? 3 : 5
  const database = await cluster.create('single_post')
  const { key, end } = await openFeed(database, 1)
  const bare = await cluster.create('single_post_bare')
  const settings = JSON.stringify(benchSettings(database.url))
  const server = await startChild<ServerReady>('server.ts', [settings, bare.url, key])
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` }
  const processes = { server: server.child.pid!, PostgreSQL: cluster.pid, 'the caller': process.pid }
  const accounts: CpuUsage[] = []
  let posted = 0
  let accepted = 0

  const bodies = () => {
    const made = Array.from({ length: requests }, (_, request) =>
      JSON.stringify({ events: [population.recordAt(posted + request).event] }),
    )
    posted += requests
    return (request: number) => made[request]!
  }
  /** Request bodies, built in advance. */
  const poster = (url: string, path: string, onAnswer?: (status: number, text: string) => void) => {
    const body = bodies()
    return () => httpLoop({ url, path, connections, requests, headers, body, ...(onAnswer && { onAnswer }) })
  }
  const ours = async () => {
    let rate = 0
    const post = poster(server.ready.address, '/ingest/v1/events', (_status, text) => {
      if (text.startsWith('{"accepted":1,')) accepted++
    })
    accounts.push(await measureCpuUsage(processes, requests, async () => (rate = await post())))
    return rate
  }
  const limit = () => poster(server.ready.limit, '/bare')()
  try {
    await ours()
    await limit()
    accounts.length = 0
    const sides = await measureInterleaved(runs, ours, limit)
    const wanted = (runs + 1) * requests
    const [stored, storedBare] = [await countStored(database), await countStored(bare)]
    const counts = [accepted, stored.events, stored.queued, storedBare.events, storedBare.queued]
    return {
      lines: [
        {
          ...sides,
          what: 'single durable POST ÷ bare route that stores the same',
          unit: 'calls/s',
          floor,
          aim: 0.8,
          better: 'higher',
        },
      ],
      faults: counts.every((count) => count === wanted)
        ? []
        : [
            `${wanted} posted; accepted, stored and queued, then stored and queued by the bare route: ${counts.join(', ')}`,
          ],
      notes: [
        `${connections} connections, one call at a time on each, fsync on; the loop, the server and PostgreSQL share the machine. The bare route parses the same body with Fastify alone, compares the key's hash and inserts the same rows by one prepared statement; a commit gathers what came while the one before was being written. Medians of ${runs} pairs of ${requests.toLocaleString('en-US')} calls.`,
        ...describeCpuUsage('A call', accounts, { limit: sides.limit, floor }),
      ],
    }
  } finally {
    await server.stop()
    await end()
    await database.drop()
    await bare.drop()
  }
}

const countStored = (database: BenchDatabase) =>
  withOwner(database, async (client) => {
    const { rows } = await client.query<{ events: number; queued: number }>(
      'select (select count(*) from event) as events, (select count(*) from match_queue) as queued',
    )
    return rows[0]!
  })
