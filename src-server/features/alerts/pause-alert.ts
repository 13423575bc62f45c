import { AppError } from '#shared/contract/errors.ts'
import { messages } from '#shared/contract/messages.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import { pauseProblem } from '#shared/domain/alert/alert.ts'
import { dayFromWire, dayToWire, today } from '#shared/domain/dates.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import { refuseFields } from '#server/platform/assert-no-problems.ts'
import { lockAlert, pauseUntil, touchUser } from './alert.queries.ts'
import type { Actor } from './save-alert.ts'

/**
 * Pauses an alert until a day, or lets it go on. Until then it reads I and sends nothing; what matched is in the
 * history (decisions, section 13).
 * @param pausedUntil MM/DD/YYYY, or '' to go on at once
 * @returns what to tell the user
 * @throws AppError `refused` for what is no day to come; `missing` where the owner has no such alert
 */
export async function pauseAlert(
  { db, env }: Pick<ServerDeps, 'db' | 'env'>,
  { alertId, pausedUntil }: { alertId: number; pausedUntil: string },
  owner: { id: number; username: string },
  actor: Actor,
): Promise<string> {
  const problem = pauseProblem(pausedUntil, today(env.COUNTY_TIME_ZONE))
  if (problem !== undefined) refuseFields({ pausedUntil: problem })
  const day = dayFromWire(pausedUntil)
  await db.transaction().execute(async (tx) => {
    const alert = await lockAlert(tx, alertId, owner.id)
    if (!alert) throw new AppError('missing', messages.notFound)
    await pauseUntil(tx, alertId, day, actor.id)
    await touchUser(tx, owner.id)
    await writeAudit(tx, {
      type: 'ALERT',
      actor,
      subject: owner,
      description: day === null ? 'Ended the pause of an alert.' : 'Paused an alert.',
      oldValue: { id: alertId, name: alert.name, pausedUntil: alert.paused_until },
      newValue: { id: alertId, name: alert.name, pausedUntil: day },
      address: actor.address,
    })
  })
  return day === null ? 'This alert is active again.' : `This alert sends nothing until ${dayToWire(day)}.`
}
