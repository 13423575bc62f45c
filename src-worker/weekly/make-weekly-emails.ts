import { today } from '#shared/domain/dates.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'
import type { HandlerContext } from '../platform/deps.ts'
import { findDueWeek, lockWeeklyEmails, type MadeEmails, makeWeeklyEmails } from './weekly-email.queries.ts'

type Context = Pick<HandlerContext, 'db' | 'env' | 'log' | 'settings' | 'enqueue' | 'stopping'>

/**
 * Makes the weekly emails of possible matches that are due since Monday 8:00 of the county, if any are missing. It may run
 * twice, late, or on several workers: rows that have their week, and the key of the emails, keep each address from a
 * second one.
 * @param at only tests give a time
 */
export async function makeDueWeeklyEmails(context: Context, at?: Date): Promise<void> {
  const { db, env, log, settings, enqueue } = context
  if (!(await settings.current()).service.weeklyEmail) return
  const due = await findDueWeek(db, env.COUNTY_TIME_ZONE, at)
  let emails = 0
  for (const ofOwners of [false, true]) {
    for (;;) {
      if (context.stopping?.aborted) return
      const made = await inTransaction(db, async (tx): Promise<MadeEmails> => {
        if (!(await lockWeeklyEmails(tx))) return { matches: 0, emails: 0 }
        return makeWeeklyEmails(tx, due, { today: today(env.COUNTY_TIME_ZONE, at), ofOwners })
      })
      emails += made.emails
      // A hint; without it, workers find the notices at their next poll.
      if (made.emails > 0) await enqueue(null, 'wakeDelivery', {})
      if (made.matches === 0) break
    }
  }
  if (emails > 0) log.info('weekly.emails_made', { emails, week: due.week })
}
