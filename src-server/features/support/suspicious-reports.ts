import type { Channel } from '#shared/contract/alert.ts'
import type { RecordReportFilter } from '#shared/contract/suspicious-report.ts'
import { toLimitOffset } from '#shared/contract/paging.ts'
import { formatRecordedAt, formatTime } from '#shared/domain/dates.ts'
import { oneLine } from '#shared/domain/notice/one-line.ts'
import { formatPhone } from '#shared/domain/phone.ts'
import { type ShortList, type NamedParty, listParcels, listParties } from '#shared/domain/notice/record-parts.ts'
import type { UserContext } from '#server/trpc/context.ts'
import { listLooksWrong, type LooksWrongRow } from './suspicious-reports.queries.ts'
import { type PhoneToCall, phonesToCall } from './phones-to-call.ts'

/** An answer 'This looks wrong' with all that staff need to act on it; times are the county's. */
export type LooksWrong = {
  noticeId: number
  answeredFormatted: string
  /** What the notice was sent to, as it is shown. */
  channel: Channel
  target: string
  /** Who answered; null where the address has no owner (it was taken over from the legacy version). */
  owner: { id: number; username: string; name: string; email: string } | null
  phones: PhoneToCall[]
  /** Null where it is gone. */
  record: {
    documentId: string
    description: string
    recordedFormatted: string
    documentUrl: string
    parties: ShortList<NamedParty>
    parcels: ShortList<string>
  } | null
  alerts: LooksWrongRow['alerts']
  /** When and by whom, or '' and null. */
  dealtWithFormatted: string
  dealtWithBy: string | null
}

/** Answers 'This looks wrong' of those whom the caller may see. */
export async function looksWrong(
  ctx: UserContext,
  { page, shown }: { page: number; shown: RecordReportFilter },
): Promise<{ answers: LooksWrong[]; total: number }> {
  const { rows, total } = await listLooksWrong(ctx.db, { asRole: ctx.user.role, shown, ...toLimitOffset(page) })
  return { total, answers: rows.map((row) => answerOf(row, ctx.env.COUNTY_TIME_ZONE)) }
}

function answerOf(row: LooksWrongRow, zone: string): LooksWrong {
  const { noticeId, channel, target, owner, phones, record, alerts, dealtWithBy } = row
  return {
    noticeId,
    answeredFormatted: formatTime(row.answeredAt, zone),
    channel,
    target: channel === 'PHONE' ? formatPhone(target) : target,
    owner: owner && { id: owner.id, username: owner.username, name: nameOf(owner), email: owner.email },
    phones: phonesToCall(owner?.phone ?? '', phones),
    record: record && {
      documentId: oneLine(record.documentId),
      description: oneLine(record.description),
      recordedFormatted: formatRecordedAt(
        {
          recorded_at: new Date(record.recordedAt),
          recorded_has_time: record.recordedHasTime,
          recorded_on: record.recordedOn,
        },
        zone,
      ),
      documentUrl: record.documentUrl,
      parties: listParties(record.parties),
      parcels: listParcels(record.parcels),
    },
    alerts: alerts.map((alert) => ({
      ...alert,
      sentence: oneLine(alert.sentence),
      recordRaw: oneLine(alert.recordRaw),
    })),
    dealtWithFormatted: formatTime(row.dealtWithAt, zone),
    dealtWithBy,
  }
}

const nameOf = ({ firstName, lastName, company, username }: NonNullable<LooksWrongRow['owner']>): string =>
  `${firstName} ${lastName}`.trim() || company || username
