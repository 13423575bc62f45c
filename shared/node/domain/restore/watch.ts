import { retryOnConflict } from '#shared/node/platform/database/retry.ts'
import type { Db } from '#shared/node/platform/database/client.ts'
import type { Log } from '#shared/node/platform/log.ts'
import { beginRestore } from './begin-restore.ts'
import { isOlder, type Mark } from './judge-mark.ts'
import { readMarks, writeMark } from './mark-file.ts'
import { lockDatabaseMark, advanceDatabaseMark } from './restore.queries.ts'

/** So much may be lost with a standby that took over before anybody can tell by the marks. */
const beatMs = 5_000

export type DatabaseWatch = {
  /** The database has been seen at this position: one that is behind it is older than it was. */
  seen(): number
  /** Looks at once. */
  look(): Promise<void>
  stop(): Promise<void>
}

export type WatchOptions = {
  kind: 'server' | 'worker'
  /** Where the mark is kept; null keeps none, and only what this process itself has seen counts. */
  folder: string | null
  timeZone: string
  /** Other than usual in tests alone. */
  everyMs?: number
}

/**
 * Keeps a mark of the database outside it, and pauses delivery where the database turns out to be older than the mark:
 * at the start, and while the process runs.
 * @returns once the database was looked at for the first time
 * @throws Error of the database where it cannot be read
 */
export async function watchDatabase(
  db: Db,
  log: Log,
  { kind, folder, timeZone, everyMs = beatMs }: WatchOptions,
): Promise<DatabaseWatch> {
  let mark: Mark | null = null
  const keepMark = markKeeper(log, kind, folder)
  let looking: Promise<void> | undefined

  const look = async () => {
    const { seen, restored } = await retryOnConflict(() =>
      db.transaction().execute(async (tx) => {
        const now = await lockDatabaseMark(tx)
        const marks = mark ? [mark] : folder === null ? [] : readMarks(folder, now.databaseId)
        const older = marks.filter((one) => isOlder(one, now))
        const backupAt = now.positionAt
        const began = older.length > 0 && (await beginRestore(tx, { backupAt, noticedBy: 'mark', timeZone }))
        const furthest = Math.max(0, ...marks.map(({ position }) => position))
        return { seen: await advanceDatabaseMark(tx, furthest), restored: began && began.restore }
      }),
    )
    if (restored)
      log.warn('database.restored', {
        restore: restored.id,
        from: restored.backup_at.toISOString(),
      })
    mark = seen
    keepMark(seen)
  }
  const next = () =>
    (looking ??= look().finally(() => {
      looking = undefined
    }))
  await next()
  const timer = setInterval(
    () =>
      void next().catch((error: unknown) =>
        log.debug('database.position_not_read', {
          error: error instanceof Error ? error.name : '',
        }),
      ),
    everyMs,
  ).unref()

  return {
    seen: () => mark?.position ?? 0,
    look: next,
    async stop() {
      clearInterval(timer)
      await looking?.catch(() => undefined)
    },
  }
}

/** Keeps marks while it can, and says once where it cannot. */
function markKeeper(log: Log, kind: 'server' | 'worker', folder: string | null): (seen: Mark) => void {
  let cannotKeep = false
  return (seen) => {
    if (folder === null) return
    try {
      writeMark(folder, kind, seen)
      cannotKeep = false
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (!cannotKeep) log.warn('database.mark_not_saved', { code })
      cannotKeep = true
    }
  }
}
