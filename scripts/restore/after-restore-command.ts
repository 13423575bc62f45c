import { parseArgs } from 'node:util'
import type { Db } from '#shared/node/platform/database/client.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'
import { schemaProblem } from '#shared/node/platform/migrate/migrate.ts'
import { beginRestore } from '#shared/node/domain/restore/begin-restore.ts'
import type { Restore } from '#shared/node/domain/restore/restore.queries.ts'
import { parseBackupTime } from '#shared/domain/monitoring/backup-time.ts'
import { formatTime } from '#shared/domain/dates.ts'
import { countyTimeZone, openDatabase } from '../readers/open-database.ts'

const help = `Run this after you restore the database from a backup, before you start the workers. It works on the database at
DATABASE_URL or on the running demo.

  npm run after-restore -- --from TIME

  --from   the time of the backup: 2026-11-22T02:00 in the county's time (COUNTY_TIME_ZONE), or with an offset
           (2026-11-22T08:00Z). For pg_dump, the time it started. If you are not sure, give an earlier time.

It pauses delivery until staff release it on the monitoring page, marks every open message as in doubt since that time,
ends all sessions and password reset links, and lists the records to request from the recorder. Servers and workers that
kept their mark (STATE_DIR) do the same on their own; run it anyway if you know the time better. You can run it again.
`

type Print = (text: string) => void

/** `npm run after-restore`. Returns the exit status: 0 done, 1 failed, 2 invalid arguments. */
export async function afterRestoreCommand(args: string[], print: Print): Promise<number> {
  let from: string | undefined
  try {
    const { values } = parseArgs({
      args,
      options: { from: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
    })
    if (values.help) {
      print(help)
      return 0
    }
    from = values.from
  } catch (error) {
    print(`${error instanceof Error ? error.message : String(error)}\n\n${help}`)
    return 2
  }
  const timeZone = countyTimeZone()
  const read = parseBackupTime(from ?? '', timeZone)
  if ('problem' in read) {
    print(`Missing or invalid --from, the time of the backup. ${read.problem}\n\n${help}`)
    return 2
  }
  try {
    const { db, pool, end } = await openDatabase()
    try {
      const problem = await schemaProblem(pool)
      if (problem) throw new Error(problem)
      print(await begin(db, read.at, timeZone))
      return 0
    } finally {
      await end()
    }
  } catch (error) {
    print(`Nothing was changed. ${error instanceof Error ? error.message : String(error)}`)
    return 1
  }
}

async function begin(db: Db, backupAt: Date, timeZone: string): Promise<string> {
  const { restore, begun } = await inTransaction(db, (tx) =>
    beginRestore(tx, { backupAt, noticedBy: 'command', timeZone }),
  )
  const time = (at: Date) => formatTime(at, timeZone)
  const first = begun
    ? 'Delivery is paused until staff release it on the monitoring page.'
    : `Delivery was already paused, since ${time(restore.noticed_at)}; staff can release it on the monitoring page.`
  return [
    first,
    `In doubt since ${time(restore.backup_at)}: ${restore.emails_in_doubt} emails, ${restore.texts_in_doubt} texts, ${restore.held} held notices.`,
    `Ended: ${restore.sessions_ended} sessions, ${restore.reset_links_ended} password reset links.`,
    '',
    `Ask the recorder to post again what was recorded or posted from ${time(restore.backup_at)} to ${time(restore.noticed_at)}:`,
    ...feedLines(restore, time),
    '',
    'Missing since the backup, so check: unsubscribes and spam reports (in SendGrid: Suppressions), changed passwords and',
    'roles, locked or deleted users, revoked feed keys, used recovery codes.',
  ].join('\n')
}

function feedLines({ feeds }: Restore, time: (at: Date) => string): string[] {
  if (feeds.length === 0) return ['  There are no feeds.']
  return feeds.map(({ name, lastReceivedAt, lastDocumentId }) =>
    lastReceivedAt
      ? `  ${name}: the last record arrived ${time(new Date(lastReceivedAt))} (${lastDocumentId ?? ''})`
      : `  ${name}: no records arrived; ask for everything`,
  )
}
