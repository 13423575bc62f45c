import { type RawBuilder, sql } from 'kysely'
import { priorityOfKind } from '#shared/node/domain/notices/notice.queries.ts'
import type { Db, Tx } from '#shared/node/platform/database/client.ts'
import { sinceFirstCallMs } from './schedule.queries.ts'

export type RefusedNotice = { id: number; calls: number; sinceFirstMs: number }

/** After this many different recipients in a row, refused alike, the cause is the sender. */
const recipientsInARow = 5

/**
 * SQL: kinds of refusals that concern the sender: since the provider last accepted a message, or since the last message
 * that arrived was sent if it refuses by report, so many different recipients were refused alike. Emails must have gone to
 * more than one domain, or the one that refuses them may be theirs.
 */
const senderRuns = (refusals = sql`refusal`) => sql`
  select r.channel, r.refused_for, r.reported from ${refusals} r join notice n on n.id = r.notice_id
  group by r.channel, r.refused_for, r.reported
  having count(distinct lower(n.target)) >= ${recipientsInARow}
    and (r.channel = 'PHONE' or count(distinct split_part(lower(n.target), '@', 2)) > 1)`

/**
 * SQL: ends the rows of refusals on these channels that came before a call began that was accepted, or whose message
 * arrived. Those that concern the sender stay until their notices wait again, which a worker sees to just after it
 * recorded them, or the sweep.
 * @param calledAt SQL: when that call began
 * @param reported whether it ends the refusals that came in reports: an accepted call says nothing of those
 */
export const endRuns = (
  channels: RawBuilder<unknown>,
  calledAt: RawBuilder<unknown>,
  { reported = false }: { reported?: boolean } = {},
) => sql`
    before_call as (
      select * from refusal where channel = any(${channels}) and refused_at < ${calledAt} and reported = ${sql.lit(reported)}),
    run_ended as (
      delete from refusal where notice_id in (
        select notice_id from before_call b
        where b.is_final or (select state from notice where id = b.notice_id) is distinct from 'failed'
          or not b.is_of_sender and (b.channel, b.refused_for, b.reported) not in (${senderRuns(sql`before_call`)})))`

/** Marks the refusals that concern the sender, and locks the notices that they ended. */
export async function lockWronglyEnded(tx: Tx): Promise<RefusedNotice[]> {
  await sql`
    update refusal set is_of_sender = true from (${senderRuns()}) run
    where refusal.channel = run.channel and refusal.refused_for = run.refused_for
      and refusal.reported = run.reported and not is_of_sender`.execute(tx)
  const { rows } = await sql<RefusedNotice>`
    with ended as (
      select n.id from notice n join refusal r on r.notice_id = n.id
      where r.is_of_sender and not r.is_final and n.state = 'failed' order by n.id for update of n)
    select n.id, made.calls, ${sinceFirstCallMs('made.calls')} as "sinceFirstMs"
    from notice n join ended using (id), lateral (
      select count(*)::int as calls from notice_attempt a
      where a.notice_id = n.id and a.attempt > coalesce(n.resent_after, 0)) made
    where made.calls > 0`.execute(tx)
  return rows
}

/** Makes refused notices wait again, at their place in the schedule. */
export async function requeueRefused(tx: Tx, refused: { id: number; calls: number; waitMs: number }[]): Promise<void> {
  const column = <T>(pick: (notice: (typeof refused)[number]) => T) => refused.map(pick)
  await sql`
    with given as (
      select * from unnest(${column((n) => n.id)}::bigint[], ${column((n) => n.calls)}::int[],
        ${column((n) => n.waitMs)}::float8[]) as g(id, calls, wait_ms)),
    waiting as (
      update notice n set state = 'waiting', reason = '', ended_at = null, given_up = false
      from given where n.id = given.id and n.state = 'failed'
      returning n.id, n.kind, n.created_at, given.calls, given.wait_ms)
    insert into delivery (notice_id, priority, fence, attempts, next_attempt_at, decided_at, perhaps_taken_since)
    -- Beyond the refused call, which was the last claim: if a report refused it, its own answer may still come.
    select id, ${priorityOfKind(sql`kind`)},
      coalesce((select max(attempt) from notice_attempt a where a.notice_id = w.id), 0) + 1, calls,
      now() + wait_ms * interval '1 ms', created_at,
      -- Another call than the refused one may have been taken: a provider that can be asked is, before the next.
      (select min(called_at) from notice_attempt a join notice n on n.id = a.notice_id
        where a.notice_id = w.id and a.outcome in ('in_doubt', 'perhaps_taken') and a.attempt > coalesce(n.resent_after, 0))
    from waiting w on conflict (notice_id) do nothing`.execute(tx)
}

/** Refused for a day: they stay failed. */
export async function keepFailed(tx: Tx, ids: number[]): Promise<void> {
  await sql`update refusal set is_final = true where notice_id = any(${ids}::bigint[])`.execute(tx)
}

/** Whether there may be such refusals: nearly always there are not. */
export async function hasRefusals(db: Db): Promise<boolean> {
  const { rows } = await sql<{ any: boolean }>`select exists (select from refusal where not is_final) as any`.execute(
    db,
  )
  return rows[0]?.any ?? false
}
