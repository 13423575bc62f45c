import { toSingleLine } from '#shared/domain/notice/single-line.ts'
import type { Tx } from '#shared/node/platform/database/client.ts'
import type { Settings } from '#shared/settings/groups.ts'
import type { NoticeTemplates } from '../notices/notice-templates.ts'
import { queueNotice } from '../notices/notice.queries.ts'
import { type CountyReader, listCountyReaders } from './county-readers.ts'
import {
  countMailedReports,
  insertReport,
  markReportMailed,
  type Report,
  takeWaitingReports,
} from './report-mail.queries.ts'

/** The maximum emails about single reports within an hour; further reports wait for the email that counts them. */
const maxPerHour = { all: 20, own: 5 }

type Named = Pick<Settings, 'common' | 'reports'>

/**
 * Emails the county's contact and the chosen staff that a resident reported a record, within the transaction that
 * stores the answer: once for each record and owner until staff resolve it, so that repeated clicks send nothing more.
 * @returns whether an email was queued
 */
export async function mailReport(tx: Tx, settings: Named, report: Report): Promise<boolean> {
  if (!(await insertReport(tx, report))) return false
  const { all, own } = await countMailedReports(tx, report.ownerKey)
  const readers = await listCountyReaders(tx, settings)
  if (readers.length === 0 || all >= maxPerHour.all || own >= maxPerHour.own) return false
  for (const reader of readers)
    await queue(tx, reader, 'record-reported', {
      // An email to an address that no one verified names no record; the county itself entered its contact.
      document: reader.verified ? toSingleLine(report.documentId) : '',
      reportId: report.noticeId,
      ...(report.isFound && { found: true }),
      ...(report.isPossible && { possible: true }),
      contact: reader.userId === null,
    })
  await markReportMailed(tx, report)
  return true
}

/**
 * Emails how many reports had no email of their own, because there were too many within an hour or the county had no
 * reader then.
 * @returns whether an email was queued
 */
export async function mailWaitingReports(tx: Tx, settings: Named): Promise<boolean> {
  const readers = await listCountyReaders(tx, settings)
  if (readers.length === 0) return false
  const count = await takeWaitingReports(tx)
  if (count === 0) return false
  for (const reader of readers) await queue(tx, reader, 'records-reported', { count, contact: reader.userId === null })
  return true
}

async function queue<T extends 'record-reported' | 'records-reported'>(
  tx: Tx,
  { email, userId }: CountyReader,
  template: T,
  data: NoticeTemplates[T],
): Promise<void> {
  await queueNotice(tx, { kind: 'account', template, channel: 'EMAIL', target: email, userId, data })
}
