import { fromKysely, PgBoss } from 'pg-boss'
import { connectionGuards, type Tx } from '../database/client.ts'
import type { Log } from '../log.ts'
import { type JobKey, jobs, type Payload } from './jobs.ts'

const quiet = { migrate: false, createSchema: false, schedule: false, supervise: false } as const

/** Sends jobs. With a transaction, the job exists only if the transaction commits. */
export type Enqueue = <K extends JobKey>(tx: Tx | null, key: K, payload: Payload<K>) => Promise<void>

/**
 * A pg-boss that only sends: for the server and for tools.
 * @param silentMs as for `connect`
 */
export async function startJobSender(
  url: string,
  log: Log,
  silentMs?: number,
): Promise<{ enqueue: Enqueue; stop(): Promise<void> }> {
  const boss = new PgBoss({
    connectionString: url,
    application_name: 'land-alerts sender',
    max: 2,
    ...connectionGuards(silentMs),
    ...quiet,
  })
  boss.on('error', (error) => log.warn('queue.failed', { error: error.name }))
  await boss.start()
  return { enqueue: createEnqueue(boss), stop: () => boss.stop({ graceful: false, close: true }) }
}

export const createEnqueue =
  (boss: PgBoss): Enqueue =>
  async (tx, key, payload) => {
    await boss.send(jobs[key].name, payload, tx ? { db: fromKysely(tx) } : {})
  }
