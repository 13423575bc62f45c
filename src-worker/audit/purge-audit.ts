import { lockAuditChain, purgeAuditRows } from '#shared/node/platform/audit/audit-chain.queries.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import { addDays, dayToWire, startOfDay, today } from '#shared/domain/dates.ts'
import type { WorkerDeps } from '../platform/deps.ts'

/** Rows of one transaction, each of which leaves a checkpoint: nobody who writes waits behind it for long. */
const rowsAtOnce = 10_000
/** The specification's least; the database holds to it too. */
const leastDays = 60

/**
 * Takes out of the audit log what is older than the county's limit, if it wants that (decisions, section 9): at 03:30
 * county time, never anything of the last 60 days. A run that breaks off is taken up in the next night.
 */
export async function purgeAuditLog({ db, env, log, settings }: Pick<WorkerDeps, 'db' | 'env' | 'log' | 'settings'>) {
  const { automaticPurge, automaticPurgeAfterDays } = (await settings.current()).auditLogPurgeSchedule
  if (!automaticPurge) return
  const days = Math.max(automaticPurgeAfterDays, leastDays)
  const firstKept = addDays(today(env.COUNTY_TIME_ZONE), -days)
  const before = startOfDay(firstKept, env.COUNTY_TIME_ZONE)
  let total = 0
  for (;;) {
    const removed = await db.transaction().execute(async (tx) => {
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
