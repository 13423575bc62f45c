import fs from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { noteBackup } from '#shared/node/domain/monitoring/backups.queries.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import { connect, type Db } from '#shared/node/platform/database/client.ts'
import { getSqlState } from '#shared/node/platform/database/retry.ts'
import { countRows, readVersion } from './backup-file.ts'
import { assertRecipient, writeNewKey } from './encryption.ts'
import { formatCount, formatSize, startClock, withProgress } from './progress.ts'
import { deleteOldBackups } from './rotate.ts'
import { type Terminal, withSession } from './run-command.ts'
import { openSession } from './session.ts'
import { listLeftOut } from './tables.ts'
import { type Target, withTarget } from './target.ts'
import { writeBackup } from './write-backup.ts'

const help = `Backs up the database at MIGRATE_DATABASE_URL or DATABASE_URL, or the demo's, running or not.

  npm run backup [-- FILE] [--recipient KEY] [--keep COUNT]
  npm run backup -- --new-key FILE     makes a private key, and prints its public key
  npm run backup -- --made-elsewhere   only notes for monitoring that another program has just made a backup

  FILE          the backup, or a folder for it; by default land-alerts-TIME.backup in this folder. An existing file is
                refused.
  --recipient   encrypts the backup for this public key (age1…), in the form of age; its name then ends in .age
  --keep        then deletes all but the newest COUNT backups of that folder

All tables are as they were at one moment, also while records come in and messages go out. The file can be read by its
owner alone and contains personal data. APP_SECRET is not in it (the demo's is .data/app-secret): keep that too. Restore
it with "npm run restore".
`

/** SQLSTATE */
const undefinedTable = '42P01'

type Request =
  | { kind: 'help' | 'madeElsewhere' }
  | { kind: 'newKey'; file: string }
  | { kind: 'backup'; wanted: string; recipient: string | undefined; keep: number | null }

