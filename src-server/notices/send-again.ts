import { AppError } from '#shared/contract/errors.ts'
import { messages } from '#shared/contract/messages.ts'
import { writeAudit } from '#shared/node/audit.queries.ts'
import { sendAgain } from '#shared/node/notice.queries.ts'
import type { UserContext } from '../trpc/context.ts'
import { visibleUser } from '../users/visible-user.ts'
import { lockNotice } from './notice.queries.ts'

/**
 * Sends a failed message again, from the beginning of the retry schedule (decisions, section 8). Whether it may still
 * be sent is asked anew before the call, as with any other.
 * @param ofUser whose it must be, where it is sent from the page of a user
 * @throws AppError `missing` where it is no message of somebody whom the caller may see; `refused` where it did not fail
 */
export async function sendNoticeAgain(
  ctx: UserContext,
  { noticeId, ofUser }: { noticeId: number; ofUser?: number },
): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const notice = await lockNotice(tx, noticeId)
    if (!notice || (ofUser !== undefined && notice.userId !== ofUser)) throw new AppError('missing', messages.notFound)
    const subject = notice.userId === null ? null : await visibleUser({ db: tx, user: ctx.user }, notice.userId)
    if (!(await sendAgain(tx, noticeId))) throw new AppError('refused', 'Only a message that failed can be sent again.')
    await writeAudit(tx, {
      type: 'NOTICE',
      actor: ctx.user,
      subject,
      description: 'A failed message was sent again by staff.',
      oldValue: { notice: noticeId, state: notice.state, reason: notice.reason },
      newValue: { channel: notice.channel, target: notice.target },
      address: ctx.address,
    })
    await ctx.enqueue(tx, 'wakeDelivery', {})
  })
}
