import { sql } from 'kysely'
import type { Tx } from '#shared/node/platform/database/client.ts'
import { endRuns } from '../refusals.queries.ts'
import type { FoundReport } from './found-report.ts'

/** SQL: the calls that reports are about, one row each. */
function callsSql(reports: FoundReport[]) {
  const column = <T>(pick: (report: FoundReport) => T) => reports.map(pick)
  return sql`(
    select distinct on (id, call) * from unnest(${column((r) => r.noticeId)}::bigint[], ${column((r) => r.call)}::int[],
      ${column((r) => r.at)}::timestamptz[], ${column((r) => r.reason)}::text[],
      ${column((r) => r.providerMessageId ?? '')}::text[]) as c(id, call, at, reason, message_id)
    where call is not null order by id, call, reason)`
}

/**
 * Records that providers refused calls that they had accepted before, or have not answered yet. The message's id
 * distinguishes them from calls that were refused in the answer; it is '' if unknown.
 */
export async function recordReportedRefusals(tx: Tx, reports: FoundReport[]): Promise<void> {
  if (reports.length === 0) return
  await sql`
    insert into notice_attempt (notice_id, attempt, called_at, ended_at, outcome, detail, provider_message_id)
    select c.id, c.call, coalesce(d.calling_at, least(c.at, now())), now(), 'refused', c.reason, c.message_id
    from ${callsSql(reports)} c left join delivery d on d.notice_id = c.id and d.attempt = c.call
    on conflict (notice_id, attempt) do update set outcome = 'refused', detail = excluded.detail,
      provider_message_id = coalesce(notice_attempt.provider_message_id, excluded.provider_message_id)`.execute(tx)
}

/**
 * The calls among those of these reports after which their notice, now locked, was called again. If the notice has
 * ended because of a report about this very call, only a later accepted call counts. A resend is separate.
 * @returns whether a report is about such a call
 */
export async function findSuperseded(
  tx: Tx,
  reports: FoundReport[],
): Promise<(report: Pick<FoundReport, 'noticeId' | 'call'>) => boolean> {
  if (reports.length === 0) return () => false
  const { rows } = await sql<{ id: number; call: number }>`
    select c.id, c.call from ${callsSql(reports)} c join notice n using (id)
    where exists (
      select from (
        select attempt, outcome from notice_attempt where notice_id = c.id
        union all select attempt, null from delivery where notice_id = c.id and calling_at is not null) later
      where attempt > c.call and (attempt <= n.again_after or c.call > coalesce(n.again_after, 0))
        and ((n.state in ('accepted', 'delivered') and n.reported_call = c.call) is not true
          or outcome = 'accepted'))`.execute(tx)
  const called = new Set(rows.map(({ id, call }) => `${id} ${call}`))
  return ({ noticeId, call }) => called.has(`${noticeId} ${call}`)
}

/** SQL: counts the refusals among the notices that reports `moved`, as of the time of their calls. */
export const countReportedRefusalsSql = sql`
    counted as (
      insert into refusal (notice_id, channel, refused_for, refused_at, is_of_sender, reported)
      select m.id, m.channel, m.failed_for, a.called_at, m.of_sender, true
      from moved m join notice_attempt a on a.notice_id = m.id and a.attempt = m.call
        left join provider_state p on p.channel = m.channel
      where m.failed_for <> '' and (m.of_sender or (
        a.called_at >= coalesce(p.arrived_call_at, '-infinity')
        -- An imported address may no longer exist, which says nothing about the sender.
        and not exists (select from email_address e where m.channel = 'EMAIL' and e.id = m.recipient_id and e.migrated)))
      on conflict (notice_id) do update set refused_for = excluded.refused_for, refused_at = excluded.refused_at,
        is_of_sender = refusal.is_of_sender or excluded.is_of_sender, reported = true, is_final = false),
    unlike as (
      -- The notice has ended because of its recipient: an earlier refusal does not make it wait again.
      delete from refusal where notice_id in (select id from moved where state = 'failed' and failed_for = ''))`

/** Messages that arrived end the rows of reported refusals before them. */
export async function endReportedRuns(tx: Tx, delivered: FoundReport[]): Promise<void> {
  if (delivered.length === 0) return
  await sql`
    with arrived as (
      select n.channel, max(coalesce(a.called_at, n.accepted_at)) as at
      from ${callsSql(delivered)} c join notice n on n.id = c.id
        left join notice_attempt a on a.notice_id = c.id and a.attempt = c.call
      group by n.channel),
    ${endRuns(
      sql`array(select channel from arrived)`,
      sql`(select at from arrived where arrived.channel = refusal.channel)`,
      { reported: true },
    )}
    update provider_state p set arrived_call_at = arrived.at from arrived
    where p.channel = arrived.channel and arrived.at > coalesce(p.arrived_call_at, '-infinity')`.execute(tx)
}

/**
 * If its provider reports a call both as arrived and as refused, it may have arrived: a further message says that it
 * may come twice.
 */
export async function markContradicted(tx: Tx, delivered: FoundReport[]): Promise<void> {
  if (delivered.length === 0) return
  await sql`
    update notice n set possibly_twice = true from ${callsSql(delivered)} c
      join notice_attempt a on a.notice_id = c.id and a.attempt = c.call and a.outcome = 'refused'
    where n.id = c.id and not n.possibly_twice`.execute(tx)
}
