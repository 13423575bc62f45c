import { setTimeout as wait } from 'node:timers/promises'
import type { ServerReady } from '../children/server.ts'
import type { BenchmarkResult, BenchContext, Line } from '../support/benchmark.ts'
import { type PeerName, peers, type Provider, startChild, startPeer, startProvider } from '../support/children.ts'
import { withOwner } from '../support/database.ts'
import { type DueNotices, openDueNotices } from '../support/due-notices.ts'
import { benchSettings, webhookPrivateKey } from '../support/env.ts'
import { peerOptions } from './peers.ts'

const count = 5_000
const killAt = 1_500
const watchSeconds = 60
const answerMs = 50
const eventsAfterMs = 1_000

/** When a job whose worker died is given to another, unless the user sets it. */
const documented: Record<PeerName, string> = {
  'pg-boss': 'expires after 15 minutes by default',
  'graphile-worker': 'is unlocked after 4 hours',
}

/** Seconds from the kill until nothing was left, or null if something was after all the watching; and what was left. */
type Watched = { seconds: number | null; left: string }

/** Bar 11: kill -9 of one of two workers amid 5,000 notices. Nothing is scaled: waits and leases are the product's own. */
export async function killedWorker(context: BenchContext): Promise<BenchmarkResult> {
  const provider = await startProvider()
  const due = await openDueNotices(context, provider, 'killed_worker')
  const settings = JSON.stringify(benchSettings(due.database.url, provider.url))
  const server = await startChild<ServerReady>('server.ts', [settings])
  const begin = () =>
    provider.begin(answerMs, {
      webhook: `${server.ready.address}/webhooks/sendgrid`,
      afterMs: eventsAfterMs,
      privateKey: webhookPrivateKey,
    })
  try {
    await begin()
    const ours = await killOurs(due, provider, settings)
    const { notices, messages } = await provider.report()
    const lines: Line[] = []
    const notes = [`Ours: ${tell(ours)} The provider had ${messages} messages of ${notices} notices.`]
    for (const name of peers) {
      await begin()
      const peer = await killPeer(name, due, provider)
      lines.push(toLine(name, ours, peer))
      notes.push(`${name}: ${tell(peer)} A job whose worker died ${documented[name]}.`)
    }
    return {
      lines,
      // What is not done in time may be on its way.
      faults: ours.seconds === null || notices === count ? [] : [`${count} notices, the provider had ${notices}`],
      notes: [
        `Two workers, each with ${count.toLocaleString('en-US')} notices between them; kill -9 of one once the provider, which answers in ${answerMs} ms and sends signed events after ${eventsAfterMs / 1000} s to a running server, has ${killAt.toLocaleString('en-US')} messages. Counted from the kill until the outcome of each notice is stored; watched for ${watchSeconds} s.`,
        ...notes,
      ],
    }
  } finally {
    await server.stop()
    await due.end()
    await provider.stop()
  }
}

async function killOurs(due: DueNotices, provider: Provider, settings: string): Promise<Watched> {
  const [victim, other] = await Promise.all([startChild('worker.ts', [settings]), startChild('worker.ts', [settings])])
  try {
    await due.ingest(count)
    await provider.until(killAt)
    await victim.kill()
    return await watch(due)
  } finally {
    await other.stop()
    await clear(due)
  }
}

async function killPeer(name: PeerName, due: DueNotices, provider: Provider): Promise<Watched> {
  const ids = await due.make(count)
  const { url: databaseUrl, ownerUrl } = due.database
  const settings = { databaseUrl, ownerUrl, providerUrl: provider.url, options: peerOptions[name][0]! }
  // One after the other: each sets up its schema.
  const victim = await startPeer(name, settings)
  const other = await startPeer(name, settings)
  try {
    await victim.enqueue(ids)
    await Promise.all([victim.work(), other.work()])
    await provider.until(killAt)
    await victim.kill()
    return await watch(due)
  } finally {
    await other.stop()
    await clear(due)
  }
}

function watch({ database }: DueNotices): Promise<Watched> {
  const start = performance.now()
  return withOwner(database, async (client) => {
    for (;;) {
      const { rows } = await client.query<{ left: number; calling: number; doubted: number }>(`
        select (select count(*) from match_queue) + count(*) as left,
          count(*) filter (where calling_at is not null) as calling,
          count(*) filter (where doubt_since is not null) as doubted from delivery`)
      const { left, calling, doubted } = rows[0]!
      const passed = (performance.now() - start) / 1000
      if (left === 0) return { seconds: passed, left: '' }
      if (passed > watchSeconds)
        return { seconds: null, left: `${left} left, of which ${calling} in a call and ${doubted} in doubt` }
      await wait(50)
    }
  })
}

/** What was left must not be counted with the next. */
const clear = ({ database }: DueNotices) => withOwner(database, (client) => client.query('delete from delivery'))

const tell = ({ seconds, left }: Watched) =>
  seconds === null ? `not done in ${watchSeconds} s (${left}).` : `done ${seconds.toFixed(1)} s after the kill.`
const show = ({ seconds }: Watched) => (seconds === null ? `> ${watchSeconds} s` : seconds.toFixed(1))

function toLine(name: PeerName, ours: Watched, peer: Watched): Line {
  const [our, limit] = [ours, peer].map(({ seconds }) => seconds ?? Infinity) as [number, number]
  return {
    ours: our,
    limit,
    // The bar is in seconds.
    ratio: our,
    shown: { ours: show(ours), limit: show(peer), ratio: '–' },
    what: `kill -9 of one of two workers: seconds until all is done; beside ${name}`,
    unit: 's',
    floor: 60,
    aim: 15,
    better: 'lower',
  }
}
