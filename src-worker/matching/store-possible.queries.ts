import type { DecidedMatch } from './decide-batch.ts'
import type { Query } from './transaction.ts'

const keep = (column: string, otherwise: string) =>
  `${column} = case when p.user_id is not distinct from excluded.user_id then p.${column} else ${otherwise} end`

// A pair that was notified of stays so. A later revision, or other criteria of the alert, replace what the list shows; the
// answer stays, and so does the week of the email. For a new owner of the alert, to whom staff moved it, it is new.
const store = `
  with decided as (
    select * from json_to_recordset($1::json) as d (event_id bigint, alert_id bigint, revision integer, user_id bigint,
      criteria text, in_no_email boolean, match json)
  ), stored as (
    insert into possible_match as p (event_id, alert_id, revision, user_id, criteria, in_no_email, match)
    select d.event_id, d.alert_id, d.revision, d.user_id, d.criteria, d.in_no_email, d.match from decided d
    where not exists (select from event_match m where m.event_id = d.event_id and m.alert_id = d.alert_id)
    order by d.event_id, d.alert_id
    on conflict (event_id, alert_id) do update
      set (revision, user_id, criteria, match) = (excluded.revision, excluded.user_id, excluded.criteria, excluded.match),
        ${keep('in_no_email', 'excluded.in_no_email')}, ${keep('week', 'null')}, ${keep('answer', 'null')},
        ${keep('answered_at', 'null')}, ${keep('matched_at', 'now()')}
      where excluded.revision > p.revision or excluded.criteria <> p.criteria
    returning xmax = 0 as is_new
  )
  select count(*) filter (where is_new)::integer as stored from stored`

/**
 * Stores possible matches for the list at home and the weekly email: no notice follows from them. Those of a paused alert,
 * or of a record from before `oldBefore`, are in no email.
 * @param oldBefore 'YYYY-MM-DD'
 * @returns how many are new
 */
export async function storePossible(query: Query, possible: DecidedMatch[], oldBefore: string): Promise<number> {
  if (possible.length === 0) return 0
  const rows = possible.map(({ event, alert, match }) => ({
    event_id: event.id,
    alert_id: alert.id,
    revision: event.revision,
    user_id: alert.user_id,
    criteria: alert.criteria,
    in_no_email: alert.paused || event.recorded_on < oldBefore,
    match,
  }))
  const [counts] = await query<{ stored: number }>('store_possible', store, [JSON.stringify(rows)])
  return counts?.stored ?? 0
}
