import { AppError } from '#shared/contract/errors.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'
import { formatTarget } from '#shared/domain/recipient/format-target.ts'
import type { StaffActor } from '#server/platform/actor.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import { deleteRecipient } from './change-recipient.queries.ts'
import { isCounted } from './correct-recipient.ts'
import { lockRecipient, type RecipientKey } from './lock-recipient.ts'

/**
 * Removes an address or number that no alert uses. A STOP or an unsubscribe stays in force.
 * @returns the message for the caller
 * @throws AppError `missing` for a recipient that is not the caller's to change; `refused` if an alert uses it, or if
 *   its owner had a number verified today
 */
export function removeRecipient(
  { db }: Pick<ServerDeps, 'db'>,
  actor: StaffActor,
  { channel, id }: RecipientKey,
): Promise<string> {
  return inTransaction(db, async (tx) => {
    const recipient = await lockRecipient(tx, actor, { channel, id })
    const shown = formatTarget(channel, recipient.target)
    if (recipient.alerts > 0)
      throw new AppError('refused', `An alert uses ${shown}. Take it out of the alert, or correct it.`)
    if (await isCounted(tx, { channel, id }, recipient, actor))
      throw new AppError('refused', `We texted or checked ${shown} today. You can remove it tomorrow.`)
    await deleteRecipient(tx, channel, id)
    await writeAudit(tx, {
      type: 'RECIPIENT',
      actor,
      subject: { id: recipient.ownerId },
      description: 'Removed a recipient that no alert used.',
      oldValue: { channel, target: recipient.target },
      address: actor.address,
    })
    return `${shown} was removed.`
  })
}
