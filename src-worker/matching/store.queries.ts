import type { Decided } from './decide-batch.ts'
import { heldReasons, unsentReasons } from './reasons.ts'
import type { Query } from './transaction.ts'

/** What of the county's rules a batch is stored by. */
export type StoreRules = {
  /** The county's date. */
  day: string
  /** Notices of records recorded before this day wait (decisions, section 7). */
  oldBefore: string
  /** Notices of one county day before the rest wait. */
  noticesPerDay: number
  /** False where the service sends no texts. */
  texts: boolean
}
export type Stored = { matches: number; notices: number }

const text = (value: string) => `'${value.replaceAll("'", "''")}'`

// An alert is told of a record once, whatever the revision: only what `fresh` returns goes on.
const matches = `
  decided as materialized (
    select * from json_to_recordset($1::json) as d (event_id bigint, alert_id bigint, revision integer, user_id bigint,
      name text, criteria text, paused boolean, old boolean, match json)
  ), fresh as (
    insert into event_match (event_id, alert_id, revision, match)
    select event_id, alert_id, revision, match from decided
    on conflict do nothing returning event_id, alert_id
  )`

const recipients = `
  recipient as (
    select f.event_id, f.alert_id, 'EMAIL' as channel, r.id as recipient_id, r.address as target, r.address_key as stop_target,
      r.id as email_id, r.verified_at is not null or r.migrated as verified, l.stopped_at is not null as stopped
    from fresh f join alert_email l using (alert_id) join email_address r on r.id = l.email_id
    union all
    select f.event_id, f.alert_id, 'PHONE', r.id, r.number, r.number,
      null, r.verified_at is not null and r.validated_at is not null, l.stopped_at is not null
    from fresh f join alert_phone l using (alert_id) join phone r on r.id = l.phone_id
  ), told as materialized (
    select d.*, r.channel, r.recipient_id, r.target, coalesce(d.user_id, -r.recipient_id) as owner_key,
      case
        when d.paused then ${text(unsentReasons.paused)}
        when r.channel = 'PHONE' and not $2::boolean then ${text(unsentReasons.noTexts)}
        when not r.verified then ${text(unsentReasons.unverified)}
        when r.stopped or exists (
          select from suppression s
          where s.lifted_at is null and s.channel = r.channel and s.target = r.stop_target
            and (s.owner_id is null and s.email_id is null or s.owner_id = d.user_id or s.email_id = r.email_id)
        ) then ${text(unsentReasons.stopped)}
        when exists (
          select from record_mute m where m.owner_key = coalesce(d.user_id, -r.recipient_id) and m.event_id = d.event_id
        ) then ${text(unsentReasons.muted)}
        else ''
      end as unsent_reason
    from recipient r join decided d using (event_id, alert_id)
  )`

// One notice for each address of an owner and revision of a record. One that is there already (an alert made between
// two looks at the same revision) is joined, not sent again. Whoever has a record in hand has it alone, so that looking
// first is safe; the unique index stands behind it.
// Old records' notices wait and take nothing from the day's limit; past the limit the others wait too. Batches of
// several workers queue up at the day's row, last of all.
const notices = `
  wanted as materialized (
    select distinct on (event_id, channel, recipient_id)
      event_id, revision, user_id, owner_key, channel, recipient_id, target, old
    from told where unsent_reason = ''
    order by event_id, channel, recipient_id
  ), known as materialized (
    select n.id, n.event_id, n.channel, n.recipient_id
    from wanted w join notice n on n.kind = 'match' and n.event_id = w.event_id and n.revision = w.revision
      and n.owner_key = w.owner_key and n.channel = w.channel and n.target = w.target
  ), unknown as materialized (
    select w.*, count(*) filter (where not old) over (order by event_id, channel, recipient_id rows unbounded preceding) as place
    from wanted w
    where not exists (
      select from known k
      where k.event_id = w.event_id and k.channel = w.channel and k.recipient_id = w.recipient_id)
  ), counted as (
    insert into notice_day as d (day, notices)
    select $3::date, count(*) from unknown where not old having count(*) > 0
    on conflict (day) do update set notices = d.notices + excluded.notices
    returning notices
  ), allowed as materialized (
    select $4::integer - coalesce((select notices from counted), 0) + (select count(*) from unknown where not old) as notices
  ), made as (
    insert into notice
      (kind, template, event_id, revision, user_id, owner_key, channel, recipient_id, target, state, reason)
    select 'match', 'match', u.event_id, u.revision, u.user_id, u.owner_key, u.channel, u.recipient_id, u.target,
      case when u.old or u.place > a.notices then 'held' else 'waiting' end,
      case when u.old then ${text(heldReasons.old)} when u.place > a.notices then ${text(heldReasons.flood)} else '' end
    from unknown u cross join allowed a
    returning id, event_id, channel, recipient_id, state
  ), work as (
    insert into delivery (notice_id, lane) select id, 1 from made where state = 'waiting'
  )`

const history = `
  history as (
    insert into outgoing_event (user_id, event_id, revision, alert_id, alert_name, criteria, channel, recipient_id, target,
      match, notice_id, unsent_reason)
    select t.user_id, t.event_id, t.revision, t.alert_id, t.name, t.criteria, t.channel, t.recipient_id, t.target,
      t.match, n.id, t.unsent_reason
    from told t left join (
      select id, event_id, channel, recipient_id from made union all select * from known
    ) n on t.unsent_reason = '' and n.event_id = t.event_id and n.channel = t.channel and n.recipient_id = t.recipient_id
  )`

const store = `with ${[matches, recipients, notices, history].join(', ')}
  select (select count(*)::integer from fresh) as matches, (select count(*)::integer from made) as notices`

/**
 * Stores what no earlier revision matched: the matches, a line of history for each recipient, the notices and their
 * work rows (decisions, sections 7 and 8). One statement, so that nothing of it crosses twice.
 */
export async function storeDecided(query: Query, decided: Decided[], rules: StoreRules): Promise<Stored> {
  if (decided.length === 0) return { matches: 0, notices: 0 }
  const rows = decided.map(({ event, alert, match }) => ({
    event_id: event.id,
    alert_id: alert.id,
    revision: event.revision,
    user_id: alert.user_id,
    name: alert.name,
    criteria: alert.criteria,
    paused: alert.paused,
    old: event.recorded_on < rules.oldBefore,
    match,
  }))
  const [stored] = await query<Stored>('store_decided', store, [
    JSON.stringify(rows),
    rules.texts,
    rules.day,
    rules.noticesPerDay,
  ])
  return stored ?? { matches: 0, notices: 0 }
}
