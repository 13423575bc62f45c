import type { BenchmarkResult, BenchContext, Line } from '../benchmark.ts'
import { type PeerName, peers, type Provider, startPeer, startProvider } from '../support/children.ts'
import { withOwner } from '../support/database.ts'
import { type DueNotices, openDueNotices } from '../support/due-notices.ts'
import { measureInterleaved, seconds } from '../support/measure.ts'
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

const bounds = { 'pg-boss': { floor: 2.5, aim: 5 }, 'graphile-worker': { floor: 2, aim: 4 } }

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
      const tried: { options: Options; rate: number }[] = []
      for (const options of peerOptions[name].slice(0, quick ? 1 : undefined))
        tried.push({ options, rate: await sendByPeer(name, options, { due, provider, count }) })
      const { options } = tried.toSorted((a, b) => b.rate - a.rate)[0]!
      const sides = await measureInterleaved(runs, ours, () => sendByPeer(name, options, { due, provider, count }))
      lines.push({
        ...sides,
        ...bounds[name],
        what: `notices a second ÷ ${name}`,
        unit: 'notices/s',
        better: 'higher',
      })
      notes.push(
        `${name}: ${tried.map((each) => `${describe(each.options)}: ${Math.round(each.rate).toLocaleString('en-US')} notices/s`).join('; ')}. Kept: ${describe(options)}.`,
      )
    }
    return {
      lines,
      faults: await due.faults(),
      notes: [
        `One job a notice on both, already in the queue; a worker in a process of its own, 50 connections to the provider, 10 to the same database for the handler and as many for the library. The handler reads the state again as it commits the call, makes it with bytes made beforehand, and commits the outcome. Medians of ${runs} pair${runs === 1 ? '' : 's'} of ${count.toLocaleString('en-US')} notices.`,
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

/** @returns notices per second, until each outcome is stored */
async function sendByPeer(
  name: PeerName,
  options: Options,
  { due, provider, count }: { due: DueNotices; provider: Provider; count: number },
): Promise<number> {
  const { url: databaseUrl, ownerUrl } = due.database
  const ids = await due.make(count)
  await provider.begin(0)
  const peer = await startPeer(name, { databaseUrl, ownerUrl, providerUrl: provider.url, options })
  try {
    await peer.enqueue(ids)
    const taken = await withOwner(due.database, (client) =>
      seconds(async () => {
        await peer.work(due.sample())
        await provider.until(count)
        await whenAllEnded(client)
      }),
    )
    return count / taken
  } finally {
    await peer.stop()
  }
}
