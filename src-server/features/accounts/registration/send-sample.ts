import { findWatchedAlerts } from '#server/features/alerts/public.ts'
import type { Caller } from '#server/platform/actor.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import { throttledAddress } from '#server/platform/throttle/address-block.ts'
import { countOrThrow } from '#server/platform/throttle/throttle.queries.ts'
import { AppError } from '#shared/contract/errors.ts'
import { today } from '#shared/domain/dates.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'
import { isWithinMailLimits, queueAccountEmail } from '../account/account-mail.ts'
import { ticketTexts } from '../account/ticket-texts.ts'
import { markSampleSent } from '../account/ticket.queries.ts'
import { lockRegistrationTicket } from './registration-ticket.ts'
import { findWatch } from './registration.queries.ts'

/**
 * 'Send me a sample', on the page of a completed registration: an email that shows what an alert looks like and says
 * that no document was recorded. We send it once per ticket; a repeated call gives the same answer and sends nothing.
 * @throws AppError `refused` for a link that does not work or an incomplete registration, or past the hour's emails;
 *   `tooMany`
 */
export async function sendSample(deps: ServerDeps, caller: Caller, ticket: string): Promise<void> {
  await countOrThrow(deps.db, deps.env.APP_SECRET, 'enter', throttledAddress(caller.address))
  await inTransaction(deps.db, async (tx) => {
    const { found, user } = await lockRegistrationTicket(tx, ticket)
    if (user.status === 'P') throw new AppError('refused', ticketTexts.registration.incomplete)
    if (!(await markSampleSent(tx, found.id))) return
    if (!(await isWithinMailLimits(tx, deps, 'sample-alert', { accountId: user.id, email: user.email })))
      throw new AppError('refused', ticketTexts.registration.manyEmails)
    const { outcome } = (await findWatch(tx, user.id, found.registrationId)) ?? {}
    const ids = (outcome ?? []).flatMap((item) => ('alertId' in item ? [item.alertId] : []))
    const [alert] = await findWatchedAlerts(tx, { userId: user.id, ids, today: today(deps.env.COUNTY_TIME_ZONE) })
    await queueAccountEmail(tx, deps, {
      template: 'sample-alert',
      target: user.email,
      userId: user.id,
      data: alert ? { alert: alert.name, alertType: alert.alertType, criteria: alert.criteria } : { alert: '' },
    })
    await writeAudit(tx, {
      type: 'NOTICE',
      actor: user,
      subject: user,
      description: 'Emailed a sample alert on request.',
      address: caller.address,
    })
  })
}