/** @throws Error in plain words */
function readRequest(args: string[]): Request {
  const { values, positionals } = parseArgs({
    args,
    options: {
      recipient: { type: 'string' },
      keep: { type: 'string' },
      'new-key': { type: 'string' },
      'made-elsewhere': { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h' },
    },
    allowPositionals: true,
  })
  if (values.help) return { kind: 'help' }
  const { recipient, keep, 'new-key': newKey, 'made-elsewhere': madeElsewhere } = values
  if (newKey !== undefined || madeElsewhere) {
    if (
      positionals.length > 0 ||
      recipient !== undefined ||
      keep !== undefined ||
      (newKey !== undefined && madeElsewhere)
    )
      throw new Error('--new-key and --made-elsewhere stand alone.')
    return newKey === undefined ? { kind: 'madeElsewhere' } : { kind: 'newKey', file: newKey }
  }
  if (positionals.length > 1) throw new Error('Name one FILE or folder only.')
  if (recipient !== undefined) assertRecipient(recipient)
  if (keep !== undefined && !/^[1-9]\d{0,5}$/.test(keep)) throw new Error('--keep takes a count of 1 or more.')
  return { kind: 'backup', wanted: positionals[0] ?? '.', recipient, keep: keep === undefined ? null : Number(keep) }
}

/**
 * `npm run backup`. Returns the exit status: 0 done, 1 failed or stopped (no file was written) or older backups could
 * not be removed (the file was written), 2 invalid arguments.
 */
export async function backupCommand(args: string[], terminal: Terminal): Promise<number> {
  const { print, signal } = terminal
  let request: Request
  try {
    request = readRequest(args)
  } catch (error) {
    print(`${error instanceof Error ? error.message : String(error)}\n\n${help}`)
    return 2
  }
  try {
    return await obey(request, terminal)
  } catch (error) {
    const why = signal.aborted ? 'Stopped.' : error instanceof Error ? error.message : String(error)
    print(request.kind === 'backup' ? `No backup was written. ${why}` : why)
    return 1
  }
}

async function obey(request: Request, terminal: Terminal): Promise<number> {
  const { print } = terminal
  switch (request.kind) {
    case 'help':
      print(help)
      return 0
    case 'newKey': {
      const recipient = await writeNewKey(request.file)
      print(`${request.file} has the private key: keep it away from the backups. The public key is\n${recipient}`)
      return 0
    }
    case 'madeElsewhere':
      await withTarget(({ url }) => recordBackup(url, new Date().toISOString()))
      print('Noted for monitoring that a backup was made.')
      return 0
    case 'backup': {
      const file = chooseFile(request.wanted, request.recipient === undefined ? '' : '.age')
      await withTarget((target) => backUp(target, { file, recipient: request.recipient }, terminal))
      return request.keep === null ? 0 : rotate(path.dirname(file), request.keep, terminal)
    }
  }
}

function rotate(folder: string, keep: number, { print }: Terminal): number {
  const { deleted, remaining } = deleteOldBackups(folder, keep)
  if (deleted.length > 0) print(`Deleted ${formatCount(deleted.length, 'older backup')}: ${deleted.join(', ')}.`)
  if (remaining.length === 0) return 0
  print(
    `The backup was written, but older ones remain: ${remaining.join(', ')}. Let this user delete files in ${folder}, or the disk fills.`,
  )
  return 1
}

function chooseFile(wanted: string, ending: string): string {
  const folder = /[\\/]$/.test(wanted) ? wanted : path.dirname(wanted)
  if (!fs.existsSync(folder)) throw new Error(`Folder ${folder} not found. Create it, or choose another one.`)
  const isFolder = fs.statSync(wanted, { throwIfNoEntry: false })?.isDirectory() ?? false
  const time = new Date().toISOString().slice(0, 19).replaceAll(':', '-')
  const file = isFolder ? path.join(wanted, `land-alerts-${time}Z.backup${ending}`) : wanted
  if (fs.existsSync(file)) throw new Error(`${file} exists already. Choose another name, or remove it.`)
  return file
}

async function backUp(
  { url, variable }: Target,
  { file, recipient }: { file: string; recipient: string | undefined },
  { print, signal }: Terminal,
): Promise<void> {
  const took = startClock()
  const session = await openSession(url, 'backup', variable)
  const { manifest, leftOut } = await withSession(session, signal, async (client) => {
    await tellAuditLog(url, file).catch((error: Error) => {
      // Without tables there is nothing to back up, and the backup itself says so.
      if (getSqlState(error) !== undefinedTable)
        print(`Could not note this backup in the audit log (${error.message}). The backup goes on.`)
    })
    const others = await listLeftOut(client)
    const written = await withProgress('Backup', (onProgress) =>
      writeBackup(client, file, { signal, recipient, onProgress }),
    )
    return { manifest: written, leftOut: others }
  })
  await recordBackup(url, manifest.startedAt).catch((error: Error) =>
    print(`Could not note the time of this backup for monitoring (${error.message}). The backup is complete.`),
  )
  const { size } = fs.statSync(file)
  print(
    [
      `Backed up ${formatCount(manifest.tables.length, 'table')} and ${formatCount(countRows(manifest), 'row')} to ${file}: ${formatSize(size)} in ${took()}.`,
      `It has everything until ${manifest.startedAt} and is of schema ${readVersion(manifest)}. Keep APP_SECRET with it.`,
      ...(leftOut.length > 0 ? [`Left out, because they belong to others: ${leftOut.join(', ')}.`] : []),
    ].join('\n'),
  )
}

/** What health and metrics say about the newest backup: it contains everything until this moment. */
async function recordBackup(url: string, startedAt: string): Promise<void> {
  await withConnection(url, (db) => noteBackup(db, new Date(startedAt)))
}

/**
 * Recorded before the rows are read, so that the backup itself contains the note. The actor is the person at this
 * machine.
 */
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
