import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from 'pg'
import { locks } from '../database/locks.ts'

const pollMs = 200
const reportAfterMs = 5_000

/**
 * Takes the lock of migrations for this connection. It asks again and again: a statement that waits for the lock would
 * hold a snapshot, and the index that the other migration builds concurrently would wait for that statement.
 */
export async function takeMigrateLock(client: Client, report?: (line: string) => void): Promise<void> {
  for (let waitedMs = 0; ; waitedMs += pollMs) {
    const { rows } = await client.query<{ taken: boolean }>(`select pg_try_advisory_lock(${locks.migrate}) as taken`)
    if (rows[0]?.taken) return
    if (waitedMs === reportAfterMs) report?.('Another migration of this database is running. This one waits for it.')
    await wait(pollMs)
  }
}
