import type { NoticeAnswer } from '#shared/contract/alert.ts'
import { AppError } from '#shared/contract/errors.ts'
import type { Match } from '#shared/contract/match.ts'
import { messages } from '#shared/contract/messages.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import type { Tx } from '#shared/node/platform/database/client.ts'
import { readLink, signLink } from '#shared/node/domain/notices/links.ts'
import { formatRecordedAt } from '#shared/domain/dates.ts'
import { noticeAnswerLabels } from '#shared/domain/notice/answers.ts'
import { oneLine } from '#shared/domain/notice/one-line.ts'
import { parsePhone, formatPhone } from '#shared/domain/phone.ts'
import {
  type ShortList,
  type NamedParty,
  listParcels,
  listParties,
  type PartyRole,
  getUnlistedRole,
} from '#shared/domain/notice/record-parts.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import {
  dropAnswer,
  findNotice,
  keepAnswer,
  muteRecord,
  ownerOf,
  ownerIsActive,
  type ToldNotice,
  unmuteRecord,
  wasSentTo,
} from './notice.queries.ts'

type Deps = Pick<ServerDeps, 'db' | 'env'>

const texts = {
  unknown: 'This link is not complete, or is no longer kept.  Please open it again from the message.',
  parcelFirst: 'This record lists a parcel of your alerts.  Please say first whether it is yours.',
  noRecord: 'The record of this message is no longer kept.',
}

/** What the page of a notice shows. Who holds the link got the message: it says no more than that did. */
export type NoticeView = {
  channel: 'EMAIL' | 'PHONE'
  target: string
  documentIdentifier: string
  documentDescription: string
  recordedTimestampFormatted: string
  documentUrl: string
  /** Who is on the record, and which parcels: as many as the email names. */
  parties: ShortList<NamedParty>
  parcels: ShortList<string>
  /**
   * Asked before 'This is not about me': a deed may name a stranger on a parcel that its owner watches. Null where no
   * parcel alert of theirs met the record.
   */
  parcelQuestion: { parcels: ShortList<string>; legalDescription: string } | null
  alerts: {
    id: number | null
    name: string
    criteria: string
    alertType: string | null
    recordRaw: string
    /** What of the record it met. */
    field: Match['field']
    /** What the record calls the name that it met, where `parties` does not go so far. */
    under: PartyRole | null
    sentence: string
    stopped: boolean
  }[]
  answer: NoticeAnswer | null
  /** The answer was given to another message of the record; its owner alone is shown that. */
  answeredElsewhere: boolean
  unsubscribed: boolean
}

/**
 * The notice that a signed link is of.
 * @throws AppError `refused` for a link that is cut short, changed, or of a notice no longer kept
 */
export async function noticeOf(
  deps: Deps,
  tx: Tx | Deps['db'],
  purpose: 'notice' | 'unsubscribe',
  token: string,
): Promise<ToldNotice> {
  const id = readLink(deps.env.APP_SECRET, purpose, token)
  const notice = id === null ? undefined : await findNotice(tx, id)
  if (!notice) throw unknown()
  return notice
}

const unknown = () => new AppError('refused', texts.unknown)

/**
 * Holds the owner's account until the transaction ends, before anything of it is written.
 * @throws AppError `refused`, as for a link that is no longer kept, where the account was deleted just now
 */
export async function holdOwner(tx: Tx, { userId }: ToldNotice): Promise<void> {
  if (!(await ownerIsActive(tx, userId))) throw unknown()
}

/** Who opens a page: the user who is signed in, if one is. */
type Reader = { id: number } | null

/** Who holds the link of a message to the account's own email or phone is its owner, as who is signed in is. */
function isOwner({ userId, channel, target, ownerEmail, ownerPhone }: ToldNotice, reader: Reader): boolean {
  if (userId === null) return false
  if (reader?.id === userId) return true
  if (channel === 'EMAIL') return ownerEmail?.toLowerCase() === target.toLowerCase()
  const own = parsePhone(ownerPhone ?? '', true)
  return 'number' in own && own.number === target
}

/**
 * The answer that a page shows: that to its own message, else, as in the history, that to another message of the
 * record. The latter would tell others more than their message did: whom else the owner wants told, and what they say.
 */
function answerGiven(notice: ToldNotice, reader: Reader): ToldNotice['elsewhere'] {
  const { id, target, answer, elsewhere } = notice
  if (answer !== null) return { noticeId: id, target, answer }
  return isOwner(notice, reader) ? elsewhere : null
}

/**
 * What was told, by either link of a message. Changes nothing but that its reader was there, where it is the link to
 * the record: the purge spares who only reads.
 */
