import { formatTarget } from '#shared/domain/recipient/format-target.ts'
import type { NoticeAnswer } from '#shared/contract/outgoing-event.ts'
import { AppError } from '#shared/contract/errors.ts'
import type { Marks } from '#shared/contract/marks.ts'
import type { Match } from '#shared/contract/match.ts'
import type { NotMeCause } from '#shared/contract/not-me-cause.ts'
import { findNotMeCause } from '#shared/matching/not-me-cause.ts'
import { messages } from '#shared/contract/messages.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import type { Db, Tx } from '#shared/node/platform/database/client.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'
import { readLink, signLink } from '#shared/node/domain/notices/links.ts'
import { formatRecordedAt } from '#shared/domain/dates.ts'
import { noticeAnswerLabels } from '#shared/domain/notice/answers.ts'
import { toMarkedLine } from '#shared/domain/notice/marked-text.ts'
import { toSingleLine } from '#shared/domain/notice/single-line.ts'
import {
  type ShortList,
  type NamedParty,
  listParcels,
  listParties,
  type PartyRole,
  getUnlistedRole,
} from '#shared/domain/notice/record-summary.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import { findShownAnswer, type Reader } from './shown-answer.ts'
import { noNarrowing, type NarrowingView, readNarrowing } from './narrow-alerts.ts'
import {
  deleteAnswer,
  findNotice,
  recordAnswer,
  muteRecord,
  findOwner,
  type NoticeDetails,
  unmuteRecord,
  isInHistory,
} from './notice.queries.ts'
import { recordOwnerActivity } from '#server/platform/owner.queries.ts'

type Deps = Pick<ServerDeps, 'db' | 'env'>

const texts = {
  unknown: 'This link is incomplete or has expired. Please open it again from the message.',
  parcelFirst: 'This record lists a parcel in your alerts. Please tell us first whether it is yours.',
  noRecord: 'We no longer keep the record of this message.',
}

/**
 * What the page of a notice shows. Whoever holds the link received the message, so the page says no more than it did.
 */
export type NoticeView = {
  channel: 'EMAIL' | 'PHONE'
  target: string
  documentIdentifier: string
  documentDescription: string
  recordedTimestampFormatted: string
  documentUrl: string
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
    /** The words of `recordRaw` that met. */
    marks: Marks
    /** The field of the record that matched. */
    field: Match['field']
    /** The role of the matched name in the record, if `parties` does not list it. */
    under: PartyRole | null
    sentence: string
    stopped: boolean
  }[]
  answer: NoticeAnswer | null
  /** The answer was given to another message about the record; only its owner sees that. */
  answeredElsewhere: boolean
  unsubscribed: boolean
  /** How her alerts can leave out such records. */
  narrowing: NarrowingView
}

/**
 * The notice of a signed link.
 * @throws AppError `refused` for a link that is cut short, changed, or of a notice no longer kept
 */
export async function findNoticeByLink(
  deps: Deps,
  tx: Tx | Deps['db'],
  purpose: 'notice' | 'unsubscribe',
  token: string,
): Promise<NoticeDetails> {
  const id = readLink(deps.env.APP_SECRET, purpose, token)
  const notice = id === null ? undefined : await findNotice(tx, id)
  if (!notice) throw unknown()
  return notice
}

const unknown = () => new AppError('refused', texts.unknown)

/**
 * Locks the owner's account until the transaction ends, before anything of theirs is written.
 * @throws AppError `refused`, as for a link that is no longer kept, if the account was deleted just now
 */
export async function lockOwner(tx: Tx, { userId }: NoticeDetails): Promise<void> {
  if (!(await recordOwnerActivity(tx, userId))) throw unknown()
}

/**
 * Shows a notice by either link of its message. Changes nothing, except that the link to the record marks its reader
 * active, so that the purge spares people who only read.
 */
export async function showNotice(deps: Deps, reader: Reader, token: string): Promise<NoticeView> {
  const purpose = readLink(deps.env.APP_SECRET, 'notice', token) === null ? 'unsubscribe' : 'notice'
  const notice = await findNoticeByLink(deps, deps.db, purpose, token)
  if (purpose === 'notice') await recordOwnerActivity(deps.db, notice.userId)
  return showDetails(deps, deps.db, notice, reader)
}

