import type { Actor, StaffActor } from '#server/platform/actor.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import { assertRecentPassword } from '#server/platform/recent-password.ts'
import { AppError } from '#shared/contract/errors.ts'
import { dayToWire } from '#shared/domain/dates.ts'
import { formatTarget } from '#shared/domain/recipient/format-target.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'
import { findNeededUntil, forgetRecipient } from '../notice-changes/public.ts'
import { deleteRecipient } from './change-recipient.queries.ts'
import { lockRecipient, type RecipientKey } from './lock-recipient.ts'
import { isCounted } from './replace-recipient.ts'

const stillNeeded = (shown: string, day: string) =>
  `${shown} was taken out of an alert. For 7 days its owner can say that this was not right. You can remove it after ${day}.`

/**
 * Removes an address or number that no alert uses. A STOP or an unsubscribe stays in force. One that still gets notices
 * after it was taken from an alert stays, unless staff say that it belongs to another person.
 * @returns the message for the caller
 * @throws AppError `missing` for a recipient that is not the caller's to change; `refused` if an alert uses it, if it
 *   still gets notices, or if its owner had a number verified today; `recentPasswordRequired` for another user's
 */
export function removeRecipient(
  { db, env }: Pick<ServerDeps, 'db' | 'env'>,
  actor: Pick<Actor, 'session'> & StaffActor,
  { channel, id, belongsToOther = false }: RecipientKey & { belongsToOther?: boolean | undefined },
): Promise<string> {
  return inTransaction(db, async (tx) => {
    const recipient = await lockRecipient(tx, actor, { channel, id })
    const byStaff = actor.id !== recipient.ownerId
    // A stranger at a clerk's open browser must not be able to silence a resident.
    if (byStaff) assertRecentPassword(actor.session)
    const shown = formatTarget(channel, recipient.target)
    if (recipient.alerts > 0)
      throw new AppError('refused', `An alert uses ${shown}. Take it out of the alert, or correct it.`)
    if (byStaff && belongsToOther) await forgetRecipient(tx, channel, id)
    const until = await findNeededUntil(tx, { channel, id, ownerId: recipient.ownerId }, env.COUNTY_TIME_ZONE)
    if (until !== null) throw new AppError('refused', stillNeeded(shown, dayToWire(until)))
    if (await isCounted(tx, actor, { channel, id }, recipient))
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
