import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import { Pool, types } from 'pg'
import type { Database } from './types.ts'

export type Db = Kysely<Database>
export type Tx = Transaction<Database>

// Identity columns fit a JavaScript number; key hashes do not and never leave SQL as numbers.
types.setTypeParser(types.builtins.INT8, Number)
// A date is a day of the county, not a moment: keep 'YYYY-MM-DD'.
types.setTypeParser(types.builtins.DATE, (value) => value)

export type Connection = { db: Db; pool: Pool; end(): Promise<void> }

/**
 * Opens a pool on the application's database.
 * @param max connections; a server or worker needs few, since money paths are set-based
 */
export function connect(
  url: string,
  { max = 10, name = 'land-alerts' }: { max?: number; name?: string } = {},
): Connection {
  const pool = new Pool({
    connectionString: url,
    max,
    application_name: name,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 60_000,
    idle_in_transaction_session_timeout: 60_000,
  })
  // An idle connection that breaks (database restarted) is replaced by the pool; it must not end the process.
  pool.on('error', () => {})
  // Nor must one that breaks in use: whoever waits on it has the error from the query already.
  pool.on('connect', (client) => client.on('error', () => {}))
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  return { db, pool, end: () => db.destroy() }
}