/**
 * Signs the token of a notice that we sent to this user, as its message carries it.
 * @throws AppError `missing` for one that is another's, or that no message was sent of
 */
export async function signOwnNoticeLink(
  { db, env }: Deps,
  actor: Pick<Actor, 'id'>,
  noticeId: number,
): Promise<string> {
  if (!(await isInHistory(db, actor.id, noticeId))) throw new AppError('missing', messages.notFound)
  return signLink(env.APP_SECRET, 'notice', noticeId)
}

/** `notMyParcel`: we asked about the parcel that matched, and the reader says that it is not theirs. */
type GivenAnswer = { token: string; answer: NoticeAnswer; notMyParcel: boolean }

/**
 * Records one of the three answers; 'This is not about me' also mutes the record (decisions, section 8).
 * @throws AppError `refused` for that one if a parcel of theirs matched and `notMyParcel` is not said
 */
export async function answerNotice(
  deps: Deps,
  reader: Reader,
  { token, answer, notMyParcel }: GivenAnswer,
): Promise<NoticeView> {
  return change(deps, reader, token, async (tx, notice) => {
    if (answer === 'not-me' && notice.watchedParcels.length > 0 && !notMyParcel)
      throw new AppError('refused', texts.parcelFirst)
    await recordAnswer(tx, notice, answer, answer === 'not-me' ? findCause(notice) : '')
    if (answer === 'not-me') await muteRecord(tx, notice.ownerKey, notice.eventId)
    else await unmuteRecord(tx, notice.ownerKey, notice.eventId)
    await auditAnswer(tx, notice, notice.target, `Answered a notice: ${noticeAnswerLabels[answer]}.`)
  })
}

/** Of the name that matched; of the parcel only if nothing else did. */
function findCause({ alerts }: NoticeDetails): NotMeCause {
  const match = alerts.find(({ field }) => field !== 'parcel') ?? alerts[0]
  return match ? findNotMeCause(match) : 'unknown'
}

/** Takes back the answer that the page shows. */
export async function undoAnswer(deps: Deps, reader: Reader, token: string): Promise<NoticeView> {
  return change(deps, reader, token, async (tx, notice) => {
    const given = findShownAnswer(notice, reader)
    if (!given) return
    await deleteAnswer(tx, given.noticeId)
    await unmuteRecord(tx, notice.ownerKey, notice.eventId)
    await auditAnswer(tx, notice, given.target, 'Took back the answer to a notice.')
  })
}

async function change(
  deps: Deps,
  reader: Reader,
  token: string,
  work: (tx: Tx, notice: NoticeDetails & { eventId: number }) => Promise<void>,
): Promise<NoticeView> {
  return inTransaction(deps.db, async (tx) => {
    const notice = await findNoticeByLink(deps, tx, 'notice', token)
    const { eventId } = notice
    if (eventId === null) throw new AppError('refused', texts.noRecord)
    await lockOwner(tx, notice)
    await work(tx, { ...notice, eventId })
    return showDetails(deps, tx, await findNoticeByLink(deps, tx, 'notice', token), reader)
  })
}

/** The page of a notice as this reader sees it. */
export async function showDetails(
  { env }: Deps,
  db: Db | Tx,
  notice: NoticeDetails,
  reader: Reader,
): Promise<NoticeView> {
  const isNotMe = findShownAnswer(notice, reader)?.answer === 'not-me'
  return {
    ...toNoticeView(notice, reader, env.COUNTY_TIME_ZONE),
    narrowing: await readNarrowing(db, notice, { reader, isNotMe }),
  }
}

const auditAnswer = async (tx: Tx, notice: NoticeDetails, target: string, description: string): Promise<void> =>
  writeAudit(tx, {
    type: 'NOTICE',
    subject: await findOwner(tx, notice),
    description,
    newValue: { record: notice.record?.documentId ?? '', target },
  })

export function toNoticeView(notice: NoticeDetails, reader: Reader, timeZone: string): NoticeView {
  const { record } = notice
  const given = findShownAnswer(notice, reader)
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
      under: getUnlistedRole(record?.parties ?? [], alert),
      stopped: alert.stopped,
    })),
    answer: given?.answer ?? null,
    answeredElsewhere: given !== null && given.noticeId !== notice.id,
    unsubscribed: notice.unsubscribed,
    narrowing: noNarrowing,
  }
}
