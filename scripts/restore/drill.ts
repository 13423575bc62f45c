import { verifyAudit } from '#shared/node/platform/audit/audit-verify.ts'
import { connect } from '#shared/node/platform/database/client.ts'
import { clearUnfinishedRestore } from '#shared/node/platform/migrate/unfinished-restore.ts'
import { verdictText } from '../audit/verify-command.ts'
import type { BackupFile } from '../backup/backup-file.ts'
import { startClock, withProgress } from '../backup/progress.ts'
import { type Terminal, withSession } from '../backup/run-command.ts'
import { openSession } from '../backup/session.ts'
import { compareTables } from './compare-tables.ts'
import { describeExtras } from './describe-extras.ts'
import { loadIntoEmpty, migrateLoaded, type RestoreTarget } from './restore-database.ts'
import { withTemporaryDatabase } from './temporary-database.ts'

/**
 * Tries a backup: restores it into a temporary database, compares every table with it, brings it to this program's
 * schema, and verifies the audit chain.
 * @returns the exit status: 1 if anything differs
 */
export async function drill(backup: BackupFile, where: { onServer: boolean }, terminal: Terminal): Promise<number> {
  const took = startClock()
  const failures = await withTemporaryDatabase(where, (target) => tryBackup(target, backup, terminal))
  terminal.print(`Removed the temporary database. The drill took ${took()}.`)
  for (const failure of failures) terminal.print(`Failed: ${failure}.`)
  return failures.length > 0 ? 1 : 0
}

async function tryBackup(target: RestoreTarget, backup: BackupFile, { print, signal }: Terminal): Promise<string[]> {
  const took = startClock()
  const { unknown } = await withProgress('Restore', (onProgress) =>
    loadIntoEmpty(target, backup, { signal, onProgress }),
  )
  print(`Restored beside in ${took()}.`)
  const differing = await withSession(await openSession(target.url, 'restore'), signal, async (client) => {
    // The mark is the one row that is not in the backup.
    await client.query(clearUnfinishedRestore)
    return withProgress('Compare', (onProgress) => compareTables(client, backup, { unknown, signal, onProgress }))
  })
  if (differing.length === 0) print('Every table is as in the backup.')
  signal.throwIfAborted()
  for (const line of describeExtras(unknown, await migrateLoaded(target))) print(line)
  const { db, end } = connect(target.url, { max: 2, name: 'land-alerts restore' })
  try {
    const verdict = await verifyAudit(db, {})
    // Rows that no worker could chain meanwhile are not the backup's fault.
    print(verdictText({ ...verdict, unchained: { ...verdict.unchained, late: false } }))
    return [...differing, ...(verdict.broken ? ['the audit chain is broken'] : [])]
  } finally {
    await end()
  }
}
