import { toLimitOffset } from '#shared/contract/paging.ts'
import { formatTime } from '#shared/domain/dates.ts'
import { oneLine } from '#shared/domain/notice/one-line.ts'
import { formatPhone } from '#shared/domain/phone.ts'
import type { UserContext } from '#server/trpc/context.ts'
import { visibleUser } from '#server/platform/visible-user.ts'
import { countMessages, messagesOf, type SentMessage } from './support.queries.ts'

/** A message as the support desk shows it; times are the county's. */
export type UserMessage = Omit<
  SentMessage,
  'kind' | 'template' | 'documentId' | 'createdAt' | 'acceptedAt' | 'nextAttemptAt'
> & {
  /** Names what it says: 'match' for a notice, else its template. */
  what: string
  /** Of the record that a notice tells of, or ''. */
  documentId: string
  createdFormatted: string
  /** '' until the provider has it. */
  sentFormatted: string
  /** '' unless it waits. */
  nextTryFormatted: string
}

/**
 * What a user was sent, is to be sent, or could not be sent, the latest first.
 * @throws AppError `missing` for a user whom the caller may not see
 */
export async function userMessages(
  ctx: UserContext,
  { userId, page }: { userId: number; page: number },
): Promise<{ messages: UserMessage[]; total: number }> {
  await visibleUser(ctx, userId)
  const zone = ctx.env.COUNTY_TIME_ZONE
  const [rows, total] = await Promise.all([
    messagesOf(ctx.db, userId, toLimitOffset(page)),
    countMessages(ctx.db, userId),
  ])
  return {
    total,
    messages: rows.map(({ createdAt, acceptedAt, nextAttemptAt, kind, template, ...row }) => ({
      ...row,
      what: kind === 'match' ? 'match' : template,
      documentId: oneLine(row.documentId ?? ''),
      target: row.channel === 'PHONE' ? formatPhone(row.target) : row.target,
      createdFormatted: formatTime(createdAt, zone),
      sentFormatted: formatTime(acceptedAt, zone),
      nextTryFormatted: formatTime(nextAttemptAt, zone),
    })),
  }
}
