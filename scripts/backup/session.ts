import { Client } from 'pg'
import { failUnconfirmedCommits } from '#shared/node/platform/database/standby.ts'
import { describeUnreachable } from '#shared/node/platform/database/unreachable.ts'

// cspell:ignore datestyle intervalstyle seqscans

/**
 * With these settings, a row has exactly one text and a table one order, that on disk, whatever the server's defaults
 * are: a restored table is compared with its backup by the hash of its rows.
 */
const reproducible = {
  datestyle: 'ISO, YMD',
  intervalstyle: 'postgres',
  timezone: 'UTC',
  extra_float_digits: '1',
  bytea_output: 'hex',
  synchronize_seqscans: 'off',
  max_parallel_workers_per_gather: '0',
  enable_indexscan: 'off',
  enable_indexonlyscan: 'off',
  enable_bitmapscan: 'off',
}
/**
 * A county's largest table takes longer than any of a server's limits. Waiting for a lock should not: see lock_timeout.
 */
const patient = {
  statement_timeout: '0',
  idle_in_transaction_session_timeout: '0',
  lock_timeout: '30s',
  maintenance_work_mem: '256MB',
}

/**
 * Connects for a backup or a restore, which take as long as they need.
 * @param variable the environment variable that the address came from
 * @throws Error in plain words if the database cannot be reached
 */
export async function openSession(url: string, name: 'backup' | 'restore', variable?: string): Promise<Client> {
  const client = new Client({
    connectionString: url,
    application_name: `land-alerts ${name}`,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  })
  // A lost connection also rejects the query that is waiting.
  client.on('error', () => {})
  failUnconfirmedCommits(client)
  await client.connect().catch((error: unknown) => {
    throw new Error(describeUnreachable(error, variable), { cause: error })
  })
  for (const [setting, value] of Object.entries({ ...reproducible, ...patient }))
    await client.query('select set_config($1, $2, false)', [setting, value])
  // PostgreSQL drops the work of a killed command immediately, if it can watch the connection (not on Windows).
  await client.query(`set client_connection_check_interval = '1s'`).catch(() => {})
  return client
}
