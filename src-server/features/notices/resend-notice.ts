import { AppError } from '#shared/contract/errors.ts'
import { messages } from '#shared/contract/messages.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import type { Tx } from '#shared/node/platform/database/client.ts'
import type { NoticeState } from '#shared/node/platform/database/types.ts'
import { skipReasons } from '#shared/node/domain/notices/skip-reasons.ts'
import { requeueNotice } from '#shared/node/domain/notices/notice.queries.ts'
import { showPhone } from '#shared/domain/phone.ts'
import { countOrThrow } from '#server/platform/throttle.queries.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import { findVisibleUser } from '#server/platform/visible-user.ts'
import { addressHindrance, type LockedNotice, lockNotice } from './notice.queries.ts'

/** What a provider has had already: the reader may get it twice. */
const repeated: readonly NoticeState[] = ['accepted', 'delivered']
/** What did not reach anybody and, for alerts, what did. */
const ended: readonly NoticeState[] = ['failed', 'cancelled', ...repeated]

const texts = {
  onlyFailed: 'You can only send a failed message again.',
  onlyEnded: 'This message is already on its way.',
  sentMeanwhile: 'The provider already accepted this message. Choose Send again once more to repeat it.',
}

type Again = {
  noticeId: number
  /** Whose it must be, where it is sent from the page of a user: then any alert that has come to its end may go again. */
  ofUser?: number
  /** That it was accepted before is known to who asks. */
  evenIfSent?: boolean
}

/**
 * Sends a message again, from the beginning of the retry schedule (decisions, section 8): one that failed; and to a
 * user whose page this is, any alert that has come to its end. Whether it may still be sent is asked anew before the
 * call, as with any other.
 * @throws AppError `missing` where it is no message of somebody whom the caller may see; `refused` where it may not go
 *   again; `tooMany` for one address
 */
export async function resendNotice(
  deps: ServerDeps,
  actor: Actor,
  { noticeId, ofUser, evenIfSent = false }: Again,
): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
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

/** For the audit report: which message, to whom, and what had become of it. */
function describeResend({ kind, documentId, channel, target, state, reason }: LockedNotice): string {
  const what = kind === 'match' ? `the notice of document ${documentId ?? '(gone)'}` : 'a message'
  const before = state === 'failed' ? 'had failed' : `had been ${state === 'cancelled' ? 'canceled' : state}`
  const why = reason && `: ${reason.replace(/\.$/, '')}`
  return `Staff resent ${what} to ${channel === 'PHONE' ? showPhone(target) : target}. It ${before}${why}.`
}

async function assertAlertResendable(tx: Tx, noticeId: number, state: NoticeState, evenIfSent: boolean): Promise<void> {
  if (!ended.includes(state)) throw new AppError('refused', texts.onlyEnded)
  if (repeated.includes(state) && !evenIfSent) throw new AppError('refused', texts.sentMeanwhile)
  const hindrance = state === 'failed' ? null : await addressHindrance(tx, noticeId)
  if (hindrance) throw new AppError('refused', skipReasons[hindrance])
}
