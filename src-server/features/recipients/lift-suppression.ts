import { AppError } from '#shared/contract/errors.ts'
import { messages } from '#shared/contract/messages.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import { formatPhone } from '#shared/domain/phone.ts'
import type { UserContext } from '#server/trpc/context.ts'
import { liftUnsubscribe, resumeLink, type StoppedLink } from './suppressed-addresses.queries.ts'

/**
 * Undoes the user's own unsubscribe: alerts go to the address again.
 * @returns what to tell the user
 * @throws AppError `missing` where no such stop of theirs stands
 */
export function allowAgain({ db, user, address }: UserContext, id: number): Promise<string> {
  return db.transaction().execute(async (tx) => {
    const lifted = await liftUnsubscribe(tx, user.id, id)
    if (!lifted) throw new AppError('missing', messages.notFound)
    await writeAudit(tx, {
      type: 'SUPPRESSION',
      actor: user,
      subject: user,
      description: 'Alerts to an address were allowed again by its owner.',
      newValue: lifted,
      address,
    })
    return `Alerts go to ${lifted.channel === 'PHONE' ? formatPhone(lifted.target) : lifted.target} again.`
  })
}

/**
 * Undoes 'this alert only': the alert goes to that recipient again.
 * @returns what to tell the user
 * @throws AppError `missing` where the user has no alert that is stopped for it
 */
export function resumeAlert(
  { db, user, address }: UserContext,
  link: Pick<StoppedLink, 'alertId' | 'channel' | 'recipientId'>,
): Promise<string> {
  return db.transaction().execute(async (tx) => {
    if (!(await resumeLink(tx, user.id, link))) throw new AppError('missing', messages.notFound)
    await writeAudit(tx, {
      type: 'SUPPRESSION',
      actor: user,
      subject: user,
      description: 'An alert to an address was allowed again by its owner.',
      newValue: link,
      address,
    })
    return 'This alert goes there again.'
  })
}
