import { sql } from 'kysely'
import type { Client } from 'pg'
import { beginRestore } from '#shared/node/domain/restore/begin-restore.ts'
import type { Restore } from '#shared/node/domain/restore/restore.queries.ts'
import { connect } from '#shared/node/platform/database/client.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'
import { migrate } from '#shared/node/platform/migrate/migrate.ts'
import { clearUnfinishedRestore } from '#shared/node/platform/migrate/unfinished-restore.ts'
import type { BackupFile } from '../backup/backup-file.ts'
import { withSession } from '../backup/run-command.ts'
import { openSession } from '../backup/session.ts'
import { assertKnownSchema, findTargetState } from './assert-restorable.ts'
import { loadBackup, type LoadProgress } from './load-backup.ts'

export type RestoreTarget = { url: string; variable?: string; appRole: string; howToEmpty: string }

type Options = { signal: AbortSignal; onProgress?: (progress: LoadProgress) => void }

/**
 * Loads a backup into an empty database, up to the mark of a restore that has not finished; does nothing if an earlier
 * run got that far.
 * @returns tables of the backup that this program does not know, and did not load
 * @throws Error in plain words; the database is then as it was
 */
export async function loadIntoEmpty(
  { url, variable, appRole, howToEmpty }: RestoreTarget,
  backup: BackupFile,
  options: Options,
): Promise<{ unknown: string[] }> {
  assertKnownSchema(backup)
  const session = await openSession(url, 'restore', variable)
  return withSession(session, options.signal, async (client) => {
    const state = await findTargetState(client, backup, howToEmpty)
    await assertRole(client, appRole)
    return state === 'loaded' ? { unknown: [] } : loadBackup(client, backup, appRole, options)
  })
}

/** The rights are granted last, so a missing role must be found first. */
async function assertRole(client: Client, role: string): Promise<void> {
  const { rows } = await client.query<{ exists: boolean }>(
    'select exists (select from pg_roles where rolname = $1) as exists',
    [role],
  )
  if (!rows[0]?.exists)
    throw new Error(`The role ${role} of server and worker does not exist. Create it: see docs/operations.md, Install.`)
}

/** Brings a loaded database to this program's schema and rights. */
export const migrateLoaded = ({ url, appRole }: RestoreTarget): Promise<string[]> =>
  migrate({ ownerUrl: url, ...(appRole && { appRole }), finishesRestore: true })

/** Pauses delivery, as after every restore, and lets servers and workers start on the database. */
export async function finishRestore(
  { url }: RestoreTarget,
  { manifest }: BackupFile,
  timeZone: string,
): Promise<{ restore: Restore; begun: boolean }> {
  const { db, end } = connect(url, { max: 1, name: 'land-alerts restore' })
  try {
    return await inTransaction(db, async (tx) => {
      const begun = await beginRestore(tx, {
        backupAt: new Date(manifest.startedAt),
        noticedBy: 'command',
        timeZone,
      })
      await sql.raw(clearUnfinishedRestore).execute(tx)
      return begun
    })
  } finally {
    await end()
  }
}
