import { Client } from 'pg'

/**
 * An advisory lock, held by one open connection, marks the database as in use: it cannot outlive its holder, and
 * PostgreSQL decides between two simultaneous claims.
 */
const key = 7_250_416

export type Claim = {
  /** Shown to the second start: the first one's address. */
  announce(address: string): Promise<void>
  /**
   * Releases the claim. True if no other process holds the database, and none can claim it before the connection ends.
   */
  release(): Promise<boolean>
  end(): Promise<void>
}

/** Another start uses this folder's database. */
export class AlreadyRunning extends Error {
  readonly address: string
  constructor(address: string) {
    super(address ? `Already running at ${address}` : 'Another process is starting in this folder.')
    this.name = 'AlreadyRunning'
    this.address = address
  }
}

/**
 * Claims the database for one (exclusive), or as one of several.
 * @throws AlreadyRunning when it is claimed already; with several, only while the last of the others is stopping it
 */
export async function claim(ownerUrl: string, shared: boolean): Promise<Claim> {
  const client = new Client({ connectionString: ownerUrl, connectionTimeoutMillis: 5000, keepAlive: true })
  client.on('error', () => {}) // The database went away; its owner notices by the process.
  await client.connect()
  const lock = shared ? 'pg_try_advisory_lock_shared' : 'pg_try_advisory_lock'
  const { rows } = await client.query<{ got: boolean }>(`select ${lock}($1) as got`, [key])
  if (!rows[0]?.got) {
    const address = await describeHolder(client)
    await client.end()
    throw new AlreadyRunning(address)
  }
  return {
    announce: async (address) => {
      await client.query('select set_config($1, $2, false)', ['application_name', address])
    },
    release: async () => {
      await client.query('select pg_advisory_unlock_all()')
      const last = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [key])
      return last.rows[0]?.got ?? false
    },
    end: () => client.end().catch(() => {}),
  }
}

async function describeHolder(client: Client): Promise<string> {
  const { rows } = await client.query<{ address: string }>(
    `select application_name as address from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and granted and objid = $1 and application_name like 'http%' limit 1`,
    [key],
  )
  return rows[0]?.address ?? ''
}
