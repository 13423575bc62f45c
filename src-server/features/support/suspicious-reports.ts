import type { Actor } from '#server/platform/actor.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import type { Channel } from '#shared/contract/alert.ts'
import { AppError } from '#shared/contract/errors.ts'
import type { FoundReason } from '#shared/contract/found-record.ts'
import type { Marks } from '#shared/contract/marks.ts'
import { gradeOf, type MatchGrade } from '#shared/contract/match.ts'
import { messages } from '#shared/contract/messages.ts'
import type { NoticeAnswer } from '#shared/contract/outgoing-event.ts'
import { toLimitOffset } from '#shared/contract/paging.ts'
import type { RecordProperties } from '#shared/contract/record-property.ts'
import type { RecordReportFilter } from '#shared/contract/suspicious-report.ts'
import { formatRecordedAt, formatTime } from '#shared/domain/dates.ts'
import { toMarkedLine } from '#shared/domain/notice/marked-text.ts'
import { type ShortList, type NamedParty, listParcels, listParties } from '#shared/domain/notice/record-summary.ts'
import { toSingleLine } from '#shared/domain/notice/single-line.ts'
import { formatTarget } from '#shared/domain/recipient/format-target.ts'
import { toStaffSentence } from '#shared/matching/public.ts'
import { describeRows } from '#shared/node/domain/notices/describe-properties.ts'
import { type PhoneToCall, phonesToCall } from './phones-to-call.ts'
import { findReportRow, listReportRows, type SuspiciousReportRow } from './suspicious-reports.queries.ts'

/**
 * A report of a suspicious record ('This looks wrong') with all that staff need to act on it; times are in the county's
 * zone.
 */
export type SuspiciousReport = {
  noticeId: number
  answeredFormatted: string
  /** The address of the notice, as displayed. */
  channel: Channel
  target: string
  /** Who reported it; null for an address without an owner, which came from the legacy version. */
  owner: { id: number; username: string; name: string; email: string } | null
  phones: PhoneToCall[]
  /** Null if the record was deleted. */
  record:
    | ({
        documentId: string
        description: string
        recordedFormatted: string
        documentUrl: string
        /** The law lets us show only its number, type and day. */
        restricted: boolean
        parties: ShortList<NamedParty>
        parcels: ShortList<string>
      } & RecordProperties)
    | null
  alerts: (Omit<SuspiciousReportRow['alerts'][number], 'marks' | 'variant' | 'grade'> & {
    marks: Marks
    grade: MatchGrade
  })[]
  /** Of a record that the resident found: why we had not notified them. Null for an answer to a match. */
  found: FoundReason | null
  /** The resident's newer answer to another message about the record; null if this report is their last answer. */
  later: { answer: NoticeAnswer; answeredFormatted: string } | null
  /** The owner's other answers to the record, newest first: none of them counts any longer. */
  earlier: { answer: NoticeAnswer; answeredFormatted: string; channel: Channel; target: string }[]
  /** When staff first opened it, or ''. */
  openedFormatted: string
  /** When and by whom it was resolved, or '' and null. */
  dealtWithFormatted: string
  dealtWithBy: string | null
}

/** Reports of users whom the caller may see. */
export async function listSuspiciousReports(
  deps: ServerDeps,
  actor: Actor,
  { page, shown }: { page: number; shown: RecordReportFilter },
): Promise<{ answers: SuspiciousReport[]; total: number }> {
  const { rows, total } = await listReportRows(deps.db, { asRole: actor.role, shown, ...toLimitOffset(page) })
  const described = await describeRows(deps.db, rows)
  return { total, answers: described.map((row) => toReport(row, deps.env.COUNTY_TIME_ZONE)) }
}

/**
 * One report, open or resolved.
 * @throws AppError `missing` if its owner took it back, or the caller may not see its owner
 */
export async function showSuspiciousReport(
  deps: ServerDeps,
  actor: Actor,
  noticeId: number,
): Promise<SuspiciousReport> {
  const row = await findReportRow(deps.db, { asRole: actor.role, noticeId })
  const [described] = row ? await describeRows(deps.db, [row]) : []
  if (!described) throw new AppError('missing', messages.notFound)
  return toReport(described, deps.env.COUNTY_TIME_ZONE)
}

type DescribedReport = Omit<SuspiciousReportRow, 'recordParcels'> & RecordProperties

function toReport(row: DescribedReport, zone: string): SuspiciousReport {
  const { noticeId, channel, target, owner, phones, record, alerts, dealtWithBy } = row
  return {
    noticeId,
    answeredFormatted: formatTime(row.answeredAt, zone),
    channel,
    target: formatTarget(channel, target),
    owner: owner && { id: owner.id, username: owner.username, name: toDisplayName(owner), email: owner.email },
    phones: phonesToCall(owner?.phone ?? '', phones),
    record: record && {
      documentId: toSingleLine(record.documentId),
      description: toSingleLine(record.description),
      recordedFormatted: formatRecordedAt(
        {
          recorded_at: new Date(record.recordedAt),
          recorded_has_time: record.recordedHasTime,
          recorded_on: record.recordedOn,
        },
        zone,
      ),
      documentUrl: record.documentUrl,
      restricted: record.restricted,
      parties: listParties(record.parties),
      parcels: listParcels(record.parcels),
      properties: row.properties,
      moreProperties: row.moreProperties,
      commonLegalDescription: row.commonLegalDescription,
    },
    alerts: alerts.map(({ variant, grade, ...alert }) => ({
      ...alert,
      grade: gradeOf({ variant, ...(grade && { grade }) }),
      sentence: toStaffSentence(toSingleLine(alert.sentence)),
      ...toMarkedLine(alert),
    })),
    found: row.found,
    later:
      // A found record may be reported after an answer to a message about it.
      row.newest && row.newest.noticeId !== row.noticeId && new Date(row.newest.answeredAt) > row.answeredAt
        ? { answer: row.newest.answer, answeredFormatted: formatTime(new Date(row.newest.answeredAt), zone) }
        : null,
    earlier: row.earlier.map(({ answeredAt, ...given }) => ({
      ...given,
      target: formatTarget(given.channel, given.target),
      answeredFormatted: formatTime(new Date(answeredAt), zone),
    })),
    openedFormatted: formatTime(row.openedAt ?? row.dealtWithAt, zone),
    dealtWithFormatted: formatTime(row.dealtWithAt, zone),
    dealtWithBy,
  }
}

const toDisplayName = ({ firstName, lastName, company, username }: NonNullable<SuspiciousReportRow['owner']>): string =>
  `${firstName} ${lastName}`.trim() || company || username
