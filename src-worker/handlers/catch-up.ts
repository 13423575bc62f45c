import type { HandlerContext } from '../platform/deps.ts'
import { isPurgeTime } from '../purge/schedule.ts'

/**
 * When a worker starts: queues jobs that were due today and leave no row that says whether they ran. Running one twice
 * does no harm. The purge of users has such rows, and every sweep checks them.
 */
export async function catchUp(context: HandlerContext, now = new Date()): Promise<void> {
  if (await isPurgeTime(context, 'auditLogPurgeSchedule', now)) await context.enqueue(null, 'purgeAudit', {})
}
