-- Restricted records (decisions, section 16): number, type and day are all that anyone may see of them. Their content
-- leaves `event`, so whoever reads that table, now or later, finds nothing to show. Only matching reads it here.
create table restricted_content (
  event_id bigint primary key,
  -- As in event_revision.body.
  body json not null,
  -- When a worker that reads this table matched it, or gave it up. Null: it is queued again and again, since an older
  -- worker may take it first, which reads a record without names and parcels and matches nothing.
  matched_at timestamptz
);
create index restricted_content_unmatched on restricted_content (event_id) where matched_at is null;

-- Matches of name and business alerts with restricted records: nobody hears of them until staff release them, one by one.
create table withheld_match (
  event_id bigint not null,
  alert_id bigint not null,
  -- The alert's owner; null if it has none.
  user_id bigint,
  -- History from before the record was restricted (rows of outgoing_event), to put back; null if there is none.
  lines json,
  created_at timestamptz not null default now(),
  -- Matching then treats it as any other match.
  released_at timestamptz,
  primary key (event_id, alert_id)
);
create index withheld_match_open on withheld_match (created_at, event_id, alert_id) where released_at is null;
create index withheld_match_alert on withheld_match (alert_id);
create index withheld_match_user on withheld_match (user_id);

-- What may be stored and shown of a match with a restricted record: that the alert met it, in the alert's own words.
create function restricted_match(match json) returns json language sql immutable as $$
  select json_build_object('field', match -> 'field', 'fieldIndex', 0, 'role', '', 'alertRaw', match -> 'alertRaw',
    'recordRaw', '', 'marks', json '[]', 'byInitialOnly', false, 'otherLegalForm', false, 'variant', null,
    'ruleVersion', match -> 'ruleVersion', 'sentence', '')
$$;

-- Takes away what an ordinary record has left behind, once a revision restricts it. Names met by no parcel alert go;
-- a waiting notice without any line left is skipped by delivery.
create function hide_matches(restricted_event event) returns void language sql as $$
  update outgoing_event set match = restricted_match(match) where event_id = restricted_event.id;
  update event_match set match = restricted_match(match) where event_id = restricted_event.id;
  with gone as (
    delete from outgoing_event where event_id = restricted_event.id and match ->> 'field' is distinct from 'parcel'
    returning *)
  insert into withheld_match (event_id, alert_id, user_id, lines)
  select event_id, alert_id, max(user_id), json_agg(gone order by id) from gone group by event_id, alert_id order by alert_id
  on conflict (event_id, alert_id) do update set lines = excluded.lines, released_at = null, created_at = now();
  update notice n set state = 'cancelled', reason = 'The record is restricted.', ended_at = now()
    where n.event_id = restricted_event.id and n.kind = 'match' and n.state = 'held'
      and not exists (select from outgoing_event o where o.notice_id = n.id);
  -- Its samples may be names of this record; the next check has others.
  update feed_check set requested_at = now(),
      findings = (select coalesce(jsonb_agg(f || '{"samples": []}'), '[]') from jsonb_array_elements(findings) f)
    where feed_id = restricted_event.feed_id;
$$;

create function seal_restricted() returns trigger language plpgsql as $$
begin
  insert into restricted_content (event_id, body) values (new.id, json_build_object(
    'document_type', new.document_type, 'document_description', new.document_description,
    'document_url', new.document_url, 'legal_description', new.legal_description, 'recorded_at', new.recorded_at,
    'recorded_has_time', new.recorded_has_time, 'recorded_on', new.recorded_on, 'parties', new.parties,
    'parcels', new.parcels, 'spoilt_parcels', new.spoilt_parcels, 'situs_addresses', new.situs_addresses,
    'restricted', true, 'extra', new.extra))
  on conflict (event_id) do update set body = excluded.body, matched_at = null;
  -- The same hash: this fires no trigger again.
  update event set document_description = '', document_url = '', legal_description = '', recorded_has_time = false,
      parties = '[]', parcels = '[]', spoilt_parcels = null, situs_addresses = null, extra = null
    where id = new.id;
  if tg_op = 'UPDATE' then
    if not old.restricted then
      perform hide_matches(new);
    end if;
  end if;
  return null;
end $$;
create trigger event_comes_restricted after insert on event
  for each row when (new.restricted) execute function seal_restricted();
create trigger event_is_restricted after update on event
  for each row when (new.restricted and (not old.restricted or new.content_hash <> old.content_hash))
  execute function seal_restricted();

create function unseal_restricted() returns trigger language plpgsql as $$
begin
  delete from restricted_content where event_id = new.id;
  return null;
end $$;
create trigger event_is_unrestricted after update on event
  for each row when (old.restricted and not new.restricted) execute function unseal_restricted();

-- A match that was never told goes with its alert; history that waits to be put back survives it, and goes with the user.
create or replace function forget_alert_keys() returns trigger language plpgsql as $$
begin
  delete from alert_key where alert_id = old.id;
  delete from alert_text where alert_id = old.id;
  delete from event_match where alert_id = old.id;
  delete from withheld_match where alert_id = old.id and lines is null;
  return old;
end $$;

create or replace function forget_user() returns trigger language plpgsql as $$
begin
  delete from delivery d using notice n where n.id = d.notice_id and n.user_id = old.id;
  update notice set state = 'cancelled', reason = 'The account was deleted.', ended_at = now()
    where user_id = old.id and state in ('held', 'waiting', 'in_doubt');
  delete from notice_attempt a using notice n where n.id = a.notice_id and n.user_id = old.id;
  delete from outbox_message m using notice n where n.id = m.notice_id and n.user_id = old.id;
  -- The id keeps two notices of one record apart.
  update notice set target = 'deleted ' || id, data = '{}',
      reason = case when state = 'cancelled' then reason else '' end
    where user_id = old.id;
  delete from outgoing_event where user_id = old.id;
  delete from withheld_match where user_id = old.id;
  delete from record_mute where owner_key = old.id;
  return old;
end $$;
