import { sql } from 'kysely'
import type { Tx } from '#shared/node/platform/database/client.ts'
import { searchedFor } from './callback.queries.ts'
import type { FoundReport, NoticeReport } from './found-report.ts'
import {
  countReportedRefusalsSql,
  endReportedRuns,
  markContradicted,
  findSuperseded,
  recordReportedRefusals,
} from './reported-refusals.queries.ts'

/** Reported states in order; a notice only ever moves to a higher rank. */
const ranks = { accepted: 1, delivered: 2, failed: 3 } as const

/** SQL: the rank of a state; 0 for a state that no provider reports. */
const rankSql = (state: string) =>
  sql`case ${sql.raw(state)} ${sql.join(
    Object.entries(ranks).map(([word, rank]) => sql`when ${sql.lit(word)} then ${sql.lit(rank)}`),
    sql` `,
  )} else 0 end`

/**
 * Moves notices forward to the state that their provider reports: accepted, then delivered, then failed. A failure
 * after our own last attempt does not count as reported. A notice that the provider accepted is no longer called. Of
 * several calls, one whose message arrived decides, no matter how the others ended. Reports may arrive in any order and
 * any number of times, with the same result.
 * A failure that does not name the recipient is recorded like a refusal of the call (../lift-refusals.ts), after which
 * its notice may wait again: further reports about that call no longer move it.
 * A resend is separate: a report about an earlier attempt updates the earlier state until the resend has its own
 * outcome, and never ends the resend.
 */
export async function applyReports(tx: Tx, reports: NoticeReport[]): Promise<void> {
  if (reports.length === 0) return
  const found = await lockReported(tx, reports)
  if (found.length === 0) return
  const refusals = found.filter(({ failedFor }) => failedFor !== '')
  await recordReportedRefusals(tx, refusals)
  const isSuperseded = await findSuperseded(tx, refusals)
  // A later call decides; and of a refused call, only that its recipient is at fault.
  const news = found.filter((report) => report.concern === 'recipient' || !(report.wasRefused || isSuperseded(report)))
  // First: if a message arrived, refusals of earlier calls are not the sender's fault, no matter which report came
  // first.
  await endReportedRuns(
    tx,
    news.filter(({ meaning }) => meaning === 'delivered'),
  )
  if (news.length > 0) await moveNotices(tx, news)
  if (refusals.length > 0 || found.some(({ wasRefused }) => wasRefused))
    await markContradicted(
      tx,
      found.filter(({ meaning }) => meaning === 'delivered'),
    )
}

async function moveNotices(tx: Tx, found: FoundReport[]): Promise<void> {
  const furthest = furthestSql(found)
  await sql`
    with ${furthest}
    update notice n set earlier_state = f.state,
      accepted_at = case when f.state <> 'failed' then least(n.accepted_at, f.first_at) end
    from furthest f
    where n.id = f.id and f.earlier and n.state in ('waiting', 'in_doubt')
      and ${rankSql('f.state')} > ${rankSql('n.earlier_state')}`.execute(tx)
  await sql`
    with ${furthest},
    moved as (
      update notice n set state = f.state, reason = f.reason, given_up = false,
        address_refused = f.state = 'failed' and f.failed_for = '', reported_call = f.call,
        provider_message_id = case when ${hasNoOutcomeSql} and n.again_after is not null
          then coalesce(f.message_id, n.provider_message_id) else coalesce(n.provider_message_id, f.message_id) end,
        accepted_at = case
          -- It was not delivered, so the next message is not a duplicate of it.
          when f.failed_for <> '' then case when n.earlier_state in ('accepted', 'delivered') then n.accepted_at end
          when ${hasNoOutcomeSql} then f.first_at else least(n.accepted_at, f.first_at) end,
        ended_at = coalesce(n.ended_at, f.at), possibly_twice = n.possibly_twice or case
          when f.failed_for <> '' then n.state = 'delivered' else coalesce(
          -- Another call was running when the provider reported that it had accepted an earlier one; or this is the
          -- second call.
          (d.calling_at is not null and (f.attempt < d.attempt or n.maybe_sent_since is not null)) or (${hasNoOutcomeSql}
            and (n.accepted_at is not null or exists (select from notice_attempt a
              where a.notice_id = n.id and a.outcome in ('in_doubt', 'perhaps_taken') and a.attempt < f.attempt
                and a.attempt > case when n.earlier_state = 'failed' then n.again_after else 0 end))), false) end
      from furthest f left join delivery d on d.notice_id = f.id
      where n.id = f.id and not f.earlier
        -- A notice that staff hold or have discarded does not wait again.
        and (f.failed_for = '' or n.state not in ('held', 'cancelled'))
        and ${rankSql('f.state')} > case when n.given_up or f.state = 'delivered' and n.reported_call <> f.call
          then 0 else ${rankSql('n.state')} end
        and (n.state = 'delivered' and n.reported_call <> f.call) is not true
      returning n.id, n.channel, n.recipient_id, n.state, f.call, f.failed_for, f.of_sender),
    ${countReportedRefusalsSql}
    delete from delivery d using moved where d.notice_id = moved.id`.execute(tx)
}

