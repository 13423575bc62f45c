import { recordFeedDays, recordSamples } from '#shared/node/domain/monitoring/samples.queries.ts'
import { restoreUnrestricted } from '#shared/node/domain/notices/withheld-matches.queries.ts'
import { mailWaitingReports } from '#shared/node/domain/reports/mail-report.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'
import { liftRefusals } from '../delivery/lift-refusals.ts'
import { listDueFeeds } from '../feed-check/feed-check.queries.ts'
import type { HandlerContext } from '../platform/deps.ts'
import { purgeIsDue } from '../purge/purge-users.ts'
import {
  deleteEndedSessions,
  deleteOldThrottles,
  deleteOldTickets,
  requeueUnreadRestricted,
  restoreLostDeliveries,
} from './sweep.queries.ts'

/** Older notices are checked every night. */
const maxSweptNotices = 20_000

/**
 * Every minute, and when a worker starts: finds work that was left behind, deletes what has expired, and records the
 * figures of the minute.
 */
export async function sweep(context: HandlerContext): Promise<void> {
  const { db, env, enqueue, log, loops, settings } = context
  const restored = await restoreLostDeliveries(db, maxSweptNotices)
  if (restored > 0) log.warn('delivery.rows_restored', { notices: restored })
  await liftRefusals(context)
  await requeueUnreadRestricted(db)
  const unrestricted = await restoreUnrestricted(db)
  if (unrestricted > 0) log.info('matching.withheld_restored', { matches: unrestricted })
  const sessions = await deleteEndedSessions(db)
  const tickets = await deleteOldTickets(db)
  const throttles = await deleteOldThrottles(db)
  log.debug('sweep.completed', { sessions, tickets, throttles })
  if (await purgeIsDue(context)) await enqueue(null, 'purgeUsers', {})
  if ((await listDueFeeds(db, { nightly: false })).length > 0) await enqueue(null, 'checkFeeds', {})
  const named = await settings.current()
  if (await inTransaction(db, (tx) => mailWaitingReports(tx, named))) log.info('reports.waiting_mailed')
  for (const loop of Object.values(loops)) loop.wake()
  await recordSamples(db)
  await recordFeedDays(db, env.COUNTY_TIME_ZONE)
  await enqueue(null, 'chainAudit', {})
}
