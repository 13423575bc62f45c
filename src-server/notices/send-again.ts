import { AppError } from '#shared/contract/errors.ts'
import { messages } from '#shared/contract/messages.ts'
import { rights } from '#shared/contract/roles.ts'
import { writeAudit } from '#shared/node/audit.queries.ts'
import { sendAgain } from '#shared/node/notice.queries.ts'
import { lockFailed } from '../monitoring/trouble.queries.ts'
import type { UserContext } from '../trpc/context.ts'

/**
 * Sends a failed message again, from the beginning of the retry schedule (decisions, section 8). Whether it may still
 * be sent is asked anew before the call, as with any other.
 * @throws AppError missing where it is no failed message of somebody whom the caller may see
 */
export async function sendNoticeAgain(ctx: UserContext, noticeId: number): Promise<void> {
  const { db, user, address, enqueue } = ctx
  await db.transaction().execute(async (tx) => {
    const notice = await lockFailed(tx, noticeId, rights[user.role].manages)
    if (!notice || !(await sendAgain(tx, noticeId))) throw new AppError('missing', messages.notFound)
    await writeAudit(tx, {
      type: 'NOTICE',
      actor: user,
      subject: notice.userId === null ? null : { id: notice.userId },
      description: `Sent message ${noticeId} again`,
      address,
    })
    await enqueue(tx, 'wakeDelivery', {})
  })
}
