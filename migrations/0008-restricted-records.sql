-- Restricted records: number, type and day are all that anyone may see of them. Their content leaves `event`, so a query
-- on that table has nothing to show. Only matching reads it here.
create table restricted_content (
  event_id bigint primary key,
  -- As in event_revision.body.
  body json not null,
  -- When a worker matched it or gave it up. While it is null, the record is queued again.
  matched_at timestamptz
);
create index restricted_content_unmatched on restricted_content (event_id) where matched_at is null;

-- Matches of name and business alerts with restricted records: no one is notified of them until staff release them.
create table withheld_match (
  event_id bigint not null,
  alert_id bigint not null,
  -- The alert's owner; null if it has none.
  user_id bigint,
  -- Rows of outgoing_event from before the record was restricted, to put back; null if there are none.
  history json,
  created_at timestamptz not null default now(),
  -- Matching then treats it as any other match.
  released_at timestamptz,
  -- Staff decided that no one is to be notified.
  discarded_at timestamptz,
  primary key (event_id, alert_id)
);
create index withheld_match_alert on withheld_match (alert_id);
create index withheld_match_user on withheld_match (user_id);
create index withheld_match_open on withheld_match (created_at, event_id, alert_id)
  where released_at is null and discarded_at is null;

-- Functions, triggers and views

-- What may be stored and shown of a match with a restricted record: that it matched, in the alert's own words.
create function restricted_match(match json) returns json language sql immutable as $$
  select json_build_object('field', match -> 'field', 'fieldIndex', 0, 'role', '', 'alertRaw', match -> 'alertRaw',
    'recordRaw', '', 'marks', json '[]', 'byInitialOnly', false, 'otherLegalForm', false, 'variant', null,
    'ruleVersion', match -> 'ruleVersion', 'sentence', '')
$$;

-- Takes back what an ordinary record showed, once a revision restricts it: matches of names wait for staff, and delivery
-- skips a waiting notice that has no other match.
create function withhold_matches(restricted_event event) returns void language sql as $$
  update outgoing_event set match = restricted_match(match) where event_id = restricted_event.id;
  update event_match set match = restricted_match(match) where event_id = restricted_event.id;
  with gone as (
    delete from outgoing_event where event_id = restricted_event.id and match ->> 'field' is distinct from 'parcel'
    returning *)
  insert into withheld_match (event_id, alert_id, user_id, history)
  select event_id, alert_id, max(user_id), json_agg(gone order by id) from gone group by event_id, alert_id order by alert_id
  on conflict (event_id, alert_id) do update
    set history = excluded.history, released_at = null, discarded_at = null, created_at = now();
  update notice n set state = 'canceled', reason = 'The record is restricted.', ended_at = now()
    where n.event_id = restricted_event.id and n.kind = 'match' and n.state = 'held'
      and not exists (select from outgoing_event o where o.notice_id = n.id);
  -- Its samples may be names of this record; the next check has others.
  update feed_check set requested_at = now(),
      findings = (select coalesce(jsonb_agg(f || '{"samples": []}'), '[]') from jsonb_array_elements(findings) f)
    where feed_id = restricted_event.feed_id;
$$;

create function move_restricted_content() returns trigger language plpgsql as $$
begin
  insert into restricted_content (event_id, body) values (new.id, json_build_object(
    'document_type', new.document_type, 'document_description', new.document_description,
    'document_url', new.document_url, 'legal_description', new.legal_description, 'recorded_at', new.recorded_at,
    'recorded_has_time', new.recorded_has_time, 'recorded_on', new.recorded_on, 'parties', new.parties,
    'parcels', new.parcels, 'mangled_parcels', new.mangled_parcels, 'situs_addresses', new.situs_addresses,
    'restricted', true, 'extra', new.extra))
  on conflict (event_id) do update set body = excluded.body, matched_at = null;
  -- The same hash: this fires no trigger again.
  update event set document_description = '', document_url = '', legal_description = '', recorded_has_time = false,
      parties = '[]', parcels = '[]', mangled_parcels = null, situs_addresses = null, extra = null
    where id = new.id;
  if tg_op = 'UPDATE' then
    if not old.restricted then
      perform withhold_matches(new);
    end if;
  end if;
  return null;
end $$;

create function drop_restricted_content() returns trigger language plpgsql as $$
begin
  delete from restricted_content where event_id = new.id;
  return null;
end $$;

create trigger event_comes_restricted after insert on event
  for each row when (new.restricted) execute function move_restricted_content();
create trigger event_is_restricted after update on event
  for each row when (new.restricted and (not old.restricted or new.content_hash <> old.content_hash))
  execute function move_restricted_content();
create trigger event_is_unrestricted after update on event
  for each row when (old.restricted and not new.restricted) execute function drop_restricted_content();
