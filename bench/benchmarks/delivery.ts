import { concurrentCalls } from '#worker/delivery/loop.ts'
import { mailHeaders, mailPath } from '../limits/call.ts'
import { openDurableLoops } from '../limits/durable-loops.ts'
import type { BenchmarkResult, BenchContext, Line } from '../support/benchmark.ts'
import { startProvider } from '../support/children.ts'
import { openDueNotices } from '../support/due-notices.ts'
import { httpLoop } from '../support/http-loop.ts'
import { type Comparison, measureInterleaved } from '../support/measure.ts'
import { type CpuUsage, describeCpuUsage } from '../support/processor-time.ts'

const floors = { atOnce: 0.65, slow: 0.97 }
const loopCounts = [1, 2, 4]

/**
 * Bar 6: sending due notices. At 0 ms compared with loops that keep the same promises and do nothing else; at 50 ms,
 * where the provider takes all the time, with a loop that posts the same message over as many connections.
 */
export async function delivery(context: BenchContext): Promise<BenchmarkResult> {
  const { quick } = context
  const runs = quick ? 3 : 5
  const atOnceCount = quick ? 3_000 : 20_000
  const provider = await startProvider()
  const due = await openDueNotices(context, provider, 'delivery')
  const durable = openDurableLoops(due.database, provider.url)
  const accounts: CpuUsage[] = []
  const tried: Record<number, number> = {}

  const ours = async (count: number, delayMs: number) => {
    const account = await due.sendOurs(count, delayMs)
    if (delayMs === 0) accounts.push(account)
    return count / account.seconds
  }
  const durableLimit = async (count: number, loops: number) => {
    const ids = await due.make(count)
    await provider.begin(0)
    return durable.send(ids, loops)
  }
  const bareLimit = async (requests: number, delayMs: number) => {
    await provider.begin(delayMs)
    return httpLoop({
      url: provider.url,
      path: mailPath,
      connections: concurrentCalls,
      requests,
      headers: mailHeaders,
      body: due.sample,
    })
  }
  try {
    const warmUp = quick ? 1_000 : 3_000
    await ours(warmUp, 0)
    for (const loops of [2, ...loopCounts]) tried[loops] = await durableLimit(warmUp, loops)
    const bare = await bareLimit(atOnceCount, 0)
    accounts.length = 0
    const best = loopCounts.toSorted((a, b) => tried[b]! - tried[a]!)[0]!
    const atOnce = await measureInterleaved(
      runs,
      () => ours(atOnceCount, 0),
      () => durableLimit(atOnceCount, best),
    )
    context.keepLimit(6, atOnce.limit)
    // Long enough that the start and end, when not every connection is busy, hardly count.
    const [count, pairs] = quick ? [5_000, 1] : [10_000, 3]
    const slow = await measureInterleaved(
      pairs,
      () => ours(count, 50),
      () => bareLimit(count, 50),
    )
    return {
      lines: [
        toLine(atOnce, 'delivery, provider at 0 ms ÷ durable loops', floors.atOnce, 0.8),
        toLine(slow, 'delivery, provider at 50 ms ÷ bare HTTP loop', floors.slow, 0.99),
      ],
      faults: await due.faults(),
      notes: [
        `${concurrentCalls} connections on both sides, the provider in a process of its own; a message has ${Math.round(due.sample().length / 102.4) / 10} kB. Ours claims, reads the state again, writes the message, calls and writes the outcome. The loops read the state again and commit the calls, write the messages and make the calls by the same functions, and commit the outcomes, in sets of 50 (notices/s with ${loopCounts.map((loops) => `${loops}: ${rounded(tried[loops]!)}`).join(', ')}; ${best} kept). Medians of ${runs} pairs${pairs < runs ? ` (${pairs} at 50 ms)` : ''}.`,
        `A bare HTTP loop, which reads and stores nothing, makes ${rounded(bare)} calls/s at 0 ms: ours ÷ it is ${(atOnce.ours / bare).toFixed(2)}.`,
        ...describeCpuUsage('At 0 ms a notice', accounts, { limit: atOnce.limit, floor: floors.atOnce }),
      ],
    }
  } finally {
    await durable.end()
    await due.end()
    await provider.stop()
  }
}

const toLine = (sides: Comparison, what: string, floor: number, aim: number): Line => ({
  ...sides,
  what,
  unit: 'notices/s',
  floor,
  aim,
  better: 'higher',
})

const rounded = (value: number) => Math.round(value).toLocaleString('en-US')
