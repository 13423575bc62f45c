import type { AuditActor } from '#server/platform/actor.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import { AppError } from '#shared/contract/errors.ts'
import { messages } from '#shared/contract/messages.ts'
import { formatTarget } from '#shared/domain/recipient/format-target.ts'
import { liftSuppression } from '#shared/node/domain/recipients/suppression.queries.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'
import { resumeLink, type StoppedLink } from './suppressed-addresses.queries.ts'

/**
 * Lifts the suppression that the user asked for, so that the address gets alerts again.
 * @returns the message for the user
 * @throws AppError `missing` if they have no such suppression
 */
export function resubscribeOwnAddress({ db }: Pick<ServerDeps, 'db'>, actor: AuditActor, id: number): Promise<string> {
  return inTransaction(db, async (tx) => {
    const lifted = await liftSuppression(tx, id, { unsubscribeBy: actor.id })
    if (!lifted) throw new AppError('missing', messages.notFound)
    await writeAudit(tx, {
      type: 'SUPPRESSION',
      actor,
      subject: actor,
      description: 'The owner subscribed an address again.',
      newValue: lifted,
      address: actor.address,
    })
    return `We will send alerts to ${formatTarget(lifted.channel, lifted.target)} again.`
  })
}

/**
 * Ends 'Stop this alert only', so that the recipient gets the alert again.
 * @returns the message for the user
 * @throws AppError `missing` if no alert of the user is stopped for that recipient
 */
export function resumeAlert(
  { db }: Pick<ServerDeps, 'db'>,
  actor: AuditActor,
  link: Pick<StoppedLink, 'alertId' | 'channel' | 'recipientId'>,
): Promise<string> {
  return inTransaction(db, async (tx) => {
    if (!(await resumeLink(tx, actor.id, link))) throw new AppError('missing', messages.notFound)
    await writeAudit(tx, {
      type: 'SUPPRESSION',
      actor,
      subject: actor,
      description: 'The owner subscribed an address to one alert again.',
      newValue: link,
      address: actor.address,
    })
    return 'We will send this alert there again.'
  })
}
