import type { StaffActor } from '#server/platform/actor.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import { AppError } from '#shared/contract/errors.ts'
import { messages } from '#shared/contract/messages.ts'
import { rights } from '#shared/contract/roles.ts'
import { today } from '#shared/domain/dates.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'
import { withNoticeChanges } from '../notice-changes/public.ts'
import { deleteAlert, lockVisibleAlert, setAlertStatus } from './alert.queries.ts'

const withoutOwner = 'This alert was imported from the legacy version. You can view it or delete it, but not change it.'

/** @throws AppError `refused` for an alert without an owner, which staff may only view and delete */
export function assertHasOwner(alert: { user_id: number | null }): void {
  if (alert.user_id === null) throw new AppError('refused', withoutOwner)
}

/**
 * Switches an alert of a user whom the administrator may see: on if it reads I, which also ends a pause; otherwise off.
 * @returns the message for the administrator
 * @throws AppError `missing`; `refused` for an alert imported from the legacy version
 */
export function changeAlertStatus(
  deps: Pick<ServerDeps, 'db' | 'env'>,
  actor: StaffActor,
  alertId: number,
): Promise<string> {
  return inTransaction(deps.db, async (tx) => {
    const alert = await lockVisibleAlert(tx, alertId, rights[actor.role].manages, today(deps.env.COUNTY_TIME_ZONE))
    if (!alert) throw new AppError('missing', messages.notFound)
    assertHasOwner(alert)
    const status = alert.display_status === 'I' ? 'A' : 'I'
    await withNoticeChanges(tx, deps, { alertIds: [alertId], actor }, () =>
      setAlertStatus(tx, alertId, status, actor.id),
    )
    await writeAudit(tx, {
      type: 'ALERT',
      actor,
      subject: { id: alert.user_id ?? 0, username: alert.username ?? '' },
      description: status === 'A' ? 'Activated an alert.' : 'Deactivated an alert.',
      oldValue: { id: alertId, name: alert.name, status: alert.status, pausedUntil: alert.paused_until },
      newValue: { id: alertId, name: alert.name, status, pausedUntil: null },
      address: actor.address,
    })
    return status === 'A' ? 'Alert activated.' : 'Alert deactivated.'
  })
}

/**
 * Deletes an alert of a user whom the administrator may see, or one imported from the legacy version.
 * @throws AppError `missing`
 */
export function removePanelAlert(
  deps: Pick<ServerDeps, 'db' | 'env'>,
  actor: StaffActor,
  alertId: number,
): Promise<void> {
  return inTransaction(deps.db, async (tx) => {
    const alert = await lockVisibleAlert(tx, alertId, rights[actor.role].manages, today(deps.env.COUNTY_TIME_ZONE))
    if (!alert) throw new AppError('missing', messages.notFound)
    await withNoticeChanges(tx, deps, { alertIds: [alertId], actor, deletes: true }, () => deleteAlert(tx, alertId))
    await writeAudit(tx, {
      type: 'ALERT',
      actor,
      subject: alert.user_id === null ? null : { id: alert.user_id, username: alert.username ?? '' },
      description: 'Deleted an alert.',
      oldValue: { id: alertId, name: alert.name, criteria: alert.criteria },
      address: actor.address,
    })
  })
}
