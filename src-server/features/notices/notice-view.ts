import type { ServerDeps } from '#server/platform/deps.ts'
import type { Marks } from '#shared/contract/marks.ts'
import { gradeOf, type Match, type MatchGrade } from '#shared/contract/match.ts'
import type { NoticeAnswer } from '#shared/contract/outgoing-event.ts'
import { noProperties, type RecordProperties } from '#shared/contract/record-property.ts'
import { formatRecordedAt } from '#shared/domain/dates.ts'
import {
  type CountyDocumentText,
  type ExplainedDocument,
  explainDocumentType,
} from '#shared/domain/notice/document-types.ts'
import { toMarkedLine } from '#shared/domain/notice/marked-text.ts'
import {
  type ShortList,
  type NamedParty,
  listParcels,
  listParties,
  type PartyRole,
  getUnlistedRole,
} from '#shared/domain/notice/record-summary.ts'
import { toSingleLine } from '#shared/domain/notice/single-line.ts'
import { formatTarget } from '#shared/domain/recipient/format-target.ts'
import { describeProperties } from '#shared/node/domain/notices/describe-properties.ts'
import type { Db, Tx } from '#shared/node/platform/database/client.ts'
import { noExceptionOffers, type ExceptionOffersView, readExceptionOffers } from './exception-offers.ts'
import type { NoticeDetails } from './notice.queries.ts'
import { findShownAnswers, type Reader } from './shown-answer.ts'

/** What the page of a notice shows. Anyone with the link can open it, so the page says no more than the message did. */
export type NoticeView = RecordProperties & {
  channel: 'EMAIL' | 'PHONE'
  target: string
  documentIdentifier: string
  documentDescription: string
  /** What the type of document means; null for a type that is not known. */
  explanation: ExplainedDocument | null
  recordedTimestampFormatted: string
  documentUrl: string
  /** The law lets us show its number, type and day alone. */
  restricted: boolean
  /** The record's parties and parcels, as many as the email lists. */
  parties: ShortList<NamedParty>
  parcels: ShortList<string>
  /**
   * Asked before 'This is not about me': a deed may name a stranger on a parcel that its owner has an alert for. Null
   * if no parcel alert of theirs matched the record.
   */
  parcelQuestion: { parcels: ShortList<string>; legalDescription: string } | null
  alerts: {
    id: number | null
    name: string
    criteria: string
    alertType: string | null
    recordRaw: string
    /** The words of `recordRaw` that matched. */
    marks: Marks
    /** The field of the record that matched. */
    field: Match['field']
    /** The role of the matched name in the record, if `parties` does not list it. */
    under: PartyRole | null
    sentence: string
    grade: MatchGrade
    stopped: boolean
  }[]
  answer: NoticeAnswer | null
  /** The owner gave that answer to another message about the record. */
  answeredElsewhere: boolean
  /** The answer that counts, if the reader is not the owner and it was given to another message. */
  answerOfOthers: NoticeAnswer | null
  unsubscribed: boolean
  /** Of a weekly email of possible matches alone: whether its owner unsubscribed this address from it. */
  weekly?: { unsubscribed: boolean }
  /** How the reader's alerts can leave out such records. */
  narrowing: ExceptionOffersView
}

/** What a page needs in addition to its notice. */
type Showing = Pick<ServerDeps, 'env'> & { documentTypes: readonly CountyDocumentText[] }

/** Read before a transaction begins: within one, it would wait for a second connection. */
export const readShowing = async ({ env, settings }: Pick<ServerDeps, 'env' | 'settings'>): Promise<Showing> => ({
  env,
  documentTypes: (await settings.current()).service.documentTypes,
})

/** The page of a notice as this reader sees it. */
export async function showDetails(
  db: Db | Tx,
  { env, documentTypes }: Showing,
  notice: NoticeDetails,
  reader: Reader,
): Promise<NoticeView> {
  const isNotMe = findShownAnswers(notice, reader).given?.answer === 'not-me'
  const [described] = notice.record ? await describeProperties(db, [{ ...notice.record, matches: notice.alerts }]) : []
  return {
    ...toNoticeView(notice, reader, env.COUNTY_TIME_ZONE),
    ...described,
    explanation: notice.record && !notice.record.restricted ? explainDocumentType(notice.record, documentTypes) : null,
    narrowing: await readExceptionOffers(db, notice, { reader, isNotMe }),
  }
}

export function toNoticeView(notice: NoticeDetails, reader: Reader, timeZone: string): NoticeView {
  const { record } = notice
  const { given, others } = findShownAnswers(notice, reader)
  return {
    channel: notice.channel,
    target: formatTarget(notice.channel, notice.target),
    documentIdentifier: toSingleLine(record?.documentId ?? ''),
    documentDescription: toSingleLine(record?.documentDescription || record?.documentType || ''),
    recordedTimestampFormatted: record
      ? formatRecordedAt(
          {
            recorded_at: new Date(record.recordedAt),
            recorded_on: record.recordedOn,
            recorded_has_time: record.recordedHasTime,
          },
          timeZone,
        )
      : '',
    documentUrl: record?.documentUrl ?? '',
    restricted: record?.restricted ?? false,
    parties: listParties(record?.parties ?? []),
    parcels: listParcels(record?.parcels ?? []),
    parcelQuestion:
      record && notice.watchedParcels.length > 0
        ? { parcels: listParcels(notice.watchedParcels), legalDescription: toSingleLine(record.legalDescription) }
        : null,
    alerts: notice.alerts.map((alert) => ({
      id: alert.alertId,
      name: alert.name,
      criteria: alert.criteria,
      alertType: alert.alertType,
      field: alert.field,
      ...toMarkedLine(alert),
      sentence: toSingleLine(alert.sentence),
      grade: gradeOf({ variant: alert.variant, ...(alert.grade && { grade: alert.grade }) }),
      under: getUnlistedRole(record?.parties ?? [], alert),
      stopped: alert.stopped,
    })),
    explanation: null,
    ...noProperties,
    answer: given?.answer ?? null,
    answeredElsewhere: given !== null && given.noticeId !== notice.id,
    answerOfOthers: others,
    unsubscribed: notice.unsubscribed,
    ...(notice.kind === 'weekly' && { weekly: { unsubscribed: notice.weeklyUnsubscribed } }),
    narrowing: noExceptionOffers,
  }
}
