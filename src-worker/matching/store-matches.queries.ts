import { floodGuard } from '#shared/contract/flood-guard.ts'
import { gradeOf } from '#shared/contract/match.ts'
import { heldReasons } from '#shared/domain/notice/skip-reasons.ts'
import { notifiableRecipients } from '#shared/node/domain/alerts/notifiable-recipients.ts'
import { repostedWithinDays } from '../platform/restored-rows.ts'
import type { DecidedMatch } from './decide-batch.ts'
import { storePossible } from './store-possible.queries.ts'
import type { Query } from './transaction.ts'

/** The county's settings that apply when a batch is stored. */
type StoreOptions = {
  /** The county's date. */
  day: string
  /** Notices about records from before this day are held. */
  oldBefore: string
  /** The county's daily limit of notices; the rest are held. Null for the flood guard's own (its contract says what). */
  noticesPerDay: number | null
  /** False if the service sends no texts. */
  texts: boolean
}
type NotifiedCounts = { matches: number; notices: number }
type StoredCounts = NotifiedCounts & {
  /** Possible matches, if there are any. */
  possible?: number
}

const quoteText = (value: string) => `'${value.replaceAll("'", "''")}'`

// A record notifies an alert's recipients once, whatever the revision: only the rows of `fresh` continue.
const matches = `
  decided as materialized (
    select event_id, alert_id, revision, user_id, name, criteria, paused, old,
      case when restricted then restricted_match(match) else match end as match
    from json_to_recordset($1::json) as d (event_id bigint, alert_id bigint, revision integer, user_id bigint,
      name text, criteria text, paused boolean, old boolean, restricted boolean, match json)
  ), fresh as (
    insert into event_match (event_id, alert_id, revision, match)
    select event_id, alert_id, revision, match from decided
    on conflict do nothing returning event_id, alert_id
  )`

const recipients = notifiableRecipients('fresh join decided d using (event_id, alert_id)', '$2::boolean')

// One notice per address of an owner and revision of a record: the first line of an address creates it, and the other
// lines refer to it. Windows do this, not joins, because the planner cannot know how many rows a batch has and chose bad
// joins. If the notice exists already (for an alert created between two matches of one revision), the line refers to it
// and nothing is sent again. Only one worker processes a record at a time, so looking first is safe; the unique index
// is the safeguard.
const lines = `
  line as materialized (
    select t.*, history_reason = '' and 1 = row_number() over (
      partition by event_id, channel, recipient_id, history_reason = '' order by alert_id) as first
    from notifiable t
  ), looked as materialized (
    select l.*, case when first then (
      select n.id from notice n
      where n.kind = 'match' and n.event_id = l.event_id and n.revision = l.revision and n.owner_key = l.owner_key
        and n.channel = l.channel and n.target = l.target) end as known_id
    from line l
  ), numbered as materialized (
    select l.*, case when first and known_id is null then nextval(pg_get_serial_sequence('notice', 'id')) end as new_id
    from looked l
  ), placed as materialized (
    select n.*, count(*) filter (where new_id is not null and not old) over (order by new_id rows unbounded preceding) as place
    from numbered n
  )`

// Notices about old records are held and do not count toward the daily limit; beyond the limit, others are held too.
// Concurrent batches wait for the day's row as their last lock.
const notices = `
  sendable as materialized (
    select count(*)::integer as notices from numbered where new_id is not null and not old
  ), counted as (
    insert into notice_day as d (day, notices) select $3::date, notices from sendable where notices > 0
    on conflict (day) do update set notices = d.notices + excluded.notices
    returning notices
  ), usual as (
    select percentile_cont(0.5) within group (order by notices) as notices
    from notice_day where day between $3::date - ${floodGuard.days} and $3::date - 1
  ), allowed as materialized (
    select coalesce($4::integer,
      greatest(${floodGuard.floor}, ${floodGuard.factor} * (select notices from usual))::integer) - coalesce((select notices from counted), 0) + notices as notices from sendable
  ), restored as materialized (
    select min(backup_at) as since, max(noticed_at) as until from database_restore
    where released_at is null or released_at > now() - interval '${repostedWithinDays} days'
  ), made as (
    insert into notice
      (id, kind, template, event_id, revision, user_id, owner_key, channel, recipient_id, target, state, reason,
        maybe_sent_since)
    overriding system value
    select new_id, 'match', 'match', p.event_id, p.revision, p.user_id, p.owner_key, p.channel, p.recipient_id, p.target,
      case when p.old or p.place > a.notices then 'held' else 'waiting' end,
      case when p.old then ${quoteText(heldReasons.old)} when p.place > a.notices then ${quoteText(heldReasons.flood)} else '' end,
      case when r.until is not null then (select r.since from event e where e.id = p.event_id and e.recorded_at <= r.until) end
    from placed p cross join allowed a cross join restored r where new_id is not null
    returning id, state, maybe_sent_since
  ), work as (
    insert into delivery (notice_id, priority, in_doubt_since) select id, 1, maybe_sent_since from made where state = 'waiting'
  )`

const history = `
  history as (
    insert into outgoing_event (user_id, event_id, revision, alert_id, alert_name, criteria, channel, recipient_id, target,
      match, skip_reason, notice_id)
    select user_id, event_id, revision, alert_id, name, criteria, channel, recipient_id, target, match, history_reason,
      case when history_reason = '' then max(coalesce(known_id, new_id)) over (
        partition by event_id, channel, recipient_id, history_reason = '') end
    from numbered
  )`

const store = `with ${[matches, recipients, lines, notices, history].join(', ')}
  select (select count(*)::integer from fresh) as matches, (select count(*)::integer from made) as notices`

const isPossible = ({ match }: DecidedMatch): boolean => gradeOf(match) === 'POSSIBLE'

/**
 * Stores matches. Certain and likely ones notify right away, also where an earlier revision of the record was possible
 * only; possible ones wait for the weekly email.
 */
export async function storeMatches(query: Query, decided: DecidedMatch[], rules: StoreOptions): Promise<StoredCounts> {
  const surer = decided.filter((one) => !isPossible(one))
  const stored = await storeNotified(query, surer, rules)
  if (surer.length === decided.length) return stored
  return { ...stored, possible: await storePossible(query, decided.filter(isPossible), rules.oldBefore) }
}

/**
 * Stores the matches that no earlier revision had, a line of history per recipient, the notices and their work rows.
 * One statement, so that the rows travel to the database only once.
 */
async function storeNotified(query: Query, decided: DecidedMatch[], rules: StoreOptions): Promise<NotifiedCounts> {
  if (decided.length === 0) return { matches: 0, notices: 0 }
  const rows = decided.map(({ event, alert, match, isReleased = false }) => ({
    event_id: event.id,
    alert_id: alert.id,
    revision: event.revision,
    user_id: alert.user_id,
    name: alert.name,
    criteria: alert.criteria,
    paused: alert.paused,
    old: event.recorded_on < rules.oldBefore && !isReleased,
    restricted: event.restricted,
    match,
  }))
  const [stored] = await query<NotifiedCounts>('store_decided', store, [
    JSON.stringify(rows),
    rules.texts,
    rules.day,
    rules.noticesPerDay,
  ])
  return stored ?? { matches: 0, notices: 0 }
}