/** SQL: whether notice `n`, or its resend, has no outcome from the provider yet. */
const hasNoOutcomeSql = sql`(n.state in ('waiting', 'in_doubt') or n.given_up)`

/** Finds and locks the notices that reports name. */
async function lockReported(tx: Tx, reports: NoticeReport[]): Promise<FoundReport[]> {
  const { rows } = await sql<Pick<FoundReport, 'call' | 'wasRefused'> & { id: number; place: number }>`
    with given as (
      select * from unnest(${reports.map((r) => r.noticeId)}::bigint[], ${reports.map((r) => r.providerMessageId)}::text[],
          ${reports.map((r) => r.attempt)}::int[])
        with ordinality as g(notice_id, message_id, attempt, place)),
    found as (
      select n.id, g.* from given g join notice n on n.id = g.notice_id
      union all
      select n.id, g.* from given g join notice n on n.provider_message_id = g.message_id
        and n.accepted_at > now() - ${searchedFor}::interval where g.notice_id is null),
    -- Every statement locks a delivery before its notice, each in the order of their ids.
    due as (
      select notice_id, attempt, calling_at from delivery
      where notice_id in (select id from found) order by notice_id for update),
    locked as (
      select n.id from notice n left join due d on d.notice_id = n.id
      where n.id in (select id from found) order by n.id for update of n)
    select f.id, f.place::int as place, of.call,
      exists (select from notice_attempt a
        where a.notice_id = f.id and a.attempt = of.call and a.outcome = 'refused'
          and a.provider_message_id is not null) as "wasRefused"
    from found f join locked l using (id) left join due d on d.notice_id = f.id, lateral (
      select coalesce(f.attempt,
        (select max(attempt) from notice_attempt where notice_id = f.id and provider_message_id = f.message_id),
        case when d.calling_at is not null then d.attempt end,
        (select max(attempt) from notice_attempt where notice_id = f.id)) as call) of`.execute(tx)
  return rows.flatMap(({ id, place, ...known }) => {
    const report = reports[place - 1]
    return report ? [{ ...report, ...known, noticeId: id }] : []
  })
}

/** SQL: the furthest report of each notice, once for the attempts before it was resent and once for those since. */
function furthestSql(found: FoundReport[]) {
  const column = <T>(pick: (report: FoundReport) => T) => found.map(pick)
  return sql`
    given as (
      select * from unnest(${column((r) => r.noticeId)}::bigint[], ${column((r) => r.attempt)}::int[],
        ${column((r) => r.providerMessageId)}::text[], ${column((r) => r.at)}::timestamptz[],
        ${column((r) => r.meaning)}::text[], ${column((r) => r.reason)}::text[],
        ${column((r) => r.failedFor)}::text[], ${column((r) => r.concern === 'sender')}::boolean[], ${column((r) => r.call)}::int[]
      ) as g(id, attempt, message_id, at, state, reason, failed_for, of_sender, call)),
    of as (
      select g.*, n.again_after is not null and coalesce(g.attempt <= n.again_after,
        -- A report without an attempt: once the provider accepted the resend, the known message id is the resend's.
        ${hasNoOutcomeSql} and (d.calls = 0 or g.message_id = n.provider_message_id), false) as earlier
      from given g join notice n using (id) left join delivery d on d.notice_id = g.id),
    furthest as (
      select distinct on (id, earlier) id, earlier, attempt, message_id, state, reason, failed_for, of_sender, call,
        min(at) over (partition by id, earlier) as first_at, at
      from of
      where state <> 'failed' or not exists (
        select from of other where other.id = of.id and other.earlier = of.earlier
          and other.state = 'delivered' and other.call <> of.call)
      -- The recipient's fault is final.
      order by id, earlier, ${rankSql('state')} desc, failed_for <> '', of_sender desc, reason, call)`
}
