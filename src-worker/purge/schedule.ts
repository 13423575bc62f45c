import { timeOfDay, today } from '#shared/domain/dates.ts'
import { readNow } from '#shared/node/platform/database/read-now.ts'
import type { HandlerContext, WorkerDeps } from '../platform/deps.ts'
import { settingChangedAt } from './purge.queries.ts'

/** When the scheduled purges are due, in county time. */
const dueAt = { hour: 3, minute: 30 }

/**
 * Whether a purge's schedule is on and its time today has passed, even if no worker ran at that time. A schedule
 * switched on at noon starts the next night.
 */
export async function isPurgeTime(
  { db, env, settings }: Pick<WorkerDeps, 'db' | 'env' | 'settings'>,
  schedule: 'userPurgeSchedule' | 'auditLogPurgeSchedule',
  now: Date,
): Promise<boolean> {
  if (!(await settings.current())[schedule].automaticPurge) return false
  const at = timeOfDay(today(env.COUNTY_TIME_ZONE, now), dueAt, env.COUNTY_TIME_ZONE)
  if (now < at) return false
  const changed = await settingChangedAt(db, schedule)
  return changed === null || changed <= at
}

/**
 * When a worker starts: queues jobs that were due today and leave no row that says whether they ran. Running one twice
 * does no harm. The purge of users has such rows, and every sweep checks them.
 * @param at only tests give a time
 */
export async function catchUp(context: HandlerContext, at?: Date): Promise<void> {
  const now = at ?? (await readNow(context.db))
  if (await isPurgeTime(context, 'auditLogPurgeSchedule', now)) await context.enqueue(null, 'purgeAudit', {})
}
