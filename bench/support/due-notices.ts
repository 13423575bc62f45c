import { openTransports } from '#shared/node/providers/registry.ts'
import { startDelivery } from '#worker/delivery/loop.ts'
import type { BenchContext } from './benchmark.ts'
import type { Provider } from './children.ts'
import { type BenchDatabase, withOwner } from './database.ts'
import { type CpuUsage, measureCpuUsage } from './processor-time.ts'
import { toItems, openFeed } from './records.ts'
import { openWorker } from './worker.ts'

export type DueNotices = {
  database: BenchDatabase
  /** Stores records that no worker matches yet. */
  ingest(count: number): Promise<void>
  /** Makes notices that no worker sends yet. */
  make(count: number): Promise<number[]>
  /** Makes notices and sends them as the worker does, until each outcome is stored. */
  sendOurs(count: number, delayMs: number): Promise<CpuUsage>
  /** The first message that was sent. */
  sample(): string
  /** What does not add up: messages and notices of each run, and how all notices made so far ended. */
  faults(): Promise<string[]>
  end(): Promise<void>
}

/** A database with 100,000 alerts, each record of which makes one notice, and this process as its worker. */
export async function openDueNotices(
  { cluster, filled, population }: BenchContext,
  provider: Provider,
  name: string,
): Promise<DueNotices> {
  const database = await cluster.create(name, await filled(100_000))
  const feed = await openFeed(database)
  const worker = openWorker(database, provider.url)
  const processes = { worker: process.pid, PostgreSQL: cluster.pid, 'the provider': provider.pid }
  const faults: string[] = []
  let records = 0
  let message = ''

  const ingest = async (count: number) => {
    await feed.ingest(feed.feed, toItems(population, records, count))
    records += count
  }
  const make = async (count: number) => {
    await ingest(count)
    const { notices } = await worker.matchAll()
    if (notices !== count) throw new Error(`${count} records made ${notices} notices.`)
    const { rows } = await worker.deps.pool.query<{ id: number }>('select notice_id as id from delivery order by 1')
    return rows.map(({ id }) => id)
  }
  return {
    database,
    ingest,
    make,
    sendOurs: async (count, delayMs) => {
      await make(count)
      await provider.begin(delayMs)
      const account = await measureCpuUsage(processes, count, async () => {
        const loop = startDelivery(worker.deps, await openTransports(worker.deps))
        await provider.until(count)
        // Stops once every outcome is stored.
        await loop.stop()
      })
      const { notices, messages, sample } = await provider.report()
      message ||= sample
      if (notices !== count || messages !== count)
        faults.push(`${count} notices due, the provider had ${messages} messages of ${notices}`)
      return account
    },
    sample: () => message,
    faults: async () => {
      const ends = await withOwner(database, async (client) => {
        const { rows } = await client.query<{ state: string; notices: number; twice: number }>(
          'select state, count(*) as notices, count(*) filter (where possible_duplicate) as twice from notice group by 1',
        )
        return rows
      })
      const [end] = ends
      const isWhole = ends.length === 1 && end?.state === 'accepted' && end.notices === records && end.twice === 0
      return isWhole ? faults : [...faults, `${records} notices, of which in the end: ${JSON.stringify(ends)}`]
    },
    end: async () => {
      await worker.end()
      await feed.end()
      await database.drop()
    },
  }
}
