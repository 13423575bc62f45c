import { loadDatabaseUrl } from '#shared/node/configuration/env.ts'
import { type Connection, connect } from '#shared/node/platform/database/client.ts'
import { describeUnreachable } from '#shared/node/platform/database/unreachable.ts'
import { createLog } from '#shared/node/platform/log.ts'
import { type Enqueue, startJobSender } from '#shared/node/platform/queue/queue.ts'
import { findEmbedded } from '../database/embedded-postgres.ts'
import { postgresFolder } from '../support/paths.ts'

/**
 * The command's database: DATABASE_URL, or else the running demo's.
 * @throws Error that explains why there is none or it cannot be reached
 */
export async function openDatabase(): Promise<Connection & { url: string }> {
  const named = loadDatabaseUrl()
  const url = named ?? (await findEmbedded(postgresFolder))?.appUrl()
  if (!url) throw new Error('The demo is not running. Set DATABASE_URL, or start the demo with "npm start".')
  return { ...(await connectOrExplain(url, named && 'DATABASE_URL')), url }
}

/**
 * Connects and runs a query.
 * @param variable names the source of the address
 * @throws Error that explains why the connection failed
 */
export async function connectOrExplain(url: string, variable?: string): Promise<Connection> {
  const connection = connect(url, { max: 4, name: 'land-alerts command' })
  await connection.pool.query('select 1').catch(async (error: unknown) => {
    await connection.end()
    throw new Error(describeUnreachable(error, variable), { cause: error })
  })
  return connection
}

/** Wakes the worker; without the queue, the worker finds the rows by polling. */
export async function openSender(url: string): Promise<{ enqueue: Enqueue; stop(): Promise<void> }> {
  return startJobSender(url, createLog('command', 'error')).catch(() => ({
    enqueue: async () => {},
    stop: async () => {},
  }))
}
