import type { BarResult, BenchContext } from '../bar.ts'
import type { ServerReady } from '../children/server.ts'
import { startChild } from '../support/children.ts'
import { withOwner } from '../support/database.ts'
import { benchSettings } from '../support/env.ts'
import { httpLoop } from '../support/http-loop.ts'
import { interleaved } from '../support/measure.ts'
import { openFeed } from '../support/records.ts'

/** Bar 5: one record a call, answered after COMMIT, beside a route of the same process that does nothing. */
export async function singlePost({ cluster, population, quick }: BenchContext): Promise<BarResult> {
  const connections = 64
  const requests = quick ? 5_000 : 20_000
  const runs = quick ? 3 : 5
  const database = await cluster.create('single_post')
  const { key, end } = await openFeed(database, 1)
  const server = await startChild<ServerReady>('server.ts', [JSON.stringify(benchSettings(database.url))])
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` }
  let posted = 0
  let accepted = 0

  const bodies = () => {
    const made = Array.from({ length: requests }, (_, request) =>
      JSON.stringify({ events: [population.recordAt(posted + request).event] }),
    )
    posted += requests
    return (request: number) => made[request]!
  }
  const post = (url: string, path: string, onAnswer?: (status: number, text: string) => void) =>
    httpLoop({ url, path, connections, requests, headers, body: bodies(), ...(onAnswer && { onAnswer }) })
  const ours = () =>
    post(server.ready.address, '/ingest/v1/events', (_status, text) => {
      if (text.startsWith('{"accepted":1,')) accepted++
    })
  const limit = () => post(server.ready.limit, '/nothing')
  try {
    await ours()
    await limit()
    const sides = await interleaved(runs, ours, limit)
    const wanted = (runs + 1) * requests
    const stored = await withOwner(database, async (client) => {
      const { rows } = await client.query<{ events: number; queued: number }>(
        'select (select count(*) from event) as events, (select count(*) from match_queue) as queued',
      )
      return rows[0]
    })
    const reconciles = accepted === wanted && stored?.events === wanted && stored.queued === wanted
    return {
      lines: [
        {
          ...sides,
          what: 'single durable POST ÷ a route that does nothing',
          unit: 'calls/s',
          floor: 0.35,
          aim: 0.6,
          better: 'higher',
        },
      ],
      faults: reconciles
        ? []
        : [`${wanted} posted, ${accepted} accepted, ${stored?.events} stored, ${stored?.queued} queued`],
      notes: [
        `${connections} connections, one call at a time on each, fsync on; the loop, the server and PostgreSQL share the machine. Medians of ${runs} pairs of ${requests.toLocaleString('en-US')} calls.`,
      ],
    }
  } finally {
    await server.stop()
    await end()
    await database.drop()
  }
}
