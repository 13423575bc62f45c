import type { Channel } from '#shared/contract/alert.ts'
import { AppError } from '#shared/contract/errors.ts'
import { messages } from '#shared/contract/messages.ts'
import { windowOf } from '#shared/contract/paging.ts'
import { writeAudit } from '#shared/node/audit.queries.ts'
import type { NoticeState } from '#shared/node/db/types.ts'
import { sendAgain } from '#shared/node/notice.queries.ts'
import { formatTime } from '#shared/rules/dates.ts'
import { showPhone } from '#shared/rules/phone.ts'
import type { UserContext } from '../trpc/context.ts'
import { visibleUser } from '../users/visible-user.ts'
import { countMessages, lockMessage, messagesOf } from './support.queries.ts'

/** A message as the support desk shows it; times are the county's. */
export type UserMessage = {
  id: number
  /** Names what it says: 'match' for a notice, else its template. */
  what: string
  /** Of the record that a notice tells of, or ''. */
  documentId: string
  channel: Channel
  target: string
  state: NoticeState
  /** Why it failed, waits or was cancelled, or ''. */
  reason: string
  possiblyTwice: boolean
  insteadOfText: boolean
  createdFormatted: string
  /** '' until the provider has it. */
  sentFormatted: string
  /** '' unless it waits. */
  nextTryFormatted: string
}

/**
 * What a user was sent, or is to be sent, the latest first.
 * @throws AppError `missing` for a user whom the caller may not see
 */
export async function userMessages(
  ctx: UserContext,
  { userId, page }: { userId: number; page: number },
): Promise<{ messages: UserMessage[]; total: number }> {
  await visibleUser(ctx, userId)
  const zone = ctx.env.COUNTY_TIME_ZONE
  const [rows, total] = await Promise.all([messagesOf(ctx.db, userId, windowOf(page)), countMessages(ctx.db, userId)])
  return {
    total,
    messages: rows.map(({ createdAt, acceptedAt, nextAttemptAt, kind, template, ...row }) => ({
      ...row,
      what: kind === 'match' ? 'match' : template,
      documentId: row.documentId ?? '',
      target: row.channel === 'PHONE' ? showPhone(row.target) : row.target,
      createdFormatted: formatTime(createdAt, zone),
      sentFormatted: formatTime(acceptedAt, zone),
      nextTryFormatted: formatTime(nextAttemptAt, zone),
    })),
  }
}

/**
 * Sends a user's failed message again; what it may go to is checked anew before the send.
 * @throws AppError `missing`; `refused` for one that did not fail
 */
export async function sendMessageAgain(
  ctx: UserContext,
  { userId, noticeId }: { userId: number; noticeId: number },
): Promise<void> {
  const subject = await visibleUser(ctx, userId)
  await ctx.db.transaction().execute(async (tx) => {
    const message = await lockMessage(tx, userId, noticeId)
    if (!message) throw new AppError('missing', messages.notFound)
    if (!(await sendAgain(tx, noticeId))) throw new AppError('refused', 'Only a message that failed can be sent again.')
    await writeAudit(tx, {
      type: 'NOTICE',
      actor: ctx.user,
      subject,
      description: 'A failed message was sent again by staff.',
      oldValue: { notice: noticeId, state: message.state, reason: message.reason },
      newValue: { channel: message.channel, target: message.target },
      address: ctx.address,
    })
    await ctx.enqueue(tx, 'wakeDelivery', {})
  })
}
