import { today } from '#shared/domain/dates.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'
import type { WorkerDeps } from '../platform/deps.ts'
import { deleteLegacyCopies } from './legacy-copies.queries.ts'
import { renewSeals } from './renew-seals.ts'
import { restoreLostDeliveries } from './sweep.queries.ts'
import { deleteMessageTexts, deleteUnfinishedRegistrations, maintainPartitions } from './upkeep.queries.ts'

/**
 * Every night: maintains partitions, restores missing work rows, deletes old message texts, unfinished registrations and
 * legacy copies, and renews seals made with an earlier secret.
 */
export async function upkeep(deps: WorkerDeps): Promise<void> {
  const { db, env, log, settings } = deps
  await maintainPartitions(db, today(env.COUNTY_TIME_ZONE))
  const restored = await restoreLostDeliveries(db, null)
  const { service } = await settings.current()
  const messages = await deleteMessageTexts(db, service.messageRetentionDays)
  const registrations = await purgeRegistrations(deps)
  const copies = await deleteLegacyCopies(db)
  const { renewed: seals } = await renewSeals(deps)
  log.info('upkeep.completed', { restored, messages, registrations, copies, seals })
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