export async function showNotice(deps: Deps, token: string, reader: Reader): Promise<NoticeView> {
  const purpose = readLink(deps.env.APP_SECRET, 'notice', token) === null ? 'unsubscribe' : 'notice'
  const notice = await noticeOf(deps, deps.db, purpose, token)
  if (purpose === 'notice') await ownerIsActive(deps.db, notice.userId)
  return viewOf(notice, reader, deps.env.COUNTY_TIME_ZONE)
}

/**
 * The token of a notice that this user was sent, as its message carries it.
 * @throws AppError `missing` for one that is another's, or that no message was sent of
 */
export async function ownToken({ db, env }: Deps, userId: number, noticeId: number): Promise<string> {
  if (!(await wasSentTo(db, userId, noticeId))) throw new AppError('missing', messages.notFound)
  return signLink(env.APP_SECRET, 'notice', noticeId)
}

/** `notMyParcel`: the reader was asked about the parcel that matched, and says that it is not theirs. */
export type GivenAnswer = { answer: NoticeAnswer; notMyParcel: boolean }

/**
 * Keeps one of the three answers; 'This is not about me' also mutes the record (decisions, section 8).
 * @throws AppError `refused` for that one where a parcel of theirs matched and `notMyParcel` is not said
 */
export async function answerNotice(
  deps: Deps,
  token: string,
  { answer, notMyParcel }: GivenAnswer,
  reader: Reader,
): Promise<NoticeView> {
  return change(deps, token, reader, async (tx, notice) => {
    if (answer === 'not-me' && notice.watchedParcels.length > 0 && !notMyParcel)
      throw new AppError('refused', texts.parcelFirst)
    await keepAnswer(tx, notice, answer)
    if (answer === 'not-me') await muteRecord(tx, notice.ownerKey, notice.eventId)
    else await unmuteRecord(tx, notice.ownerKey, notice.eventId)
    await auditAnswer(tx, notice, notice.target, `A notice was answered: ${noticeAnswerLabels[answer]}.`)
  })
}

/** Takes the answer back that the page shows, as if it had not been given. */
export async function undoAnswer(deps: Deps, token: string, reader: Reader): Promise<NoticeView> {
  return change(deps, token, reader, async (tx, notice) => {
    const given = answerGiven(notice, reader)
    if (!given) return
    await dropAnswer(tx, given.noticeId)
    await unmuteRecord(tx, notice.ownerKey, notice.eventId)
    await auditAnswer(tx, notice, given.target, 'The answer to a notice was taken back.')
  })
}

async function change(
  deps: Deps,
  token: string,
  reader: Reader,
  work: (tx: Tx, notice: ToldNotice & { eventId: number }) => Promise<void>,
): Promise<NoticeView> {
  return deps.db.transaction().execute(async (tx) => {
    const notice = await noticeOf(deps, tx, 'notice', token)
    const { eventId } = notice
    if (eventId === null) throw new AppError('refused', texts.noRecord)
    await holdOwner(tx, notice)
    await work(tx, { ...notice, eventId })
    return viewOf(await noticeOf(deps, tx, 'notice', token), reader, deps.env.COUNTY_TIME_ZONE)
  })
}

const auditAnswer = async (tx: Tx, notice: ToldNotice, target: string, description: string): Promise<void> =>
  writeAudit(tx, {
    type: 'NOTICE',
    subject: await ownerOf(tx, notice),
    description,
    newValue: { record: notice.record?.documentId ?? '', target },
  })

export function viewOf(notice: ToldNotice, reader: Reader, timeZone: string): NoticeView {
  const { record } = notice
  const given = answerGiven(notice, reader)
  return {
    channel: notice.channel,
    target: notice.channel === 'PHONE' ? formatPhone(notice.target) : notice.target,
    documentIdentifier: oneLine(record?.documentId ?? ''),
    documentDescription: oneLine(record?.documentDescription || record?.documentType || ''),
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
        ? { parcels: listParcels(notice.watchedParcels), legalDescription: oneLine(record.legalDescription) }
        : null,
    alerts: notice.alerts.map(({ alertId, fieldIndex, role, ...alert }) => ({
      id: alertId,
      ...alert,
      recordRaw: oneLine(alert.recordRaw),
      sentence: oneLine(alert.sentence),
      under: getUnlistedRole(record?.parties ?? [], { ...alert, fieldIndex, role }),
    })),
    answer: given?.answer ?? null,
    answeredElsewhere: given !== null && given.noticeId !== notice.id,
    unsubscribed: notice.unsubscribed,
  }
}
