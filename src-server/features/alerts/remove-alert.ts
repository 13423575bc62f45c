import type { AuditActor } from '#server/platform/actor.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import { AppError } from '#shared/contract/errors.ts'
import { messages } from '#shared/contract/messages.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'
import { withNoticeChanges } from '../notice-changes/public.ts'
import { deleteAlert, lockAlert } from './alert.queries.ts'

/**
 * Deletes an alert and notifies those who got its notices. Its history stays; delivery rereads the alert before each
 * send and cancels what is unsent for it.
 * @throws AppError `missing` if the owner has no such alert
 */
export function removeAlert(deps: Pick<ServerDeps, 'db' | 'env'>, actor: AuditActor, alertId: number): Promise<void> {
  return inTransaction(deps.db, async (tx) => {
    const alert = await lockAlert(tx, alertId, actor.id)
    if (!alert) throw new AppError('missing', messages.notFound)
    await withNoticeChanges(tx, deps, { alertIds: [alertId], actor, deletes: true }, () => deleteAlert(tx, alertId))
    await writeAudit(tx, {
      type: 'ALERT',
      actor,
      subject: actor,
      description: 'Deleted an alert.',
      oldValue: { id: alertId, name: alert.name, criteria: alert.criteria },
      address: actor.address,
    })
  })
}
