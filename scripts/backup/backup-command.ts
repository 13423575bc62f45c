import fs from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { connect, type Db } from '#shared/node/platform/database/client.ts'
import { getSqlState } from '#shared/node/platform/database/retry.ts'
import { noteBackup } from '#shared/node/domain/monitoring/backups.queries.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import { countRows, readVersion } from './backup-file.ts'
import { formatCount, formatSize, startClock, withProgress } from './progress.ts'
import { type Terminal, withSession } from './run-command.ts'
import { openSession } from './session.ts'
import { type Target, withTarget } from './target.ts'
import { writeBackup } from './write-backup.ts'

const help = `Backs up the database at MIGRATE_DATABASE_URL or DATABASE_URL, or the demo's, running or not.

  npm run backup [-- FILE]
  npm run backup -- --made-elsewhere   only notes for monitoring that another program has just made a backup

  FILE   the backup, or a folder for it; by default land-alerts-TIME.backup in this folder. An existing file is refused.

All tables are as they were at one moment, also while records come in and messages go out. The file can be read by its
owner alone and contains personal data. APP_SECRET is not in it (the demo's is .data/app-secret): keep that too. Restore
it with "npm run restore".
`

/** SQLSTATE */
const undefinedTable = '42P01'

/**
 * `npm run backup`. Returns the exit status: 0 done, 1 failed or stopped (then there is no file), 2 invalid arguments.
 */
export async function backupCommand(args: string[], terminal: Terminal): Promise<number> {
  const { print, signal } = terminal
  /** Null if the backup was made by another program. */
  let wanted: string | null
  try {
    const { values, positionals } = parseArgs({
      args,
      options: { 'made-elsewhere': { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
      allowPositionals: true,
    })
    if (values.help) {
      print(help)
      return 0
    }
    if (positionals.length > 1) throw new Error('Name one FILE or folder only.')
    if (values['made-elsewhere'] && positionals.length > 0) throw new Error('--made-elsewhere takes no FILE.')
    wanted = values['made-elsewhere'] ? null : (positionals[0] ?? '.')
  } catch (error) {
    print(`${error instanceof Error ? error.message : String(error)}\n\n${help}`)
    return 2
  }
  try {
    if (wanted === null) {
      await withTarget(({ url }) => recordBackup(url, new Date().toISOString()))
      print('Noted for monitoring that a backup was made.')
      return 0
    }
    const file = chooseFile(wanted)
    await withTarget((target) => backUp(target, file, terminal))
    return 0
  } catch (error) {
    const why = signal.aborted ? 'Stopped.' : error instanceof Error ? error.message : String(error)
    print(wanted === null ? `Nothing was noted. ${why}` : `No backup was written. ${why}`)
    return 1
  }
}

function chooseFile(wanted: string): string {
  const folder = /[\\/]$/.test(wanted) ? wanted : path.dirname(wanted)
  if (!fs.existsSync(folder)) throw new Error(`Folder ${folder} not found. Create it, or choose another one.`)
  const isFolder = fs.statSync(wanted, { throwIfNoEntry: false })?.isDirectory() ?? false
  const time = new Date().toISOString().slice(0, 19).replaceAll(':', '-')
  const file = isFolder ? path.join(wanted, `land-alerts-${time}Z.backup`) : wanted
  if (fs.existsSync(file)) throw new Error(`${file} exists already. Choose another name, or remove it.`)
  return file
}

async function backUp({ url, variable }: Target, file: string, { print, signal }: Terminal): Promise<void> {
  const took = startClock()
  const session = await openSession(url, 'backup', variable)
  const manifest = await withSession(session, signal, async (client) => {
    await tellAuditLog(url, file).catch((error: Error) => {
      // Without tables there is no backup either, which says so.
      if (getSqlState(error) !== undefinedTable)
        print(`Could not note this backup in the audit log (${error.message}). The backup goes on.`)
    })
    return withProgress('Backup', (onProgress) => writeBackup(client, file, { signal, onProgress }))
  })
  await recordBackup(url, manifest.startedAt).catch((error: Error) =>
    print(`Could not note the time of this backup for monitoring (${error.message}). The backup is complete.`),
  )
  const { size } = fs.statSync(file)
  print(
    [
      `Backed up ${formatCount(manifest.tables.length, 'table')} and ${formatCount(countRows(manifest), 'row')} to ${file}: ${formatSize(size)} in ${took()}.`,
      `It has everything until ${manifest.startedAt} and is of schema ${readVersion(manifest)}. Keep APP_SECRET with it.`,
    ].join('\n'),
  )
}

/** What health and metrics say of the newest backup: everything until this moment is in it. */
async function recordBackup(url: string, startedAt: string): Promise<void> {
  await withConnection(url, (db) => noteBackup(db, new Date(startedAt)))
}

/** Before the rows are read, so that the backup itself names its reason. Its maker is whoever works at this machine. */
async function tellAuditLog(url: string, file: string): Promise<void> {
  await withConnection(url, (db) =>
    writeAudit(db, { type: 'EXPORT', description: `Backed up with npm run backup to ${path.basename(file)}.` }),
  )
}

async function withConnection(url: string, work: (db: Db) => Promise<unknown>): Promise<void> {
  const { db, end } = connect(url, { max: 1, name: 'land-alerts backup' })
  try {
    await work(db)
  } finally {
    await end()
  }
}
