import { parseArgs } from 'node:util'
import { loadTimeZone } from '#shared/node/configuration/env.ts'
import { assertUndamaged, type BackupFile, countRows, openBackup, readVersion } from '../backup/backup-file.ts'
import { describeFailure } from '../backup/disk-full.ts'
import { withPlainFile } from '../backup/plain-file.ts'
import { formatCount, formatSize, startClock, withProgress } from '../backup/progress.ts'
import type { Terminal } from '../backup/run-command.ts'
import { withTarget } from '../backup/target.ts'
import { describeExtras } from './describe-extras.ts'
import { describeRestore } from './describe-restore.ts'
import { drill } from './drill.ts'
import { finishRestore, loadIntoEmpty, migrateLoaded, type RestoreTarget } from './restore-database.ts'

const help = `Restores a backup of "npm run backup" into an empty database.

  npm run restore -- FILE           into the database at MIGRATE_DATABASE_URL or DATABASE_URL, or the demo's
  npm run restore -- --drill FILE   tries the backup in a temporary database, and removes that

  --key FILE    of an encrypted backup, the file with the private key; the backup is decrypted in TMPDIR meanwhile
  --on-server   with --drill: in a temporary database of the server at MIGRATE_DATABASE_URL or DATABASE_URL, whose role
                must be allowed to create databases; otherwise in a PostgreSQL of its own in the folder for temporary
                files (TMPDIR), which needs space for the whole database

It checks the file first, brings the schema to this program's version, and then pauses delivery until staff release it,
as "npm run after-restore" does. A backup of a newer program is refused. Stop servers and workers before you restore.
`

/**
 * `npm run restore`. Returns the exit status: 0 done, 1 failed or stopped (then no program starts on the database),
 * 2 invalid arguments.
 */
export async function restoreCommand(args: string[], terminal: Terminal): Promise<number> {
  const { print, signal } = terminal
  const options = {
    drill: { type: 'boolean', default: false },
    'on-server': { type: 'boolean', default: false },
    key: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  } as const
  let request: { file: string; isDrill: boolean; onServer: boolean; keyFile: string | undefined }
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    const [file, ...others] = positionals
    if (values.help) {
      print(help)
      return 0
    }
    if (!file) throw new Error('Missing FILE, the backup.')
    if (others.length > 0) throw new Error('Name one FILE only.')
    if (values['on-server'] && !values.drill) throw new Error('--on-server goes with --drill only.')
    request = { file, isDrill: values.drill, onServer: values['on-server'], keyFile: values.key }
  } catch (error) {
    print(`${error instanceof Error ? error.message : String(error)}\n\n${help}`)
    return 2
  }
  try {
    return await withPlainFile(request.file, { keyFile: request.keyFile, signal }, async (plainFile) => {
      const backup = await openBackup(plainFile)
      print(describeBackup(backup))
      await assertUndamaged(backup, signal)
      if (request.isDrill) return drill(backup, request, terminal)
      await withTarget((target) => restore(target, backup, terminal), { create: true })
      return 0
    })
  } catch (error) {
    const cause = error instanceof Unfinished ? error.cause : error
    const why = signal.aborted ? 'Stopped.' : describeFailure(cause)
    if (error instanceof Unfinished) print(`${error.message} ${why}`)
    else print(request.isDrill ? why : `The backup was not restored. ${why}`)
    return 1
  }
}

const describeBackup = ({ path, size, manifest }: BackupFile): string =>
  `${path}: ${manifest.startedAt}, schema ${readVersion(manifest)}, ${formatCount(manifest.tables.length, 'table')}, ${formatCount(countRows(manifest), 'row')}, ${formatSize(size)}.`

async function restore(target: RestoreTarget, backup: BackupFile, { print, signal }: Terminal): Promise<void> {
  const took = startClock()
  const { unknown } = await withProgress('Restore', (onProgress) =>
    loadIntoEmpty(target, backup, { signal, onProgress }),
  )
  const timeZone = loadTimeZone()
  const { applied, begun } = await finish(target, backup, { timeZone, signal }).catch((cause: unknown) => {
    throw new Unfinished(cause)
  })
  print(
    [
      `Restored in ${took()}.`,
      ...describeExtras(unknown, applied),
      '',
      describeRestore(begun, timeZone),
      '',
      'Now start servers and workers with the APP_SECRET of before: see "Restore" in docs/operations.md.',
    ].join('\n'),
  )
}

async function finish(
  target: RestoreTarget,
  backup: BackupFile,
  { timeZone, signal }: { timeZone: string; signal: AbortSignal },
) {
  signal.throwIfAborted()
  const applied = await migrateLoaded(target)
  return { applied, begun: await finishRestore(target, backup, timeZone) }
}

/** The rows are loaded, and no server or worker starts on them yet. */
class Unfinished extends Error {
  constructor(cause: unknown) {
    super('The rows are restored, but the restore has not finished: run the same command again.', { cause })
    this.name = 'Unfinished'
  }
}
