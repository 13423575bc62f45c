import type { Client } from 'pg'
import { inTransactionOf } from '../database/transaction.ts'
import { connectAsOwner } from './connect-as-owner.ts'
import { grantRights } from './grant-rights.ts'
import { takeMigrateLock } from './migrate-lock.ts'
import { migrateQueue } from './migrate-queue.ts'
import { appliedBefore, createMigrationTable, recordMigration } from './migration-table.ts'
import type { MigrationWatch } from './migration-watch.ts'
import { type Migration, readMigrations } from './read-migrations.ts'
import { reportWaits } from './report-waits.ts'
import { retryLocks } from './retry-locks.ts'
import { runSteps } from './run-steps.ts'
import { takeOver, takeOverName } from './take-over.ts'
import { findUnfinishedRestore, unfinishedRestoreProblem } from './unfinished-restore.ts'

/**
 * How long a statement may wait for a lock, in milliseconds: every process that wants the same table waits behind it,
 * and those of the earlier version must not notice.
 */
const defaultLockMs = 2_000

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
    const applied: string[] = []
    await retryLocks(async () => {
      if (await takeOver(client, migrations, { folder, appRole, watch, finishesRestore })) applied.push(takeOverName)
    })
    const done = await appliedBefore(client, migrations)
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
