import type { Actor } from '#server/platform/actor.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import { findVisibleUser } from '#server/platform/visible-user.ts'
import { type DeliveryState, toDeliveryState } from '#shared/contract/delivery-state.ts'
import { toLimitOffset } from '#shared/contract/paging.ts'
import type { RecordProperties } from '#shared/contract/record-property.ts'
import { formatTime } from '#shared/domain/dates.ts'
import { toSingleLine } from '#shared/domain/notice/single-line.ts'
import { formatTarget } from '#shared/domain/recipient/format-target.ts'
import { describeRows } from '#shared/node/domain/notices/describe-properties.ts'
import { countMessages, listMessages, type SentMessage } from './support.queries.ts'

/** A message as the support desk shows it; times are in the county's zone. */
export type UserMessage = Omit<
  SentMessage,
  'state' | 'kind' | 'template' | 'documentId' | 'recordParcels' | 'createdAt' | 'acceptedAt' | 'nextAttemptAt'
> &
  RecordProperties & {
    state: DeliveryState
    /** 'match' for a notice, otherwise the message's template. */
    what: string
    /** The record of a notice, or ''. */
    documentId: string
    createdFormatted: string
    /** '' until the provider accepts it. */
    sentFormatted: string
    /** '' unless it waits. */
    nextTryFormatted: string
  }

/**
 * Messages that we sent, will send, or could not send to a user, the latest first.
 * @throws AppError `missing` for a user whom the caller may not see
 */
export async function listUserMessages(
  deps: ServerDeps,
  actor: Actor,
  { userId, page }: { userId: number; page: number },
): Promise<{ messages: UserMessage[]; total: number }> {
  await findVisibleUser(deps.db, actor, userId)
  const zone = deps.env.COUNTY_TIME_ZONE
  const [rows, total] = await Promise.all([
    listMessages(deps.db, userId, toLimitOffset(page)),
    countMessages(deps.db, userId),
  ])
  const described = await describeRows(deps.db, rows)
  return {
    total,
    messages: described.map(({ createdAt, acceptedAt, nextAttemptAt, kind, template, ...row }) => ({
      ...row,
      state: toDeliveryState(row.state),
      what: kind === 'match' ? 'match' : template,
      documentId: toSingleLine(row.documentId ?? ''),
      target: formatTarget(row.channel, row.target),
      createdFormatted: formatTime(createdAt, zone),
      sentFormatted: formatTime(acceptedAt, zone),
      nextTryFormatted: formatTime(nextAttemptAt, zone),
    })),
  }
}
