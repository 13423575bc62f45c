import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import type { Stall } from './processes/observations.ts'

const askEveryMs = 100
/** Less than what the scaled leases have to spare. */
const stallMs = 400

/** Keeps asking the database, and notes when it answered late or not at all. */
export function watchDatabase(url: string): { stalls: Stall[]; stop(): Promise<void> } {
  const stalls: Stall[] = []
  const over = new AbortController()
  const watch = async () => {
    let client: Client | undefined
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
        if (now - answeredAt > askEveryMs + stallMs) stalls.push({ at: new Date(answeredAt), until: new Date(now) })
        answeredAt = now
      } catch {
        await client?.end().catch(() => {})
        client = undefined
      }
      await wait(askEveryMs)
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
