import { sql } from 'kysely'
import { preparedQuery } from '#shared/node/platform/database/prepared-query.ts'
import type { NoticeState } from '#shared/node/platform/database/types/notices.ts'
import { type DatabaseAccess, toArrayLiteral } from './prepared-pool.queries.ts'
import { endRuns } from './refusals.queries.ts'

/** How a call ended, and when by the database's clock. */
export type Call = {
  outcome: 'accepted' | 'refused' | 'retry' | 'perhaps_taken' | 'in_doubt'
  calledAt: Date
  endedAt: Date
  detail: string
}

/** The outcome of an attempt. Without `waitMs` the notice is finished. */
export type Outcome = {
  id: number
  fence: number
  state: Exclude<NoticeState, 'held' | 'delivered'>
  reason: string
  /** Whether the message says that it may be a duplicate. The notice is marked once the provider may have accepted this call. */
  possiblyTwice: boolean
  waitMs: number | null
  providerMessageId: string | null
  /** Of a refusal that names no recipient: what refusals of its kind have in common. */
  refusedFor?: string
  /** Null if the provider was not called. */
  call: Call | null
}

/**
 * Records outcomes. The fence limits this to rows that the same claim still holds; the call itself is recorded even if
 * another claim has taken over. A notice whose row was lost ends with a call that was accepted. A state never moves back:
 * if the provider's report arrived before its answer, the notice keeps the reported state.
 * @returns how many were recorded
 */
export async function recordOutcomes(database: DatabaseAccess, outcomes: Outcome[]): Promise<number> {
  const others = outcomes.filter((outcome) => !isAccepted(outcome))
  return (await recordAccepted(database, outcomes.filter(isAccepted))) + (await recordOtherOutcomes(database, others))
}

type AcceptedOutcome = Outcome & { call: Call }
const isAccepted = (outcome: Outcome): outcome is AcceptedOutcome => outcome.call?.outcome === 'accepted'

async function recordAccepted(database: DatabaseAccess, outcomes: AcceptedOutcome[]): Promise<number> {
  if (outcomes.length === 0) return 0
  const rows = await preparedQuery(
    database,
    'delivery_settle_accepted',
    sql<{ settled: number }>`with ${recordAcceptedSql(outcomes)} select count(*)::int as settled from ended`,
  )
  return rows[0]?.settled ?? 0
}

/** SQL for the outcome of nearly all calls. It needs no join: values are found by their position among the ids. */
function recordAcceptedSql(outcomes: AcceptedOutcome[]) {
  // Every statement locks rows in the order of their ids.
  const ordered = outcomes.toSorted((a, b) => a.id - b.id)
  const ids = sql`${toArrayLiteral(ordered.map((o) => o.id))}::bigint[]`
  const fences = sql`${toArrayLiteral(ordered.map((o) => o.fence))}::int[]`
  const calledMs = sql`${toArrayLiteral(ordered.map((o) => o.call.calledAt.getTime()))}::float8[]`
  const endedMs = sql`${toArrayLiteral(ordered.map((o) => o.call.endedAt.getTime()))}::float8[]`
  const messages = sql`${ordered.map((o) => o.providerMessageId)}::text[]`
  const twice = sql`${toArrayLiteral(ordered.filter((o) => o.possiblyTwice).map((o) => o.id))}::bigint[]`
  return sql`
    given as (
      select ${ids} as ids, ${fences} as attempts, ${calledMs} as called_ms, ${endedMs} as ended_ms,
        ${messages} as messages, ${twice} as twice),
    ended as (
      delete from delivery
      where notice_id = any(array(select unnest(ids) from given))
        and attempt = (select attempts[array_position(ids, notice_id)] from given)
      returning notice_id),
    made as (
      insert into notice_attempt (notice_id, attempt, called_at, ended_at, outcome, provider_message_id)
      select id, attempt, to_timestamp(called / 1000), to_timestamp(ended / 1000), 'accepted', message
      from given, unnest(ids, attempts, called_ms, ended_ms, messages) as o(id, attempt, called, ended, message)
      on conflict do nothing),
    noted as (
      -- A server of the previous release leaves given_up set when it resends a notice.
      update notice set state = 'accepted', reason = '', given_up = false,
        possibly_twice = possibly_twice or id = any((select twice from given)::bigint[]),
        (provider_message_id, accepted_at, ended_at) = (
          select coalesce(messages[place], provider_message_id), to_timestamp(ended_ms[place] / 1000),
            to_timestamp(ended_ms[place] / 1000)
          from given, array_position(ids, id) as place)
      where id = any((select ids from given)::bigint[]) and state in ('waiting', 'in_doubt')
        -- Its work row is ours, or was lost, in which case no other worker will call it.
        and (id = any(array(select notice_id from ended)) or not exists (
            select from delivery d where d.notice_id = notice.id offset 0)
          and coalesce(again_after, 0) < (select attempts[array_position(ids, id)] from given))
      returning channel),
    -- A refusal that came after the accepted call had begun is the next of its row.
    ${endRuns(
      sql`array(select distinct channel from noted)`,
      sql`(select to_timestamp(max(called) / 1000) from given, unnest(called_ms) as called)`,
    )}`
}

