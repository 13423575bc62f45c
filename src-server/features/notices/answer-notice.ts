import type { ServerDeps } from '#server/platform/deps.ts'
import { recordOwnerActivity } from '#server/platform/owner.queries.ts'
import { AppError } from '#shared/contract/errors.ts'
import type { NoticeAnswer } from '#shared/contract/outgoing-event.ts'
import { noticeAnswerLabels } from '#shared/domain/notice/answers.ts'
import { readAnswerCause } from '#shared/node/domain/notices/answer-cause.ts'
import { readLink } from '#shared/node/domain/notices/links.ts'
import { mailReport } from '#shared/node/domain/reports/mail-report.ts'
import { withdrawReport } from '#shared/node/domain/reports/report-mail.queries.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import type { Tx } from '#shared/node/platform/database/client.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'
import type { Settings } from '#shared/settings/groups.ts'
import { type NoticeView, readShowing, showDetails } from './notice-view.ts'
import {
  deleteAnswer,
  findNotice,
  recordAnswer,
  muteByAnswer,
  findOwner,
  type NoticeDetails,
} from './notice.queries.ts'
import { findShownAnswers, type Reader } from './shown-answer.ts'

type Deps = Pick<ServerDeps, 'db' | 'env' | 'settings' | 'enqueue'>

const texts = {
  unknown: 'This link is incomplete or has expired. Please open it again from the message.',
  parcelFirst: 'This record lists a parcel in your alerts. Please tell us first whether it is yours.',
  noRecord: 'We no longer keep the record of this message.',
}

/**
 * The notice of a signed link.
 * @throws AppError `refused` for a link that is cut short, changed, or of a notice no longer kept
 */
export async function findNoticeByLink(
  tx: Tx | Deps['db'],
  { env }: Pick<Deps, 'env'>,
  purpose: 'notice' | 'unsubscribe',
  token: string,
): Promise<NoticeDetails> {
  const id = readLink(env.APP_SECRET, purpose, token)
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
  const notice = await findNoticeByLink(deps.db, deps, purpose, token)
  if (purpose === 'notice') await recordOwnerActivity(deps.db, notice.userId)
  return showDetails(deps.db, await readShowing(deps), notice, reader)
}

/** `notMyParcel`: we asked about the parcel that matched, and the reader says that it is not theirs. */
type GivenAnswer = { token: string; answer: NoticeAnswer; notMyParcel: boolean }

/**
 * Records one of the three answers; 'This is not about me' also mutes the record.
 * @throws AppError `refused` for that answer if a parcel of theirs matched and `notMyParcel` is not set
 */
export async function answerNotice(
  deps: Deps,
  reader: Reader,
  { token, answer, notMyParcel }: GivenAnswer,
): Promise<NoticeView> {
  // Read before the transaction, which must not wait for a second connection.
  const settings = await deps.settings.current()
  return change(deps, reader, token, async (tx, notice) => {
    if (answer === 'not-me' && notice.watchedParcels.length > 0 && !notMyParcel)
      throw new AppError('refused', texts.parcelFirst)
    const isOpenReport = await recordAnswer(tx, notice, answer, await readAnswerCause(tx, notice))
    await muteByAnswer(tx, notice.ownerKey, notice.eventId)
    if (isOpenReport) await emailStaff(tx, deps, settings, notice)
    else await withdrawReport(tx, notice)
    await auditAnswer(tx, notice, notice.target, `Answered a notice: ${noticeAnswerLabels[answer]}.`)
  })
}

/** The email is a row like the answer itself: it goes out even if this process ends now. */
async function emailStaff(
  tx: Tx,
  { enqueue }: Deps,
  settings: Settings,
  { ownerKey, eventId, id, record }: NoticeDetails & { eventId: number },
): Promise<void> {
  const report = { ownerKey, eventId, noticeId: id, documentId: record?.documentId ?? '' }
  if (await mailReport(tx, settings, report)) await enqueue(tx, 'wakeDelivery', {})
}

/** Takes back the answer that the page shows as the reader's own. */
export async function undoAnswer(deps: Deps, reader: Reader, token: string): Promise<NoticeView> {
  return change(deps, reader, token, async (tx, notice) => {
    const { given } = findShownAnswers(notice, reader)
    if (!given) return
    await deleteAnswer(tx, given.noticeId)
    await withdrawReport(tx, notice)
    await muteByAnswer(tx, notice.ownerKey, notice.eventId)
    await auditAnswer(tx, notice, given.target, 'Took back the answer to a notice.')
  })
}

async function change(
  deps: Deps,
  reader: Reader,
  token: string,
  work: (tx: Tx, notice: NoticeDetails & { eventId: number }) => Promise<void>,
): Promise<NoticeView> {
  const showing = await readShowing(deps)
  return inTransaction(deps.db, async (tx) => {
    const notice = await findNoticeByLink(tx, deps, 'notice', token)
    const { eventId } = notice
    if (eventId === null) throw new AppError('refused', texts.noRecord)
    await lockOwner(tx, notice)
    await work(tx, { ...notice, eventId })
    return showDetails(tx, showing, await findNoticeByLink(tx, deps, 'notice', token), reader)
  })
}

const auditAnswer = async (tx: Tx, notice: NoticeDetails, target: string, description: string): Promise<void> =>
  writeAudit(tx, {
    type: 'NOTICE',
    subject: await findOwner(tx, notice),
    description,
    newValue: { record: notice.record?.documentId ?? '', target },
  })
