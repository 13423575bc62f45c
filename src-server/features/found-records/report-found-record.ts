import type { Actor } from '#server/platform/actor.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import { recordOwnerActivity } from '#server/platform/owner.queries.ts'
import { countOrThrow } from '#server/platform/throttle/throttle.queries.ts'
import { AppError } from '#shared/contract/errors.ts'
import { messages } from '#shared/contract/messages.ts'
import { today } from '#shared/domain/dates.ts'
import { parseMaskOrNull } from '#shared/node/domain/alerts/criteria-columns.ts'
import { mailReport } from '#shared/node/domain/reports/mail-report.ts'
import { withdrawReport } from '#shared/node/domain/reports/report-mail.queries.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'
import { findWhyNot } from './find-why-not.ts'
import { deleteFoundRecord, findByIds, findOwnAlert, insertFoundRecord, readDealings } from './found-record.queries.ts'

const texts = {
  done: 'Thank you. The county got your report, and why we missed the record.',
  again: 'You already reported this record for this alert.',
  takenBack: 'We took back your report.',
  closed: 'The county has already worked on your report. To say more, call them.',
}

/**
 * Reports a record that its resident found although we did not notify them, with the reason that the rule gives. It is a
 * report of a suspicious record: staff are emailed about it, and resolve it like the others.
 * @returns the message for the resident
 * @throws AppError `missing` for an alert that is not the caller's and for a record that no search finds; `refused` if
 *   they reported it before; `tooMany`
 */
export async function reportFoundRecord(
  { db, env, settings: stored, enqueue }: Pick<ServerDeps, 'db' | 'env' | 'settings' | 'enqueue'>,
  actor: Actor,
  { alertId, eventId }: { alertId: number; eventId: number },
): Promise<string> {
  const settings = await stored.current()
  await countOrThrow(db, env.APP_SECRET, 'reportFoundRecord', String(actor.id))
  await inTransaction(db, async (tx) => {
    await recordOwnerActivity(tx, actor.id)
    const alert = await findOwnAlert(tx, { userId: actor.id, alertId, today: today(env.COUNTY_TIME_ZONE) })
    const [record] = await findByIds(tx, [eventId])
    const [dealings] = await readDealings(tx, { userId: actor.id, alertId, eventIds: [eventId] })
    if (!alert || !record || !dealings) throw new AppError('missing', messages.notFound)
    const reason = findWhyNot(alert, record, dealings, parseMaskOrNull(settings.service.parcelMask))
    const noticeId = await insertFoundRecord(tx, { userId: actor.id, eventId, alert, reason })
    if (noticeId === undefined) throw new AppError('refused', texts.again)
    const report = { ownerKey: actor.id, eventId, noticeId, documentId: record.document_id, isFound: true }
    if (await mailReport(tx, settings, report)) await enqueue(tx, 'wakeDelivery', {})
    await writeAudit(tx, {
      type: 'NOTICE',
      actor,
      subject: actor,
      description: 'Reported a record that they found themselves.',
      newValue: { record: record.document_id, alert: alert.name, reason },
      address: actor.address,
    })
  })
  return texts.done
}

/**
 * Takes back a report that staff have not resolved.
 * @returns the message for the resident
 * @throws AppError `missing` if the caller has no such report; `refused` if staff have resolved it
 */
export async function takeBackFoundRecord(
  { db }: Pick<ServerDeps, 'db'>,
  actor: Actor,
  key: { alertId: number; eventId: number },
): Promise<string> {
  await inTransaction(db, async (tx) => {
    await recordOwnerActivity(tx, actor.id)
    const [dealings] = await readDealings(tx, { userId: actor.id, alertId: key.alertId, eventIds: [key.eventId] })
    if (!dealings?.isReported) throw new AppError('missing', messages.notFound)
    const record = await deleteFoundRecord(tx, { userId: actor.id, ...key })
    if (record === undefined) throw new AppError('refused', texts.closed)
    await withdrawReport(tx, { ownerKey: actor.id, eventId: key.eventId })
    await writeAudit(tx, {
      type: 'NOTICE',
      actor,
      subject: actor,
      description: 'Took back a report of a record that they found themselves.',
      newValue: { record },
      address: actor.address,
    })
  })
  return texts.takenBack
}
