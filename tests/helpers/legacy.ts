import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { getCluster } from './database.ts'

/** A database of the legacy version, in the same PostgreSQL, with a user and password of its own. */
export type LegacyDatabase = {
  /** What an administrator enters, without the county's code. */
  fields: { databaseAddress: string; databaseName: string; username: string; password: string }
  /** As its owner. */
  query(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>
  drop(): Promise<void>
}

/** What the legacy version had: no keys, no constraints. */
const legacySchema = `
  create table LNS1_ALERT (alert_id integer, county_code text, alert_type text, first_name text, last_name text,
    business_name text, parcel_id text, email_id integer, status text);
  create table LNS1_EMAIL (email_id integer, county_code text, email_address text, verified boolean);`

/**
 * Creates an empty database with the given tables, and a user with read access only.
 * @param schema other tables, for an invalid legacy database
 * @param cluster where, if not in the tests' PostgreSQL
 */
export async function createLegacyDatabase(
  schema = legacySchema,
  cluster: { adminUrl: string } = getCluster(),
): Promise<LegacyDatabase> {
  const mark = randomBytes(4).toString('hex')
  const name = `test_${process.pid}_legacy_${mark}`
  const username = `legacy_reader_${mark}`
  const password = `Pond lily ${mark}`
  const admin = async (text: string, database?: string, values?: unknown[]) => {
    const url = new URL(cluster.adminUrl)
    if (database) url.pathname = `/${database}`
    const client = new Client({ connectionString: url.href, connectionTimeoutMillis: 10_000 })
    client.on('error', () => {})
    await client.connect()
    return client.query<Record<string, unknown>>(text, values).finally(() => client.end())
  }
  await admin(`create database ${name}`)
  await admin(`create role ${username} login password '${password}'`)
  await admin(
    `${schema} grant usage on schema public to ${username}; grant select on all tables in schema public to ${username};`,
    name,
  )
  const { hostname, port } = new URL(cluster.adminUrl)
  return {
    fields: { databaseAddress: `${hostname}:${port}`, databaseName: name, username, password },
    query: async (text, values) => (await admin(text, name, values)).rows,
    drop: async () => {
      await admin(`drop database if exists ${name} with (force)`)
      await admin(`drop role if exists ${username}`)
    },
  }
}

/** A few thousand rows of county 17 that can all be taken over, with made-up names; and some of county 18. */
export async function fillLegacy(legacy: LegacyDatabase, { emails = 500, alerts = 2000 } = {}): Promise<void> {
  await legacy.query(
    `insert into lns1_email select n, '17', 'reader' || n || '@legacy.example', n % 10 <> 0 from generate_series(1, $1::int) n`,
    [emails],
  )
  await legacy.query(
    `insert into lns1_alert
     select n, '17', (array['NAME', 'BUSINESS', 'PARCEL_ID'])[1 + n % 3],
       case when n % 3 = 0 then 'Ottilie' end, case when n % 3 = 0 then 'Farrow' || chr(97 + n % 26) || chr(97 + n / 26 % 26) || chr(97 + n / 676 % 26) end,
       case when n % 3 = 1 then 'Quillmere Mill ' || n end, case when n % 3 = 2 then '17-' || lpad(n::text, 6, '0') end,
       1 + n % $1::int, case when n % 50 = 0 then 'I' else 'A' end
     from generate_series(1, $2::int) n`,
    [emails, alerts],
  )
  await legacy.query(`insert into lns1_email values (90001, '18', 'other@county.example', true)`)
  await legacy.query(
    `insert into lns1_alert values (90001, '18', 'BUSINESS', null, null, 'Elsewhere', null, 90001, 'A')`,
  )
}
