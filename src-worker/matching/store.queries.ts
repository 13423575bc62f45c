import type { Decided } from './decide-batch.ts'
import type { HistoryRow, NoticeRow, Told } from './notices.ts'
import type { Query } from './transaction.ts'

// An alert is told of a record once, whatever the revision: only rows that are new go on.
const storeMatches = `
  with decided as materialized (
    select * from json_to_recordset($1::json) as m (event_id bigint, alert_id bigint, revision integer, user_id bigint, match json)
  ), fresh as (
    insert into event_match (event_id, alert_id, revision, match)
    select event_id, alert_id, revision, match from decided order by event_id, alert_id
    on conflict do nothing returning event_id, alert_id
  ), told as (
    select f.event_id, f.alert_id, d.user_id, 'EMAIL' as channel, r.id as recipient_id, r.address as target, r.address_key as match_target,
      r.verified_at is not null or r.migrated as verified, link.stopped_at is not null as stopped, r.id as email_id
    from fresh f join decided d using (event_id, alert_id)
    join alert_email link using (alert_id) join email_address r on r.id = link.email_id
    union all
    select f.event_id, f.alert_id, d.user_id, 'PHONE', r.id, r.number, r.number,
      r.verified_at is not null and r.validated_at is not null, link.stopped_at is not null, null
    from fresh f join decided d using (event_id, alert_id)
    join alert_phone link using (alert_id) join phone r on r.id = link.phone_id
  )
  select (select count(*)::integer from fresh) as matches, t.event_id, t.alert_id, t.user_id, t.channel, t.recipient_id, t.target, t.verified,
    t.stopped or exists (
      select from suppression s
      where s.lifted_at is null and s.channel = t.channel and s.target = t.match_target
        and (s.owner_id is null and s.email_id is null or s.owner_id = t.user_id or s.email_id = t.email_id)) as stopped,
    exists (
      select from record_mute m
      where m.owner_key = coalesce(t.user_id, -t.recipient_id) and m.event_id = t.event_id) as muted
  from (select) one left join told t on true
  order by t.event_id, t.alert_id`

/**
 * Stores matches that no earlier revision made.
 * @returns how many are new, and whom they concern
 */
export async function storeNewMatches(query: Query, decided: Decided[]): Promise<{ matches: number; told: Told[] }> {
  if (decided.length === 0) return { matches: 0, told: [] }
  const rows = await query<Told & { matches: number; event_id: number | null }>('store_matches', storeMatches, [
    JSON.stringify(
      decided.map(({ event, alert, match }) => ({
        event_id: event.id,
        alert_id: alert.id,
        revision: event.revision,
        user_id: alert.user_id,
        match,
      })),
    ),
  ])
  return { matches: rows[0]?.matches ?? 0, told: rows.filter((row) => row.event_id !== null) }
}

const countNotices = `
  insert into notice_day as d (day, notices) values ($1, $2)
  on conflict (day) do update set notices = d.notices + excluded.notices
  returning notices`

/** Counts notices into the county's day; batches of several workers queue up here, last of all. Returns the day's count. */
export async function countDayNotices(query: Query, day: string, notices: number): Promise<number> {
  const [row] = await query<{ notices: number }>('count_notices', countNotices, [day, notices])
  return row?.notices ?? 0
}

const storeNotices = `
  with wanted as materialized (
    select * from json_to_recordset($1::json) as n (event_id bigint, revision integer, user_id bigint, owner_key bigint,
      channel text, recipient_id bigint, target text, state text, reason text)
  ), made as (
    insert into notice (kind, template, event_id, revision, user_id, owner_key, channel, recipient_id, target, state, reason)
    select 'match', 'match', event_id, revision, user_id, owner_key, channel, recipient_id, target, state, reason from wanted
    on conflict (event_id, revision, owner_key, channel, target) where kind = 'match' do nothing
    returning id, event_id, channel, recipient_id, state
  ), work as (
    insert into delivery (notice_id, lane) select id, 1 from made where state = 'waiting'
  )
  insert into outgoing_event
    (user_id, event_id, revision, alert_id, alert_name, criteria, channel, recipient_id, target, match, notice_id, unsent_reason)
  select a.user_id, h.event_id, m.revision, h.alert_id, a.name, a.criteria, h.channel, h.recipient_id, h.target, m.match,
    case when h.unsent_reason = '' then coalesce(made.id, (
      select n.id from notice n
      where n.kind = 'match' and n.event_id = h.event_id and n.revision = m.revision
        and n.owner_key = coalesce(a.user_id, -h.recipient_id) and n.channel = h.channel and n.target = h.target)) end,
    h.unsent_reason
  from json_to_recordset($2::json) as h (event_id bigint, alert_id bigint, channel text, recipient_id bigint, target text, unsent_reason text)
  join event_match m using (event_id, alert_id)
  join alert a on a.id = h.alert_id
  left join made on made.event_id = h.event_id and made.channel = h.channel and made.recipient_id = h.recipient_id
  on conflict do nothing`

/** Writes the notices, their work rows, and one line of history for each match and recipient. */
export async function storeNoticesAndHistory(query: Query, notices: NoticeRow[], history: HistoryRow[]): Promise<void> {
  if (history.length === 0) return
  await query('store_notices', storeNotices, [JSON.stringify(notices), JSON.stringify(history)])
}
