import { parseArgs } from 'node:util'
import { parseBackupTime } from '#shared/domain/monitoring/backup-time.ts'
import { loadTimeZone } from '#shared/node/configuration/env.ts'
import { beginRestore } from '#shared/node/domain/restore/begin-restore.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'
import { schemaProblem } from '#shared/node/platform/migrate/schema-problem.ts'
import { openDatabase } from '../readers/open-database.ts'
import { describeRestore } from './describe-restore.ts'

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
  const timeZone = loadTimeZone()
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
      const report = { backupAt: read.at, noticedBy: 'command', timeZone } as const
      print(describeRestore(await inTransaction(db, (tx) => beginRestore(tx, report)), timeZone))
      return 0
    } finally {
      await end()
    }
  } catch (error) {
    print(`Nothing was changed. ${error instanceof Error ? error.message : String(error)}`)
    return 1
  }
}