/** SQL: counts the refusals among the notices `updated`. */
const countRefusalsSql = sql`
    unlike as (
      -- It has ended otherwise: an earlier refusal does not make it wait again.
      delete from refusal where notice_id in (select id from updated where state = 'failed' and refused_for = '')),
    counted as (
      -- An imported address may no longer exist, which says nothing about the sender.
      insert into refusal (notice_id, channel, refused_for)
      select id, channel, refused_for from updated u where refused_for <> '' and not exists (
        select from email_address e where u.channel = 'EMAIL' and e.id = u.recipient_id and e.migrated)
      -- If the earlier one was final, staff have resent it since.
      on conflict (notice_id) do update set refused_for = excluded.refused_for, refused_at = excluded.refused_at,
        reported = false, is_final = false)`

async function recordOtherOutcomes(database: DatabaseAccess, outcomes: Outcome[]): Promise<number> {
  if (outcomes.length === 0) return 0
  // Every statement locks rows in the order of their ids.
  const ordered = outcomes.toSorted((a, b) => a.id - b.id)
  // Each join also names these ids, so that rows are found by index whatever size the tables had at planning.
  const ids = ordered.map((o) => o.id)
  const column = <T>(pick: (o: Outcome) => T) => ordered.map(pick)
  const rows = await preparedQuery(
    database,
    'delivery_settle',
    sql<{ settled: number }>`
    with o as (
      select * from unnest(
        ${column((o) => o.id)}::bigint[], ${column((o) => o.fence)}::int[], ${column((o) => o.state)}::text[],
        ${column((o) => o.reason)}::text[], ${column((o) => o.waitMs)}::float8[], ${column((o) => o.call?.outcome ?? null)}::text[],
        ${column((o) => o.call?.calledAt ?? null)}::timestamptz[], ${column((o) => o.call?.endedAt ?? null)}::timestamptz[],
        ${column((o) => o.providerMessageId)}::text[], ${column((o) => o.call?.detail ?? '')}::text[],
        ${column((o) => o.possiblyTwice)}::boolean[], ${column((o) => o.refusedFor ?? '')}::text[]
      ) as o(id, attempt, state, reason, wait_ms, outcome, called_at, ended_at, message_id, detail, twice, refused_for)),
    ended as (
      delete from delivery d using o where d.notice_id = any(${ids}::bigint[]) and d.notice_id = o.id and d.attempt = o.attempt and o.wait_ms is null
      returning o.*),
    later as (
      -- A call that was committed but not begun does not count, and its attempt is not recorded.
      update delivery d set calling_at = null, lease_until = null,
        calls = d.calls - (o.outcome is null and d.calling_at is not null)::int,
        next_attempt_at = now() + o.wait_ms * interval '1 ms',
        doubt_since = case when o.outcome = 'in_doubt' then coalesce(d.calling_at, o.called_at) when o.outcome is null then d.doubt_since end,
        perhaps_taken_since = coalesce(d.perhaps_taken_since,
          case when o.outcome = 'perhaps_taken' then coalesce(d.calling_at, o.called_at) end)
      from o where d.notice_id = any(${ids}::bigint[]) and d.notice_id = o.id and d.attempt = o.attempt and o.wait_ms is not null
      returning o.*),
    mine as (select * from ended union all select * from later),
    made as (
      insert into notice_attempt (notice_id, attempt, called_at, ended_at, outcome, provider_message_id, detail)
      select id, attempt, called_at, ended_at, outcome, message_id, detail from o where outcome is not null
      on conflict do nothing),
    updated as (
      -- A repeat that is skipped leaves the notice as it was.
      update notice n set reason = mine.reason,
        state = case when mine.state = 'cancelled' then coalesce(n.earlier_state, 'cancelled') else mine.state end,
        (again_after, earlier_state) = (
          select n.again_after, n.earlier_state where mine.state <> 'cancelled'),
        given_up = mine.state = 'failed',
        address_refused = mine.state = 'failed' and mine.outcome is not distinct from 'refused' and mine.refused_for = '',
        possibly_twice = n.possibly_twice or (mine.twice and coalesce(mine.outcome in ('in_doubt', 'perhaps_taken'), false)),
        provider_message_id = coalesce(mine.message_id, n.provider_message_id),
        accepted_at = case when mine.state = 'accepted' then coalesce(mine.ended_at, now()) else n.accepted_at end,
        ended_at = case when mine.wait_ms is null then coalesce(mine.ended_at, now()) end
      from mine where n.id = any(${ids}::bigint[]) and n.id = mine.id and n.state in ('waiting', 'in_doubt')
      returning n.id, n.channel, n.recipient_id, n.state, mine.refused_for),
    ${countRefusalsSql}
    select count(*)::int as settled from mine`,
  )
  return rows[0]?.settled ?? 0
}
