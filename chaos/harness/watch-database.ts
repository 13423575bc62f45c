import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { createLostTime, lookEveryMs } from '../processes/lost-time.ts'
import type { Stall } from '../processes/observations.ts'

/** Keeps querying the database, and notes when it answered late, not at all, or slowly all the time. */
export function watchDatabase(url: string): { stalls: Stall[]; stop(): Promise<void> } {
  const stalls: Stall[] = []
  const over = new AbortController()
  const watch = async () => {
    let client: Client | undefined
    const lostTime = createLostTime()
    let answeredAt = Date.now()
    while (!over.signal.aborted) {
      try {
        if (!client) {
          client = new Client({ connectionString: url, connectionTimeoutMillis: 1_000, query_timeout: 5_000 })
          client.on('error', () => {})
          await client.connect()
        }
        await client.query('select 1')
        const now = Date.now()
        const stalledMs = lostTime(now - answeredAt)
        if (stalledMs > 0) stalls.push({ at: new Date(now - stalledMs), until: new Date(now) })
        answeredAt = now
      } catch {
        await client?.end().catch(() => {})
        client = undefined
      }
      await wait(lookEveryMs)
    }
    await client?.end().catch(() => {})
  }
  const watching = watch()
  return {
    stalls,
    stop: async () => {
      over.abort()
      await watching
    },
  }
}
