import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Client, type ClientBase, type Pool } from 'pg'
import { grantRights } from './grant-rights.ts'
import { takeMigrateLock } from './migrate-lock.ts'
import { migrateQueue } from './migrate-queue.ts'
import { readSteps, type Step, withoutConcurrency } from './outside-transaction.ts'
import { reportWaits } from './report-waits.ts'
import { runSteps } from './run-steps.ts'
import { findUnfinishedRestore, isUnfinishedRestore, unfinishedRestoreProblem } from './unfinished-restore.ts'
import { getSqlState } from '../database/retry.ts'
import { failUnconfirmedCommits } from '../database/standby.ts'
import { inTransactionOf } from '../database/transaction.ts'
import { describeUnreachable } from '../database/unreachable.ts'

const migrationsFolder = fileURLToPath(new URL('../../../../migrations', import.meta.url))

export type Migration = {
  version: number
  name: string
  breaking: boolean
  sql: string
  checksum: string
  /** Its statements if it runs outside a transaction. */
  steps: Step[] | undefined
}

/**
 * The migrations on disk, in order.
 * @throws Error if numbers repeat or leave a gap, or one that runs outside a transaction has other statements
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
    const breaking = sql.startsWith('-- breaking')
    return { version, name: file.slice(5, -4), breaking, sql, checksum: checksumOf(sql), steps: readSteps(file, sql) }
  })
}

/** The same checksum for a checkout that ends its lines with CR LF. */
const checksumOf = (sql: string): string => createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex')

/**
 * How long a statement may wait for a lock, in milliseconds: every process that wants the same table waits behind it,
 * and those of the earlier version must not notice.
 */
const defaultLockMs = 2_000
/** How long the transaction then lets others pass, and how often it tries. Together they outlast a report. */
const lockPauseMs = 1_000
const maxLockTries = 40
/** SQLSTATE: a lock that was not available in time, and a deadlock with a running process. */
const lacksLock = ['55P03', '40P01']
/** SQLSTATE: there is no such table. */
const undefinedTable = '42P01'
/** SQLSTATE: the role lacks a right. */
const insufficientPrivilege = '42501'

/**
 * Called at each step of a migration in a rehearsal: when it starts, when it holds all of its locks, and when it
 * releases them.
 */
export type MigrationWatch = {
  started(): void
  locked(): Promise<void>
  released(migration: Migration): Promise<void>
}

/**
 * Applies missing migrations, each in its own transaction (unless it says otherwise) and with the rights of the
 * application's role, under one advisory lock. Safe to run again, and by several processes together. One that does not
 * get a lock soon is rolled back and tried again, since running processes wait behind it.
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
  lockMs = defaultLockMs,
  finishesRestore = false,
  watch,
  report,
}: {
  ownerUrl: string
  /** The environment variable that the address came from. */
  variable?: string
  appRole?: string
  folder?: string
  /** Only tests set it. */
  lockMs?: number
  /** Only a restore itself migrates the data that it has loaded. */
  finishesRestore?: boolean
  watch?: MigrationWatch
  /** Is given a line when the migration waits long. */
  report?: (line: string) => void
}): Promise<string[]> {
  const migrations = readMigrations(folder)
  const client = await connectAsOwner(ownerUrl, variable)
  try {
    // Otherwise PostgreSQL would finish the statement of a killed run and hold the lock until then. Where it cannot
    // watch the connection (on Windows), the next run has to wait.
    await client.query(`set client_connection_check_interval = '1s'`).catch(() => {})
    await takeMigrateLock(client, report)
    await client.query(`select set_config('lock_timeout', $1, false)`, [`${lockMs}ms`])
    await createMigrationTable(client)
    if (!finishesRestore && (await findUnfinishedRestore(client)) !== undefined)
      throw new Error(unfinishedRestoreProblem)
    const done = await appliedBefore(client, migrations)
    const applied: string[] = []
    for (const migration of migrations.filter((m) => !done.has(m.version))) {
      await retryLocks(() =>
        migration.steps
          ? applyOutsideTransaction(client, migration, { ownerUrl, watch, report })
          : applyMigration(client, migration, { appRole, watch }),
      )
      applied.push(migration.name)
    }
    await retryLocks(() => migrateQueue(ownerUrl))
    if (appRole)
      await retryLocks(() => inTransactionOf(client, () => grantRights(client, appRole, ['public', 'pgboss'])))
    return applied
  } finally {
    await client.end()
  }
}

async function connectAsOwner(ownerUrl: string, variable: string | undefined): Promise<Client> {
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
  return client
}

