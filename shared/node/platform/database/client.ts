import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import { Socket } from 'node:net'
import { Pool, types } from 'pg'
import { watchDisk } from './disk-full.ts'
import { failUnconfirmedCommits } from './standby.ts'
import type { Database } from './types.ts'

export type Db = Kysely<Database>
export type Tx = Transaction<Database>

// Identity columns fit a JavaScript number; key hashes do not and never leave SQL as numbers.
types.setTypeParser(types.builtins.INT8, Number)
// A date is a day of the county, not a moment: keep 'YYYY-MM-DD'.
types.setTypeParser(types.builtins.DATE, (value) => value)

export type Connection = { db: Db; pool: Pool; end(): Promise<void> }

const statementMs = 60_000
/**
 * The database's own limits end a statement or an idle transaction sooner, so a longer silence means a dead connection
 * (such as a pulled cable).
 */
const maxSilentMs = 90_000

/** A socket that closes after `ms` without traffic. Without it, a query on a dead connection waits for hours. */
function openSocket(ms: number): Socket {
  const socket = new Socket()
  socket.setTimeout(ms, () => socket.destroy(new Error('The database connection is silent.')))
  return socket
}

/** How long a call waits for a connection before it fails as busy. Only tests wait longer. */
export const connecting = { waitMs: 5_000 }

/** Options that keep a database connection from waiting forever; also for pools that other libraries open. */
export const connectionGuards = (silentMs = maxSilentMs) => ({
  connectionTimeoutMillis: connecting.waitMs,
  stream: () => openSocket(silentMs),
})

/**
 * Opens a pool on the application's database.
 * @param max connections; a server or worker needs few, since frequent work is set-based
 * @param settings PostgreSQL settings for every connection, as '-c name=value -c …'
 * @param silentMs a busy connection that is silent for longer counts as dead; only tests set it
 */
export function connect(
  url: string,
  {
    max = 10,
    name = 'land-alerts',
    silentMs = maxSilentMs,
    settings = '',
  }: { max?: number; name?: string; silentMs?: number; settings?: string } = {},
): Connection {
  const pool = new Pool({
    connectionString: url,
    max,
    application_name: name,
    ...(settings && { options: settings }),
    ...connectionGuards(silentMs),
    idleTimeoutMillis: 30_000,
    statement_timeout: statementMs,
    idle_in_transaction_session_timeout: statementMs,
  })
  // An idle connection that breaks (database restarted) is replaced by the pool; it must not end the process.
  pool.on('error', () => {})
  // The same applies to one that breaks while in use: its query already reports the error.
  pool.on('connect', (client) => {
    client.on('error', () => {})
    failUnconfirmedCommits(client)
    watchDisk(pool, client)
  })
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  const end = async () => {
    await db.destroy()
    // Kysely ends only a pool that it has used.
    if (!pool.ending) await pool.end()
  }
  return { db, pool, end }
}
