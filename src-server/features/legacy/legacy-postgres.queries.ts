import { Client, escapeIdentifier } from 'pg'
import { legacyTables } from './legacy-mapping.ts'
import {
  type LegacyAlert,
  type LegacyDatabase,
  type LegacyEmail,
  type LegacySource,
  legacyTextLimit,
  type LegacyTimes,
} from './legacy-source.ts'

/** Rows fetched at a time. */
const portion = 1000

/** The database lacks tables or columns of the legacy version. */
export class NotLegacyTables extends Error {}

async function connected(database: LegacyDatabase, times: LegacyTimes, encrypted: boolean): Promise<Client> {
  const client = new Client({
    host: database.address,
    port: database.port,
    database: database.databaseName,
    user: database.username,
    password: database.password,
    // As PostgreSQL's own programs do by default: encrypted if the server supports it, without checking its identity.
    ssl: encrypted && { rejectUnauthorized: false },
    application_name: 'land-alerts migration',
    connectionTimeoutMillis: times.connectMs,
    // Our own timeout, in case the server ignores its limit.
    query_timeout: times.statementMs + 2000,
    keepAlive: true,
  })
  // A lost connection also rejects the pending query.
  client.on('error', () => {})
  await client.connect()
  return client
}

const hasNoEncryption = (error: unknown) => error instanceof Error && error.message.includes('does not support SSL')

/**
 * Opens a PostgreSQL database of the legacy version for reading: in one read-only transaction with one snapshot, and
 * with a timeout on every statement.
 * @throws NotLegacyTables if it is another database
 * @throws Error of any other kind if it cannot be reached, does not let us in, or does not answer in time
 */
export async function openLegacyPostgres(database: LegacyDatabase, times: LegacyTimes): Promise<LegacySource> {
  const client = await connected(database, times, true).catch((error: unknown) => {
    if (hasNoEncryption(error)) return connected(database, times, false)
    throw error
  })
  const close = () => void client.end().catch(() => {})
  try {
    await client.query('begin isolation level repeatable read read only')
    await client.query(`set local statement_timeout = ${times.statementMs}`)
    await client.query(`set local lock_timeout = ${times.statementMs}`)
    await client.query(`set local idle_in_transaction_session_timeout = '10min'`)
    await client.query(`set local client_encoding = 'UTF8'`)
    const emails = await findTable(client, legacyTables.emails)
    const alerts = await findTable(client, legacyTables.alerts)
    const { countyCode } = database
    return {
      otherCounties: async () => ({
        emails: await countOthers(client, emails, countyCode),
        alerts: await countOthers(client, alerts, countyCode),
      }),
      emails: () => rowsOf<LegacyEmail>(client, emails, countyCode),
      alerts: () => rowsOf<LegacyAlert>(client, alerts, countyCode),
      close,
    }
  } catch (error) {
    close()
    throw error
  }
}

type Wanted = (typeof legacyTables)[keyof typeof legacyTables]
/** Quoted names as the database has them, with every type cast to text. */
type Found = { table: string; county: string; columns: string[] }

/** Finds a table and its columns, regardless of case, on the search path. */
async function findTable(client: Client, wanted: Wanted): Promise<Found> {
  const { rows } = await client.query<{ schema: string; name: string; columns: string[] }>(
    `select n.nspname as schema, c.relname as name, array_agg(a.attname::text) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
     where lower(c.relname) = lower($1) and c.relkind in ('r', 'p', 'v', 'm', 'f') and pg_table_is_visible(c.oid)
       and a.attnum > 0 and not a.attisdropped
     group by 1, 2 order by c.relname desc`,
    [wanted.table],
  )
  const found = rows[0]
  const named = (column: string) => {
    const name = found?.columns.find((candidate) => candidate.toLowerCase() === column)
    if (name === undefined) throw new NotLegacyTables(`Missing column ${column} in ${wanted.table}.`)
    return escapeIdentifier(name)
  }
  const county = named(wanted.county)
  const columns = wanted.columns.map((column) => `left(${named(column)}::text, ${legacyTextLimit}) as ${column}`)
  return { table: `${escapeIdentifier(found?.schema ?? '')}.${escapeIdentifier(found?.name ?? '')}`, county, columns }
}

async function countOthers(client: Client, { table, county }: Found, countyCode: string): Promise<number> {
  const { rows } = await client.query<{ others: string | number }>(
    `select count(*) as others from ${table} where btrim(${county}::text) is distinct from $1`,
    [countyCode],
  )
  return Number(rows[0]?.others ?? 0)
}

async function* rowsOf<Row>(
  client: Client,
  { table, county, columns }: Found,
  countyCode: string,
): AsyncIterable<Row[]> {
  await client.query(
    `declare legacy no scroll cursor for select ${columns.join(', ')} from ${table} where btrim(${county}::text) = $1`,
    [countyCode],
  )
  for (;;) {
    const { rows } = await client.query(`fetch ${portion} from legacy`)
    if (rows.length > 0) yield rows.map(asTexts) as Row[]
    if (rows.length < portion) break
  }
  await client.query('close legacy')
}

/** A server may lie about its types and lengths. */
const asTexts = (row: Record<string, unknown>): Record<string, string | null> =>
  Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column,
      value === null || value === undefined ? null : String(value).slice(0, legacyTextLimit),
    ]),
  )
