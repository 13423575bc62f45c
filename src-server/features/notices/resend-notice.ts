import type { Actor } from '#server/platform/actor.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import { countOrThrow } from '#server/platform/throttle/throttle.queries.ts'
import { findVisibleUser } from '#server/platform/visible-user.ts'
import { AppError } from '#shared/contract/errors.ts'
import { messages } from '#shared/contract/messages.ts'
import { skipReasons } from '#shared/domain/notice/skip-reasons.ts'
import { formatTarget } from '#shared/domain/recipient/format-target.ts'
import { requeueNotice } from '#shared/node/domain/notices/notice.queries.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import type { Tx } from '#shared/node/platform/database/client.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'
import type { NoticeState } from '#shared/node/platform/database/types/notices.ts'
import { findAddressSkipReason, type LockedNotice, lockNotice } from './notice.queries.ts'

/** A provider has already accepted it: the reader may get it twice. */
const repeated: readonly NoticeState[] = ['accepted', 'delivered']
/** States from which an alert may be resent. */
const ended: readonly NoticeState[] = ['failed', 'cancelled', ...repeated]

const texts = {
  onlyFailed: 'You can only send a failed message again.',
  onlyEnded: 'This message is already on its way.',
  sentMeanwhile: 'The provider already accepted this message. To send it anyway, choose Resend again.',
}

type Again = {
  noticeId: number
  /** The user whose page asks, who must own the notice: there, any finished alert may be resent. */
  ofUser?: number
  /** The caller knows that it was accepted before. */
  evenIfSent?: boolean
}

/**
 * Resends a message, from the start of the retry schedule: one that failed; and from a user's page, any finished alert.
 * As for any other, delivery rechecks before the call whether it may still be sent.
 * @throws AppError `missing` if it is no message of a user whom the caller may see; `refused` if it may not be resent;
 *   `tooMany` for one address
 */
export async function resendNotice(
  deps: ServerDeps,
  actor: Actor,
  { noticeId, ofUser, evenIfSent = false }: Again,
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const notice = await lockNotice(tx, noticeId)
    if (!notice || (ofUser !== undefined && notice.userId !== ofUser)) throw new AppError('missing', messages.notFound)
    const subject = notice.userId === null ? null : await findVisibleUser(tx, actor, notice.userId)
    const alert = notice.kind === 'match' && ofUser !== undefined
    if (alert) await assertAlertResendable(tx, noticeId, notice.state, evenIfSent)
    const twice = repeated.includes(notice.state)
    if (!(await requeueNotice(tx, noticeId, alert ? ended : ['failed'])))
      throw new AppError('refused', texts.onlyFailed)
    if (twice) await countOrThrow(tx, deps.env.APP_SECRET, 'repeats', notice.target.toLowerCase())
    await writeAudit(tx, {
      type: 'NOTICE',
      actor,
      subject,
      description: describeResend(notice),
      oldValue: { notice: noticeId, state: notice.state },
      newValue: { notice: noticeId, state: 'waiting' },
      address: actor.address,
    })
    await deps.enqueue(tx, 'wakeDelivery', {})
  })
}

/** For the audit report: which message, to whom, and what had happened to it. */
function describeResend({ kind, documentId, channel, target, state, reason }: LockedNotice): string {
  const what = kind === 'match' ? `the notice of document ${documentId ?? '(gone)'}` : 'a message'
  const before = state === 'failed' ? 'had failed' : `had been ${state === 'cancelled' ? 'canceled' : state}`
  const why = reason && `: ${reason.replace(/\.$/, '')}`
  return `Staff resent ${what} to ${formatTarget(channel, target)}. It ${before}${why}.`
}

async function assertAlertResendable(tx: Tx, noticeId: number, state: NoticeState, evenIfSent: boolean): Promise<void> {
  if (!ended.includes(state)) throw new AppError('refused', texts.onlyEnded)
  if (repeated.includes(state) && !evenIfSent) throw new AppError('refused', texts.sentMeanwhile)
  const skipReason = state === 'failed' ? null : await findAddressSkipReason(tx, noticeId)
  if (skipReason) throw new AppError('refused', skipReasons[skipReason].staff)
}
