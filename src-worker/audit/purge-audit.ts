import { addDays, dayToWire, startOfDay, today } from '#shared/domain/dates.ts'
import { lockAuditChain, purgeAuditRows } from '#shared/node/platform/audit/audit-chain.queries.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import { readNow } from '#shared/node/platform/database/read-now.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'
import type { WorkerDeps } from '../platform/deps.ts'

/** Rows per transaction, each of which leaves a checkpoint. Few enough that no writer waits long. */
const rowsAtOnce = 10_000
/** The county's fixed minimum; the database enforces it too. */
const leastDays = 60

/**
 * Deletes rows of the audit log that are older than the county's limit, if it has set one: at 03:30 county time, and
 * never rows of the last 60 days. An interrupted run continues the next night.
 */
export async function purgeAuditLog({ db, env, log, settings }: Pick<WorkerDeps, 'db' | 'env' | 'log' | 'settings'>) {
  const { automaticPurge, automaticPurgeAfterDays } = (await settings.current()).auditLogPurgeSchedule
  if (!automaticPurge) return
  const days = Math.max(automaticPurgeAfterDays, leastDays)
  const firstKept = addDays(today(env.COUNTY_TIME_ZONE, await readNow(db)), -days)
  const before = startOfDay(firstKept, env.COUNTY_TIME_ZONE)
  let total = 0
  for (;;) {
    const removed = await inTransaction(db, async (tx) => {
      await lockAuditChain(tx)
      const rows = await purgeAuditRows(tx, before, rowsAtOnce)
      if (rows > 0)
        await writeAudit(tx, {
          type: 'PURGE',
          description: `Purged ${rows} rows of the audit log from before ${dayToWire(firstKept)}, on schedule.`,
          newValue: { rows, before: firstKept, olderThanDays: days },
        })
      return rows
    })
    total += removed
    if (removed === 0) break
  }
  if (total > 0) log.info('audit.rows_purged', { rows: total })
}
