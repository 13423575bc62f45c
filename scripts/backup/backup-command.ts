import fs from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { connect } from '#shared/node/platform/database/client.ts'
import { getSqlState } from '#shared/node/platform/database/retry.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import { countRows, readVersion } from './backup-file.ts'
import { formatCount, formatSize, startClock, withProgress } from './progress.ts'
import { type Terminal, withSession } from './run-command.ts'
import { openSession } from './session.ts'
import { type Target, withTarget } from './target.ts'
import { writeBackup } from './write-backup.ts'

const help = `Backs up the database at MIGRATE_DATABASE_URL or DATABASE_URL, or the demo's, running or not.

  npm run backup [-- FILE]

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
  let wanted: string
  try {
    const { values, positionals } = parseArgs({
      args,
      options: { help: { type: 'boolean', short: 'h' } },
      allowPositionals: true,
    })
    if (values.help) {
      print(help)
      return 0
    }
    if (positionals.length > 1) throw new Error('Name one FILE or folder only.')
    wanted = positionals[0] ?? '.'
  } catch (error) {
    print(`${error instanceof Error ? error.message : String(error)}\n\n${help}`)
    return 2
  }
  try {
    const file = chooseFile(wanted)
    await withTarget((target) => backUp(target, file, terminal))
    return 0
  } catch (error) {
    const why = signal.aborted ? 'Stopped.' : error instanceof Error ? error.message : String(error)
    print(`No backup was written. ${why}`)
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
  const { size } = fs.statSync(file)
  print(
    [
      `Backed up ${formatCount(manifest.tables.length, 'table')} and ${formatCount(countRows(manifest), 'row')} to ${file}: ${formatSize(size)} in ${took()}.`,
      `It has everything until ${manifest.startedAt} and is of schema ${readVersion(manifest)}. Keep APP_SECRET with it.`,
    ].join('\n'),
  )
}

/** Before the rows are read, so that the backup itself names its reason. Its maker is whoever works at this machine. */
async function tellAuditLog(url: string, file: string): Promise<void> {
  const { db, end } = connect(url, { max: 1, name: 'land-alerts backup' })
  try {
    await writeAudit(db, { type: 'EXPORT', description: `Backed up with npm run backup to ${path.basename(file)}.` })
  } finally {
    await end()
  }
}
