import type { AuditActor } from '#server/platform/actor.ts'
import { assertNoProblems } from '#server/platform/assert-no-problems.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import { AppError } from '#shared/contract/errors.ts'
import { messages } from '#shared/contract/messages.ts'
import { pauseProblem } from '#shared/domain/alert/alert.ts'
import { dayFromWire, dayToWire, today } from '#shared/domain/dates.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'
import { withNoticeChanges } from '../notice-changes/public.ts'
import { lockAlert, pauseUntil, markOwnerActive } from './alert.queries.ts'

/**
 * Pauses an alert until a day, or resumes it. A paused alert reads I and sends nothing; the history shows what matched.
 * @param pausedUntil MM/DD/YYYY, or '' to resume now
 * @returns the message for the user
 * @throws AppError `refused` for a day that is not in the future; `missing` if the owner has no such alert
 */
export async function pauseAlert(
  deps: Pick<ServerDeps, 'db' | 'env'>,
  actor: AuditActor,
  { alertId, pausedUntil }: { alertId: number; pausedUntil: string },
): Promise<string> {
  const problem = pauseProblem(pausedUntil, today(deps.env.COUNTY_TIME_ZONE))
  if (problem !== undefined) assertNoProblems({ pausedUntil: problem })
  const day = dayFromWire(pausedUntil)
  await inTransaction(deps.db, async (tx) => {
    const alert = await lockAlert(tx, alertId, actor.id)
    if (!alert) throw new AppError('missing', messages.notFound)
    await withNoticeChanges(tx, deps, { alertIds: [alertId], actor }, () => pauseUntil(tx, alertId, day, actor.id))
    await markOwnerActive(tx, actor.id)
    await writeAudit(tx, {
      type: 'ALERT',
      actor,
      subject: actor,
      description: day === null ? 'Ended the pause of an alert.' : 'Paused an alert.',
      oldValue: { id: alertId, name: alert.name, pausedUntil: alert.paused_until },
      newValue: { id: alertId, name: alert.name, pausedUntil: day },
      address: actor.address,
    })
  })
  return day === null ? 'This alert is active again.' : `This alert sends nothing until ${dayToWire(day)}.`
}
