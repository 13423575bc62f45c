import { type Connection, connect } from '#shared/node/platform/database/client.ts'
import { describeUnreachable } from '#shared/node/platform/database/unreachable.ts'
import { loadDatabaseUrl } from '#shared/node/platform/env.ts'
import { createLog } from '#shared/node/platform/log.ts'
import { type Enqueue, startJobSender } from '#shared/node/platform/queue/queue.ts'
import { findEmbedded } from '../embedded-postgres.ts'
import { postgresFolder } from '../start/paths.ts'

/**
 * The database that a command works on: the one of DATABASE_URL, else that of the running demo.
 * @throws Error in plain words where there is none, or it cannot be reached
 */
export async function openDatabase(): Promise<Connection & { url: string }> {
  const named = loadDatabaseUrl()
  const url = named ?? (await findEmbedded(postgresFolder))?.appUrl()
  if (!url) throw new Error('The demo is not running. Set DATABASE_URL, or start the demo with "npm start".')
  return { ...(await connectOrExplain(url, named && 'DATABASE_URL')), url }
}

/**
 * Connects and asks for an answer.
 * @param variable names where the address was read
 * @throws Error in plain words where the database does not let us in
 */
export async function connectOrExplain(url: string, variable?: string): Promise<Connection> {
  const connection = connect(url, { max: 4, name: 'land-alerts command' })
  await connection.pool.query('select 1').catch(async (error: unknown) => {
    await connection.end()
    throw new Error(describeUnreachable(error, variable), { cause: error })
  })
  return connection
}

/** Rings for the worker; where the queue cannot be reached the worker finds the rows by itself. */
export async function openSender(url: string): Promise<{ enqueue: Enqueue; stop(): Promise<void> }> {
  return startJobSender(url, createLog('command', 'error')).catch(() => ({
    enqueue: async () => {},
    stop: async () => {},
  }))
}

/** The county's zone, as the server has it. */
export const countyTimeZone = (): string => process.env.COUNTY_TIME_ZONE || 'America/Chicago'
