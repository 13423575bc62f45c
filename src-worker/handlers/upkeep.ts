import { today } from '#shared/domain/dates.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import { readNow } from '#shared/node/platform/database/read-now.ts'
import { getSqlState } from '#shared/node/platform/database/retry.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'
import type { WorkerDeps } from '../platform/deps.ts'
import { deleteLegacyCopies } from './legacy-copies.queries.ts'
import { renewSeals } from './renew-seals.ts'
import { restoreLostDeliveries } from './sweep.queries.ts'
import {
  deleteMessageTexts,
  deleteOldNoticeChanges,
  deleteUnfinishedRegistrations,
  maintainPartitions,
} from './upkeep.queries.ts'

/** SQLSTATE: another session holds the lock. */
const lockNotAvailable = '55P03'

/**
 * Maintains partitions before a worker begins. A backup, which reads the keys for as long as it takes, must not keep it
 * from starting: there are partitions for two more months, and one for all other records.
 */
export async function preparePartitions({ db, env, log }: Pick<WorkerDeps, 'db' | 'env' | 'log'>): Promise<void> {
  await maintainPartitions(db, today(env.COUNTY_TIME_ZONE, await readNow(db))).catch((error: unknown) => {
    if (getSqlState(error) !== lockNotAvailable) throw error
    log.warn('partitions.postponed')
  })
}

/**
 * Every night: restores missing work rows, deletes old message texts, unfinished registrations, legacy copies and
 * changes of notices that can no longer be undone, renews
 * seals made with an earlier secret, and maintains partitions.
 */
export async function upkeep(deps: WorkerDeps): Promise<void> {
  const { db, env, log, settings } = deps
  const restored = await restoreLostDeliveries(db, null)
  const { service } = await settings.current()
  const messages = await deleteMessageTexts(db, service.messageRetentionDays)
  const registrations = await purgeRegistrations(deps)
  const copies = await deleteLegacyCopies(db)
  const changes = await deleteOldNoticeChanges(db)
  const { renewed: seals } = await renewSeals(deps)
  // Last, because it fails during a backup. There are partitions for two more months; the job is retried, and runs again tomorrow.
  await maintainPartitions(db, today(env.COUNTY_TIME_ZONE, await readNow(db)))
  log.info('upkeep.completed', { restored, messages, registrations, copies, changes, seals })
}

async function purgeRegistrations({ db }: WorkerDeps): Promise<number> {
  let purged = 0
  for (;;) {
    const deleted = await inTransaction(db, async (tx) => {
      const users = await deleteUnfinishedRegistrations(tx, 100)
      const entries = users.map((user) => ({
        type: 'ACCOUNT' as const,
        subject: user,
        description: 'Deleted the registration because it was not completed within 7 days.',
      }))
      await writeAudit(tx, ...entries)
      return users.length
    })
    purged += deleted
    if (deleted === 0) return purged
  }
}
