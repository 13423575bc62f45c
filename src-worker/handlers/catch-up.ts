import type { HandlerContext } from '../platform/deps.ts'
import { isPurgeTime } from '../purge/schedule.ts'

/**
 * When a worker starts: asks again for what was due today and leaves no row that says whether it was done. Done twice,
 * it finds nothing. The purge of users has such rows, and every sweep looks at them.
 */
export async function catchUp(context: HandlerContext, now = new Date()): Promise<void> {
  if (await isPurgeTime(context, 'auditLogPurgeSchedule', now)) await context.enqueue(null, 'purgeAudit', {})
}