/** Runs a transaction again if it failed only for a lock. */
async function retryLocks(transact: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await transact()
    } catch (error) {
      const states = withCauses(error).map(getSqlState)
      if (!states.some((state) => lacksLock.includes(state)) || tries >= maxLockTries) throw error
      await wait(lockPauseMs)
    }
  }
}

const withCauses = (error: unknown): unknown[] => (error instanceof Error ? [error, ...withCauses(error.cause)] : [])

/**
 * Creates the schema of an earlier version in an empty database, in the caller's transaction and without rights for the
 * application: `migrate` follows.
 */
export async function createSchema(client: ClientBase, version: number): Promise<void> {
  await createMigrationTable(client)
  await client.query(addChecksum)
  for (const migration of readMigrations().slice(0, version)) {
    await client.query(transactionSql(migration))
    await recordMigration(client, migration)
  }
}

/** What a transaction can run, for a database that nobody uses yet. */
export const transactionSql = ({ sql, steps }: Migration): string => (steps ? withoutConcurrency(steps) : sql)

const createMigrationTable = (client: ClientBase) =>
  client
    .query(
      `create table if not exists schema_migration (
    version integer primary key, name text not null, breaking boolean not null, applied_at timestamptz not null default now())`,
    )
    .catch((error: unknown) => {
      if (getSqlState(error) !== insufficientPrivilege) throw error
      throw new Error(
        'This role may not change the schema. Set MIGRATE_DATABASE_URL to the address with the role that owns the tables.',
        { cause: error },
      )
    })

const addChecksum = 'alter table schema_migration add column if not exists checksum text'

const recordMigration = (client: ClientBase, { version, name, breaking, checksum }: Migration) =>
  client.query('insert into schema_migration (version, name, breaking, checksum) values ($1, $2, $3, $4)', [
    version,
    name,
    breaking,
    checksum,
  ])

async function applyMigration(
  client: Client,
  migration: Migration,
  { appRole, watch }: { appRole: string | undefined; watch: MigrationWatch | undefined },
): Promise<void> {
  watch?.started()
  await client.query('begin')
  try {
    await client.query(migration.sql)
    // Right after its migration, even if a later one fails: running processes may already call what it replaced.
    if (appRole) await grantRights(client, appRole, ['public'])
    await recordMigration(client, migration)
    await watch?.locked()
    await client.query('commit')
    await watch?.released(migration)
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw new Error(
      `Migration ${migration.version} (${migration.name}) failed and was rolled back. ${(error as Error).message}`,
      { cause: error },
    )
  }
}

/** Recorded only when all of it is there. A run that was cut off is taken up by the next. */
async function applyOutsideTransaction(
  client: Client,
  migration: Migration,
  { ownerUrl, watch, report }: { ownerUrl: string; watch?: MigrationWatch; report?: (line: string) => void },
): Promise<void> {
  watch?.started()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const stopReports = report && reportWaits(ownerUrl, rows[0]?.pid ?? 0, report)
  try {
    await runSteps(client, migration.steps ?? [])
    await recordMigration(client, migration)
    await watch?.locked()
    await watch?.released(migration)
  } catch (error) {
    throw new Error(`Migration ${migration.version} (${migration.name}) stopped. ${(error as Error).message}`, {
      cause: error,
    })
  } finally {
    await stopReports?.()
  }
}

/**
 * The versions applied so far. Adds the checksums that rows of early versions lack.
 * @throws Error naming each migration that was edited after it was applied
 */
async function appliedBefore(client: Client, migrations: Migration[]): Promise<Set<number>> {
  await client.query(addChecksum)
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

/** Counted once: the files of a newer version may replace those of a running program. */
const counted = new Map<string, number>()

function countMigrations(folder: string): number {
  const count = counted.get(folder) ?? readMigrations(folder).length
  counted.set(folder, count)
  return count
}

/**
 * Why this program cannot work with the database's schema, or null if it can. It takes a single query, because servers
 * ask often.
 */
export async function schemaProblem(pool: Pool, folder = migrationsFolder): Promise<string | null> {
  const known = countMigrations(folder)
  const { rows } = await pool
    .query<{ version: number; breaking: boolean }>('select version, breaking from schema_migration order by version')
    .catch((error: unknown) => {
      if (getSqlState(error) !== undefinedTable) throw error
      return { rows: [] }
    })
  if (rows.length === 0) return 'The database has no schema yet. Run: npm run migrate'
  if (rows.some(isUnfinishedRestore)) return unfinishedRestoreProblem
  const current = rows.at(-1)?.version ?? 0
  if (current < known)
    return `The database schema is at version ${current}; this program needs ${known}. Run: npm run migrate`
  if (rows.some((row) => row.version > known && row.breaking))
    return `The database schema (version ${current}) is newer than this program (${known}) and no longer supports it. Start the newer program.`
  return null
}
