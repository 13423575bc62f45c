-- Staff may also decide that nobody hears of a match with a restricted record. An earlier server lists it still, and
-- may release it: then it is released.
alter table withheld_match add column discarded_at timestamptz;
drop index withheld_match_open;
create index withheld_match_open on withheld_match (created_at, event_id, alert_id)
  where released_at is null and discarded_at is null;

-- As before, but a record that is restricted anew asks staff again.
create or replace function hide_matches(restricted_event event) returns void language sql as $$
  update outgoing_event set match = restricted_match(match) where event_id = restricted_event.id;
  update event_match set match = restricted_match(match) where event_id = restricted_event.id;
  with gone as (
    delete from outgoing_event where event_id = restricted_event.id and match ->> 'field' is distinct from 'parcel'
    returning *)
  insert into withheld_match (event_id, alert_id, user_id, lines)
  select event_id, alert_id, max(user_id), json_agg(gone order by id) from gone group by event_id, alert_id order by alert_id
  on conflict (event_id, alert_id) do update
    set lines = excluded.lines, released_at = null, discarded_at = null, created_at = now();
  update notice n set state = 'cancelled', reason = 'The record is restricted.', ended_at = now()
    where n.event_id = restricted_event.id and n.kind = 'match' and n.state = 'held'
      and not exists (select from outgoing_event o where o.notice_id = n.id);
  -- Its samples may be names of this record; the next check has others.
  update feed_check set requested_at = now(),
      findings = (select coalesce(jsonb_agg(f || '{"samples": []}'), '[]') from jsonb_array_elements(findings) f)
    where feed_id = restricted_event.feed_id;
$$;
