import type { Db } from '#shared/node/platform/database/client.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'
import type { Log } from '#shared/node/platform/log.ts'
import { beginRestore } from './begin-restore.ts'
import { isOlder, type Mark } from './judge-mark.ts'
import { readMarks, writeMark } from './mark-file.ts'
import { advanceDatabaseMark, advanceKnownMark, lockDatabaseMark } from './restore.queries.ts'

/** A standby that took over may lack this much before a mark can reveal it. */
const checkIntervalMs = 5_000

export type DatabaseWatch = {
  /** The furthest position that this process has seen. A database with a smaller position is older than it was. */
  seen(): number
  /** Checks the database now. */
  check(): Promise<void>
  stop(): Promise<void>
}

type WatchOptions = {
  kind: 'server' | 'worker'
  /** The folder of the mark. If null, no mark is saved, and only positions that this process has seen count. */
  folder: string | null
  timeZone: string
  /** Only tests set it. */
  everyMs?: number
}

/**
 * Keeps a mark of the database outside it, and pauses delivery if the database is found to be older than the mark: at
 * the start, and while the process runs.
 * @returns after the first check of the database
 * @throws the database's error if it cannot be read
 */
export async function watchDatabase(
  db: Db,
  log: Log,
  { kind, folder, timeZone, everyMs = checkIntervalMs }: WatchOptions,
): Promise<DatabaseWatch> {
  let mark: Mark | null = null
  const saveMark = createMarkSaver(log, kind, folder)
  let checking: Promise<void> | undefined

  const check = async () => {
    const known = mark && (await advanceKnownMark(db, mark))
    if (known) {
      mark = known
      saveMark(known)
    } else await lookClosely()
  }
  const lookClosely = async () => {
    const { seen, restored } = await inTransaction(db, async (tx) => {
      const now = await lockDatabaseMark(tx)
      const marks = mark ? [mark] : folder === null ? [] : readMarks(folder, now.databaseId)
      const backupAt = now.positionAt
      const began =
        marks.some((saved) => isOlder(saved, now)) &&
        (await beginRestore(tx, { backupAt, noticedBy: 'mark', timeZone }))
      const furthest = Math.max(0, ...marks.map(({ position }) => position))
      return { seen: await advanceDatabaseMark(tx, furthest), restored: began && began.restore }
    })
    if (restored)
      log.warn('database.restored', {
        restore: restored.id,
        from: restored.backup_at.toISOString(),
      })
    mark = seen
    saveMark(seen)
  }
  const checkOnce = () =>
    (checking ??= check().finally(() => {
      checking = undefined
    }))
  await checkOnce()
  const timer = setInterval(
    () =>
      void checkOnce().catch((error: unknown) =>
        log.debug('database.position_not_read', {
          error: error instanceof Error ? error.name : '',
        }),
      ),
    everyMs,
  ).unref()

  return {
    seen: () => mark?.position ?? 0,
    check: checkOnce,
    async stop() {
      clearInterval(timer)
      await checking?.catch(() => undefined)
    },
  }
}

/** Saves marks; logs a failure once, until a save succeeds again. */
function createMarkSaver(log: Log, kind: 'server' | 'worker', folder: string | null): (seen: Mark) => void {
  let hasFailed = false
  return (seen) => {
    if (folder === null) return
    try {
      writeMark(folder, kind, seen)
      hasFailed = false
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (!hasFailed) log.warn('database.mark_not_saved', { code })
      hasFailed = true
    }
  }
}
