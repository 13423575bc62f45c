import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { Client } from 'pg'
import { transactionSql } from '#shared/node/platform/migrate/create-schema.ts'
import { readMigrations } from '#shared/node/platform/migrate/read-migrations.ts'
import { isOfBefore } from '#shared/node/platform/migrate/take-over.ts'
import type { Entry } from '#tests/standins/ledger.ts'

// cspell:ignore atttypid regnamespace regtype relispartition

export type DatabaseName = 'database' | 'database-before-1.0'
const pathOf = (name: DatabaseName) => path.join(import.meta.dirname, `${name}.json.gz`)

/** The database that an earlier program left, and what is needed to continue with it. */
type MadeDatabase = {
  commit: string
  /** The moment of the copy. All times are moved by the time that has passed since. */
  madeAt: string
  migrations: number
  /** SQL of pg-boss's schema, by that program's version of pg-boss. */
  queueSchema: string
  /** Rows as JSON texts, by schema and table, in an order in which they can be inserted. */
  tables: [table: string, rows: string[]][]
  /** Messages that the providers took. */
  ledgers: { sendgrid: Entry[]; twilio: Entry[] }
  known: Known
}

/** Tokens that a browser, a mailbox or a person of this invented county has. */
type Known = {
  cookies: Record<string, string>
  password: string
  feedKey: string
  tickets: Record<string, string>
  code: string
}

export const readMadeDatabase = (name: DatabaseName): MadeDatabase =>
  JSON.parse(gunzipSync(readFileSync(pathOf(name))).toString())
export const writeMadeDatabase = (made: MadeDatabase): void =>
  writeFileSync(pathOf('database'), gzipSync(JSON.stringify(made), { level: 9 }))

/** Not copied: pg-boss makes them again. */
const ofQueue = ['version', 'queue', 'schedule', 'subscription', 'job']

/** Every row of the application's tables, and of those of pg-boss that hold jobs. */
export async function copyTables(client: Client): Promise<MadeDatabase['tables']> {
  const { rows: names } = await client.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c
     where c.relkind in ('r', 'p') and not c.relispartition and (c.relnamespace = 'public'::regnamespace
       or c.relnamespace = 'pgboss'::regnamespace and c.relname = any ($1)) order by 1`,
    [ofQueue],
  )
  const tables: MadeDatabase['tables'] = []
  for (const { name } of names) {
    const { rows } = await client.query<{ row: string }>(`select row_to_json(t)::text as row from ${name} t`)
    tables.push([name, rows.map(({ row }) => row)])
  }
  return tables
}

/** Columns of a table that can be written, with how a time or day is moved. */
const writableColumns = `
  select quote_ident(attname) as name,
    case when atttypid = 'timestamptz'::regtype then ' + $2::interval' when atttypid = 'date'::regtype then ' + $3::int' else '' end as moved
  from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`

/** The chain's hashes cover times: these rows stay as they were. */
const unmoved = new Set(['audit_log', 'audit_personal', 'audit_chain', 'schema_migration'])

/** Whether a version before 1.0 made it. */
export const isBefore = ({ tables }: MadeDatabase): boolean =>
  isOfBefore(tables.flatMap(([name, rows]) => (name === 'schema_migration' ? rows.map((row) => JSON.parse(row)) : [])))

/**
 * Fills an empty database as it was, as if it had been copied this moment. Triggers and foreign keys are off meanwhile.
 */
export async function loadMadeDatabase(client: Client, made: MadeDatabase): Promise<void> {
  const migrations = readMigrations().slice(0, made.migrations).map(transactionSql)
  await client.query(isBefore(made) ? readFileSync('migrations/before-1.0/schema.sql', 'utf8') : migrations.join('\n'))
  await client.query(`create table schema_migration (version integer primary key, name text not null,
    breaking boolean not null, applied_at timestamptz not null default now(), checksum text)`)
  await client.query(made.queueSchema)
  const { rows: passed } = await client.query<{ interval: string; days: number }>(
    `select (now() - $1)::text as interval,
       (now() at time zone 'America/Chicago')::date - ($1 at time zone 'America/Chicago')::date as days`,
    [made.madeAt],
  )
  await client.query('begin; set local session_replication_role = replica')
  for (const [table, rows] of made.tables) {
    // Migrations insert some rows themselves.
    await client.query(`delete from ${table}`)
    const { rows: columns } = await client.query<{ name: string; moved: string }>(writableColumns, [table])
    const isMoved = !unmoved.has(table)
    const values = columns.map(({ name, moved }) => name + (isMoved ? moved : ''))
    const [interval, days] = isMoved ? [passed[0]?.interval, passed[0]?.days] : ['0', 0]
    await client.query(
      `insert into ${table} (${columns.map(({ name }) => name).join(', ')}) overriding system value
       select ${values.join(', ')} from unnest($1::text[]) as r(made_row), json_populate_record(null::${table}, made_row::json)
       where $2::interval is not null and $3::int is not null`,
      [rows, interval, days],
    )
  }
  // Its processes have been stopped since.
  await client.query(`update process_heartbeat set seen_at = seen_at - interval '1 minute'`)
  await client.query('commit')
  await client.query(`select setval(pg_get_serial_sequence(table_schema || '.' || quote_ident(table_name), column_name), 1000000)
    from information_schema.columns where table_schema = 'public' and is_identity = 'YES'`)
}
