import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client, escapeIdentifier, type Pool } from 'pg'
import { migrateQueue } from './migrate-queue.ts'
import { locks } from '../database/locks.ts'
import { failUnconfirmedCommits } from '../database/standby.ts'
import { describeUnreachable } from '../database/unreachable.ts'

const migrationsFolder = fileURLToPath(new URL('../../../../migrations', import.meta.url))

export type Migration = { version: number; name: string; breaking: boolean; sql: string; checksum: string }

/**
 * The migrations on disk, in order.
 * @throws Error if numbers repeat or leave a gap
 */
export function readMigrations(folder = migrationsFolder): Migration[] {
  const files = readdirSync(folder)
    .filter((file) => /^\d{4}-.+\.sql$/.test(file))
    .toSorted()
  return files.map((file, index) => {
    const version = Number(file.slice(0, 4))
    if (version !== index + 1)
      throw new Error(`Migration ${file} should be number ${index + 1}: migration numbers have no gaps.`)
    const sql = readFileSync(path.join(folder, file), 'utf8')
    return { version, name: file.slice(5, -4), breaking: sql.startsWith('-- breaking'), sql, checksum: checksumOf(sql) }
  })
}

/** The same for a checkout that ends its lines with CR LF. */
const checksumOf = (sql: string): string => createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex')

// Rows of these are only added, so the application may not change them.
const onlyAdded = ['audit_log', 'audit_chain']
const quote = (name: string) => escapeIdentifier(name)

/**
 * Applies missing migrations, each in its own transaction and with the rights of the application's role, under one
 * advisory lock. Safe to run again, and by several processes at once.
 * @param ownerUrl connects as the owner of the schema
 * @param appRole the role that server and worker connect as; the owner itself if there is only one role
 * @returns the names of applied migrations
 * @throws Error with a plain message if the database cannot be reached or a migration fails
 */
export async function migrate({
  ownerUrl,
  variable,
  appRole,
  folder,
}: {
  ownerUrl: string
  /** The environment variable that the address came from. */
  variable?: string
  appRole?: string
  folder?: string
}): Promise<string[]> {
  const migrations = readMigrations(folder)
  const client = new Client({
    connectionString: ownerUrl,
    application_name: 'land-alerts migrate',
    connectionTimeoutMillis: 10_000,
  })
  // A lost connection also rejects the query that is waiting.
  client.on('error', () => {})
  failUnconfirmedCommits(client)
  await client.connect().catch((error: unknown) => {
    throw new Error(describeUnreachable(error, variable), { cause: error })
  })
  try {
    // Otherwise PostgreSQL would finish the statement of a killed run and hold the lock meanwhile. Where it cannot watch
    // the connection (on Windows), the next run has to wait.
    await client.query(`set client_connection_check_interval = '1s'`).catch(() => {})
    await client.query(`select pg_advisory_lock(${locks.migrate})`)
    // An ALTER that waits for a long transaction must not block everybody behind it: the run fails and is retried.
    await client.query(`set lock_timeout = '30s'`)
    await client.query(`create table if not exists schema_migration (
      version integer primary key, name text not null, breaking boolean not null, applied_at timestamptz not null default now())`)
    const done = await appliedBefore(client, migrations)
    const applied: string[] = []
    for (const migration of migrations.filter((m) => !done.has(m.version))) {
      await applyMigration(client, migration, appRole)
      applied.push(migration.name)
    }
    await migrateQueue(ownerUrl)
    if (appRole) {
      await client.query('begin')
      await grant(client, appRole, ['public', 'pgboss'])
      await client.query('commit')
    }
    return applied
  } finally {
    await client.end()
  }
}

async function applyMigration(client: Client, migration: Migration, appRole: string | undefined): Promise<void> {
  await client.query('begin')
  try {
    await client.query(migration.sql)
    // At once, also if a later migration fails: running processes may already call what it replaced.
    if (appRole) await grant(client, appRole, ['public'])
    await client.query('insert into schema_migration (version, name, breaking, checksum) values ($1, $2, $3, $4)', [
      migration.version,
      migration.name,
      migration.breaking,
      migration.checksum,
    ])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw new Error(
      `Migration ${migration.version} (${migration.name}) failed and was rolled back. ${(error as Error).message}`,
      { cause: error },
    )
  }
}

/**
 * The versions applied so far. Adds the checksums that rows of early versions lack.
 * @throws Error naming each migration that was edited after it was applied
 */
async function appliedBefore(client: Client, migrations: Migration[]): Promise<Set<number>> {
  await client.query('alter table schema_migration add column if not exists checksum text')
  type Applied = { version: number; checksum: string | null }
  const { rows } = await client.query<Applied>('select version, checksum from schema_migration order by version')
  const applied = new Map(rows.map(({ version, checksum }) => [version, checksum]))
  const edited = migrations.filter(({ version, checksum }) => (applied.get(version) ?? checksum) !== checksum)
  if (edited.length > 0) {
    const names = edited.map(({ version, name }) => `${String(version).padStart(4, '0')}-${name}.sql`)
    throw new Error(
      `Nothing was migrated: ${names.join(', ')} changed after this database was migrated. Never edit a migration. Restore the file, and put the change into a new migration.`,
    )
  }
  for (const { version, checksum } of migrations)
    if (applied.get(version) === null)
      await client.query('update schema_migration set checksum = $2 where version = $1', [version, checksum])
  return new Set(applied.keys())
}

/** Within a transaction, because it grants rights on all tables and then revokes some. */
async function grant(client: Client, role: string, schemas: string[]): Promise<void> {
  const owner = (await client.query<{ user: string }>('select current_user as user')).rows[0]?.user
  if (owner === role) return
  for (const schema of schemas) {
    await client.query(`grant usage on schema ${schema} to ${quote(role)}`)
    await client.query(`grant select, insert, update, delete on all tables in schema ${schema} to ${quote(role)}`)
    await client.query(`grant usage, select on all sequences in schema ${schema} to ${quote(role)}`)
    await client.query(`grant execute on all functions in schema ${schema} to ${quote(role)}`)
  }
  for (const table of await existing(client, onlyAdded))
    await client.query(`revoke update, delete, truncate on ${table} from ${quote(role)}`)
  await client.query(`revoke insert, update, delete on schema_migration from ${quote(role)}`)
}

/** The tables of these that the migrations have created so far. */
async function existing(client: Client, tables: string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    'select name from unnest($1::text[]) as name where to_regclass(name) is not null',
    [tables],
  )
  return rows.map(({ name }) => name)
}

/** Why this program cannot work with the database's schema, or null if it can (decisions, section 1). */
export async function schemaProblem(pool: Pool, folder = migrationsFolder): Promise<string | null> {
  const known = readMigrations(folder).length
  const { rows: there } = await pool.query<{ there: boolean }>(
    `select to_regclass('schema_migration') is not null as there`,
  )
  if (!there[0]?.there) return 'The database has no schema yet. Run: npm run migrate'
  const { rows } = await pool.query<{ version: number; breaking: boolean }>(
    'select version, breaking from schema_migration order by version',
  )
  const current = rows.at(-1)?.version ?? 0
  if (current < known)
    return `The database schema is at version ${current}; this program needs ${known}. Run: npm run migrate`
  if (rows.some((row) => row.version > known && row.breaking))
    return `The database schema (version ${current}) is newer than this program (${known}) and no longer supports it. Start the newer program.`
  return null
}
