import { type RawBuilder, sql } from 'kysely'
import type { Channel } from '#shared/contract/alert.ts'
import type { Db, Tx } from '#shared/node/platform/database/client.ts'
import type { NoticeKind, NoticeState } from '#shared/node/platform/database/types/notices.ts'
import type { NoticeTemplate, NoticeTemplates } from './notice-templates.ts'

/** Priority 0 (column `priority`): a person is waiting for the message. Notices about records have priority 1. */
const interactivePriority = 0
/**
 * Weekly emails wait for all other messages, also for letters before a purge. Workers of a version without them claim
 * priorities up to 9, so that during an upgrade none takes a message that it could not write.
 */
export const weeklyPriority = 10

/** SQL: the priority of a notice by its kind. */
export const priorityOfKind = (kind: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`case ${kind} when 'match' then 1 when 'weekly' then ${sql.lit(weeklyPriority)} else ${sql.lit(interactivePriority)} end`

type NewNotice<T extends NoticeTemplate> = {
  kind: Exclude<NoticeKind, 'match' | 'weekly'>
  template: T
  channel: Channel
  /** An email address, or E.164. */
  target: string
  userId: number | null
  /** The owner. If absent: `user_id`, or minus the recipient's id for an address without an owner. */
  ownerKey?: number
  recipientId?: number
  /** The data that the template needs in addition to the rows it reads; never a secret. */
  data: NoticeTemplates[T]
}

/**
 * Queues a message: inserts its notice and its delivery row, in the caller's transaction. The caller enqueues
 * `wakeDelivery` in the same transaction; without that job the worker finds the row within 10 s.
 * @returns the notice's id
 */
export async function queueNotice<T extends NoticeTemplate>(tx: Db | Tx, notice: NewNotice<T>): Promise<number> {
  const row = await tx
    .with('made', (cte) =>
      cte
        .insertInto('notice')
        .values({
          kind: notice.kind,
          template: notice.template,
          user_id: notice.userId,
          owner_key: notice.ownerKey ?? notice.userId ?? -(notice.recipientId ?? 0),
          channel: notice.channel,
          recipient_id: notice.recipientId ?? null,
          target: notice.target,
          data: JSON.stringify(notice.data),
        })
        .returning('id'),
    )
    .insertInto('delivery')
    .columns(['notice_id', 'priority'])
    .expression((eb) =>
      eb.selectFrom('made').select(['made.id as notice_id', sql.lit(interactivePriority).as('priority')]),
    )
    .returning('notice_id')
    .executeTakeFirstOrThrow()
  return row.notice_id
}

/**
 * The provider's last report about a notice before it is resent; null if the provider never accepted it. A notice that
 * failed after it was accepted has bounced; but if the provider refused only its resend, the earlier report remains.
 */
const earlier = sql<'accepted' | 'delivered' | 'failed' | null>`
  case when state in ('accepted', 'delivered') then state
    when state_before_resend in ('accepted', 'delivered') then state_before_resend
    when accepted_at is not null then 'failed'
    else state_before_resend end`

/**
 * A killed worker may leave attempts unrecorded, and a paused worker may hold claims that another has ended. A resend,
 * or a restored work row, skips their numbers: a late report or outcome of such an attempt must not be mistaken for its
 * own.
 */
export const unwrittenAttempts = 1_000

/**
 * Resends a notice, from the start of the retry schedule. A notice that a provider accepted before keeps that time, so
 * that the resend, and then the notice itself, is marked as a possible duplicate.
 * @param from the states that it may be in
 * @returns false if it is in another state
 */
export async function requeueNotice(tx: Tx, noticeId: number, from: readonly NoticeState[]): Promise<boolean> {
  return (await requeueNotices(tx, [noticeId], from)) > 0
}

/** Resends many notices in the same way. Returns how many. */
export async function requeueNotices(tx: Tx, noticeIds: number[], from: readonly NoticeState[]): Promise<number> {
  const { rows } = await sql<{ queued: number }>`
    with again as (
      update notice set state = 'waiting', reason = '', ended_at = null, given_up = false,
        accepted_at = case when ${earlier} in ('accepted', 'delivered') then accepted_at end,
        state_before_resend = ${earlier},
        resent_after = ${unwrittenAttempts}::int + greatest(resent_after, (
          select max(attempt) from notice_attempt a where a.notice_id = notice.id), 0)
      where id = any(${noticeIds}::bigint[]) and state = any(${[...from]}::text[])
      returning id, kind, resent_after),
    -- Attempt numbers continue: each has one row in notice_attempt.
    due as (
      insert into delivery (notice_id, priority, fence)
      select id, ${priorityOfKind(sql`kind`)}, resent_after from again
      on conflict (notice_id) do nothing)
    select count(*)::int as queued from again`.execute(tx)
  return rows[0]?.queued ?? 0
}
