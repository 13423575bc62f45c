import { migrate } from '#shared/node/platform/migrate/migrate.ts'
import { readMigrations } from '#shared/node/platform/migrate/read-migrations.ts'
import { isOfBefore } from '#shared/node/platform/migrate/take-over.ts'
import { assertUndamaged, type BackupFile, countRows, openBackup, readVersion } from '../backup/backup-file.ts'
import { describeFailure } from '../backup/disk-full.ts'
import { withPlainFile } from '../backup/plain-file.ts'
import { formatCount, startClock, withProgress } from '../backup/progress.ts'
import { type Terminal, withSession } from '../backup/run-command.ts'
import { openSession } from '../backup/session.ts'
import { loadIntoEmpty, type RestoreTarget } from '../restore/restore-database.ts'
import { withTemporaryDatabase } from '../restore/temporary-database.ts'
import { blockingLocks, type Rehearsed, watchLocks } from './watch-locks.ts'

/**
 * `npm run migrate -- --rehearse FILE`: migrates a temporary copy of a backup and prints how long each migration takes
 * and which queries its locks block. Returns the exit status: 0 done, 1 failed or stopped.
 */
export async function rehearseCommand(file: string, where: Where, terminal: Terminal): Promise<number> {
  const { print, signal } = terminal
  try {
    const { keyFile } = where
    await withPlainFile(file, { keyFile, signal }, (plainFile) => rehearseFile(plainFile, { file, where }, terminal))
    return 0
  } catch (error) {
    print(signal.aborted ? 'Stopped.' : describeFailure(error))
    return 1
  }
}

type Where = { onServer: boolean; keyFile?: string | undefined }

/** @param file the backup as it was named, decrypted or not */
async function rehearseFile(
  plainFile: string,
  { file, where }: { file: string; where: Where },
  { print, signal }: Terminal,
): Promise<void> {
  const backup = await openBackup(plainFile)
  await assertUndamaged(backup, signal)
  const from = readVersion(backup.manifest)
  const to = readMigrations().length
  if (from === to && !isOfBefore(backup.manifest.migrations))
    return print(`${file} is of schema ${from}, this program's: there is nothing to migrate.`)
  const took = startClock()
  const rehearsed = await withTemporaryDatabase(where, (target) => rehearse(target, backup, signal))
  print(
    [
      `Migrated a copy of ${file} (${formatCount(countRows(backup.manifest), 'row')}) from schema ${from} to ${to}:`,
      ...rehearsed.flatMap(describeRehearsed),
      `Removed the copy. The rehearsal took ${took()}.`,
    ].join('\n'),
  )
}

async function rehearse(target: RestoreTarget, backup: BackupFile, signal: AbortSignal): Promise<Rehearsed[]> {
  const { url, appRole } = target
  await withProgress('Restore', (onProgress) => loadIntoEmpty(target, backup, { signal, onProgress }))
  return withSession(await openSession(url, 'restore'), signal, async (client) => {
    const { watch, rehearsed, stop } = await watchLocks(client)
    await migrate({ ownerUrl: url, appRole, finishesRestore: true, watch }).finally(stop)
    return rehearsed
  })
}

const formatTime = (ms: number): string => (ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`)

function describeRehearsed({ migration, ms, locks }: Rehearsed): string[] {
  const name = `${String(migration.version).padStart(4, '0')}-${migration.name}`
  return [
    `  ${name}: ${[
      formatTime(ms),
      ...(migration.steps ? ['outside a transaction: reads and writes go on'] : []),
      ...(migration.breaking ? ['breaking: stop every server and worker first'] : []),
    ].join(', ')}`,
    ...locks.map(
      ({ table, mode, ms: heldMs }) => `    ${table}: ${blockingLocks[mode]} for ${formatTime(heldMs)} (${mode})`,
    ),
  ]
}
