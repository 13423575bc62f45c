import type { BenchmarkResult, BenchContext, Line } from '../support/benchmark.ts'
import { type Peer, type PeerName, peers, type Provider, startPeer, startProvider } from '../support/children.ts'
import { withOwner } from '../support/database.ts'
import { type DueNotices, openDueNotices } from '../support/due-notices.ts'
import { type Comparison, measureInterleaved, seconds } from '../support/measure.ts'
import { whenAllEnded } from '../support/when-all-ended.ts'

type Options = Record<string, number>

/** Settings that are tried, what was the best by hand first; a quick run takes only that. */
export const peerOptions: Record<PeerName, Options[]> = {
  'pg-boss': [
    { batchSize: 100, localConcurrency: 4 },
    { batchSize: 50, localConcurrency: 10 },
    { batchSize: 500, localConcurrency: 2 },
  ],
  'graphile-worker': [
    { concurrentJobs: 50, localQueue: 500, completeJobBatchDelay: 10 },
    { concurrentJobs: 100, localQueue: 500, completeJobBatchDelay: 10 },
    { concurrentJobs: 24, localQueue: 100, completeJobBatchDelay: 0 },
  ],
}

const bounds = { 'pg-boss': { floor: 3, aim: 4 }, 'graphile-worker': { floor: 2.5, aim: 3 } }

/** Bar 10: the same notices sent by workers on two well-known queues, as their users would build them. */
export async function comparePeers(context: BenchContext): Promise<BenchmarkResult> {
  const { quick } = context
  const runs = quick ? 1 : 3
  const count = quick ? 1_500 : 5_000
  const provider = await startProvider()
  const due = await openDueNotices(context, provider, 'peers')
  const lines: Line[] = []
  const notes: string[] = []
  const ours = async () => count / (await due.sendOurs(count, 0)).seconds
  try {
    await ours()
    for (const name of peers) {
      const { sides, note } = await comparePeer(name, { due, provider, count, runs, ours, quick })
      lines.push({
        ...sides,
        ...bounds[name],
        what: `notices a second ÷ ${name}`,
        unit: 'notices/s',
        better: 'higher',
      })
      notes.push(note)
    }
    return {
      lines,
      faults: await due.faults(),
      notes: [
        `One job a notice on both, already in the queue; a worker in a process of its own, 50 connections to the provider, 10 to the same database for the handler and as many for the library. The handler reads the state again as it commits the call, writes the message and makes the call by our own functions, and commits the outcome. Medians of ${runs} pair${runs === 1 ? '' : 's'} of ${count.toLocaleString('en-US')} notices.`,
        ...notes,
      ],
    }
  } finally {
    await due.end()
    await provider.stop()
  }
}

const describe = (options: Options) =>
  Object.entries(options)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ')

type Setup = {
  due: DueNotices
  provider: Provider
  count: number
  runs: number
  ours(): Promise<number>
  quick: boolean
}

/** Tries a peer's settings and compares ours with the best. Its process has run before it is measured, as ours has. */
async function comparePeer(
  name: PeerName,
  { due, provider, count, runs, ours, quick }: Setup,
): Promise<{ sides: Comparison; note: string }> {
  const { url: databaseUrl, ownerUrl } = due.database
  const tried: { options: Options; peer: Peer; rate: number }[] = []
  try {
    for (const options of peerOptions[name].slice(0, quick ? 1 : undefined)) {
      const peer = await startPeer(name, { databaseUrl, ownerUrl, providerUrl: provider.url, options })
      tried.push({ options, peer, rate: 0 })
      await sendByPeer(peer, { due, provider, count: 500 })
      tried.at(-1)!.rate = await sendByPeer(peer, { due, provider, count })
    }
    const best = tried.toSorted((a, b) => b.rate - a.rate)[0]!
    const sides = await measureInterleaved(runs, ours, () => sendByPeer(best.peer, { due, provider, count }))
    const rates = tried.map(
      ({ options, rate }) => `${describe(options)}: ${Math.round(rate).toLocaleString('en-US')} notices/s`,
    )
    return { sides, note: `${name}: ${rates.join('; ')}. Kept: ${describe(best.options)}.` }
  } finally {
    await Promise.all(tried.map(({ peer }) => peer.stop()))
  }
}

/** @returns notices per second, until each outcome is stored */
async function sendByPeer(
  peer: Peer,
  { due, provider, count }: Pick<Setup, 'due' | 'provider' | 'count'>,
): Promise<number> {
  const ids = await due.make(count)
  await provider.begin(0)
  await peer.enqueue(ids)
  const taken = await withOwner(due.database, (client) =>
    seconds(async () => {
      await peer.work()
      await provider.until(count)
      await whenAllEnded(client)
    }),
  )
  await peer.rest()
  return count / taken
}
