import { AppError } from '#shared/contract/errors.ts'
import { messages } from '#shared/contract/messages.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import type { Tx } from '#shared/node/platform/database/client.ts'
import type { NoticeState } from '#shared/node/platform/database/types.ts'
import { hindrances } from '#shared/node/domain/notices/skip-reasons.ts'
import { sendAgain } from '#shared/node/domain/notices/notice.queries.ts'
import { formatPhone } from '#shared/domain/phone.ts'
import { countOrRefuse } from '#server/platform/throttle.queries.ts'
import type { UserContext } from '#server/trpc/context.ts'
import { visibleUser } from '#server/platform/visible-user.ts'
import { addressHindrance, type LockedNotice, lockNotice } from './notice.queries.ts'

/** What a provider has had already: the reader may get it twice. */
const repeated: readonly NoticeState[] = ['accepted', 'delivered']
/** What did not reach anybody and, for alerts, what did. */
const ended: readonly NoticeState[] = ['failed', 'cancelled', ...repeated]

const texts = {
  onlyFailed: 'Only a message that failed can be sent again.',
  onlyEnded: 'This message is on its way already.',
  sentMeanwhile: 'This message was already accepted.  Choose Send again once more to repeat it.',
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
export async function sendNoticeAgain(
  ctx: UserContext,
  { noticeId, ofUser, evenIfSent = false }: Again,
): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const notice = await lockNotice(tx, noticeId)
    if (!notice || (ofUser !== undefined && notice.userId !== ofUser)) throw new AppError('missing', messages.notFound)
    const subject = notice.userId === null ? null : await visibleUser({ db: tx, user: ctx.user }, notice.userId)
    const alert = notice.kind === 'match' && ofUser !== undefined
    if (alert) await refuseAlert(tx, noticeId, notice.state, evenIfSent)
    const twice = repeated.includes(notice.state)
    if (!(await sendAgain(tx, noticeId, alert ? ended : ['failed']))) throw new AppError('refused', texts.onlyFailed)
    if (twice) await countOrRefuse(tx, ctx.env.APP_SECRET, 'repeats', notice.target.toLowerCase())
    await writeAudit(tx, {
      type: 'NOTICE',
      actor: ctx.user,
      subject,
      description: described(notice),
      oldValue: { notice: noticeId, state: notice.state },
      newValue: { notice: noticeId, state: 'waiting' },
      address: ctx.address,
    })
    await ctx.enqueue(tx, 'wakeDelivery', {})
  })
}

/** For the audit report: which message, to whom, and what had become of it. */
function described({ kind, documentId, channel, target, state, reason }: LockedNotice): string {
  const what = kind === 'match' ? `The notice of document ${documentId ?? '(gone)'}` : 'A message'
  const before = state === 'failed' ? 'had failed' : `had been ${state}`
  const why = reason && `: ${reason.replace(/\.$/, '')}`
  return `${what} to ${channel === 'PHONE' ? formatPhone(target) : target} was sent again by staff. It ${before}${why}.`
}

async function refuseAlert(tx: Tx, noticeId: number, state: NoticeState, evenIfSent: boolean): Promise<void> {
  if (!ended.includes(state)) throw new AppError('refused', texts.onlyEnded)
  if (repeated.includes(state) && !evenIfSent) throw new AppError('refused', texts.sentMeanwhile)
  const hindrance = state === 'failed' ? null : await addressHindrance(tx, noticeId)
  if (hindrance) throw new AppError('refused', hindrances[hindrance])
}
