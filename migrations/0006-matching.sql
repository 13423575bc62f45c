-- How records find the alerts that match them, and the history of what matched.

-- The keys of each record, for 13 months: for previews and revisions.
create table event_key (
  key_hash bigint not null,
  event_id bigint not null,
  recorded_on date not null
) partition by range (recorded_on);
-- For records dated outside these months: a wrong date, an old book.
create table event_key_other partition of event_key default;
create index event_key_hash on event_key (key_hash, recorded_on);

-- The distinct last names and first names of records, in which the preview of an alert finds similar spellings.
create table record_word (
  word text collate "C" primary key
);

-- Records before this id were read by an earlier version of the rule: a worker reads them again, newest first, and adds
-- the keys and words that they lack. No row: there are no such records.
create table reread_backlog (
  "only" boolean primary key default true check ("only"),
  before_event bigint not null
);

create table match_queue (
  event_id bigint primary key,
  attempts smallint not null default 0,
  -- After a failure, not before this moment.
  not_before timestamptz not null default now(),
  -- No failed try changes it, so that the health check sees when matching makes no progress.
  queued_at timestamptz not null default now(),
  -- It was in a batch whose worker died: matched alone from then on, so that it holds up no other record.
  alone boolean not null default false
);

-- The records that a worker is matching. Written before, and deleted with its commit: a row whose records another worker
-- can lock belongs to a worker that died.
create table match_batch (
  id bigint generated always as identity primary key,
  event_ids bigint[] not null,
  begun_at timestamptz not null default now()
);

-- Records that were matched while some alerts had keys of an older rule or mask: matched again when no alert has.
create table match_again (
  event_id bigint primary key
);

-- One row per record and alert, whatever the revision: an alert notifies of a record once.
create table event_match (
  event_id bigint not null,
  alert_id bigint not null,
  revision integer not null,
  -- shared/contract/match.ts Match
  match json not null,
  matched_at timestamptz not null default now(),
  primary key (event_id, alert_id)
);
create index event_match_alert on event_match (alert_id);
create index event_match_time on event_match (matched_at);

-- History: one row per record, alert and recipient, as they were. It outlives the alert, but not the user. Written in
-- bulk, so without foreign keys.
create table outgoing_event (
  id bigint generated always as identity primary key,
  user_id bigint,
  event_id bigint not null,
  revision integer not null,
  alert_id bigint not null,
  alert_name text not null,
  criteria text not null,
  channel text not null check (channel in ('EMAIL', 'PHONE')),
  recipient_id bigint not null,
  target text not null,
  match json not null,
  -- Null if nothing was sent; skip_reason says why.
  notice_id bigint,
  skip_reason text not null default '',
  created_at timestamptz not null default now(),
  unique (event_id, alert_id, channel, recipient_id)
);
create index outgoing_event_history on outgoing_event (user_id, created_at desc, id desc);
create index outgoing_event_recipient on outgoing_event (channel, recipient_id, created_at desc);
create index outgoing_event_notice on outgoing_event (notice_id);

-- Functions, triggers and views

-- The application's role may not create tables; this makes the month's partition, and drops those past 13 months.
create function keep_event_key_partitions(today date) returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  month date;
  name text;
  old record;
begin
  -- It drops tables with its owner's rights: others may only say what day it is.
  if session_user <> current_user and abs(today - current_date) > 2 then
    raise exception 'today is not %', today using errcode = 'invalid_parameter_value';
  end if;
  for month in select generate_series(date_trunc('month', today) - interval '12 months', date_trunc('month', today) + interval '2 months', interval '1 month')::date loop
    name := 'event_key_' || to_char(month, 'YYYY_MM');
    if to_regclass(name) is null then
      execute format('create table %I partition of event_key for values from (%L) to (%L)', name, month, (month + interval '1 month')::date);
    end if;
  end loop;
  for old in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'event_key'::regclass and c.relname ~ '^event_key_\d{4}_\d{2}$'
      and to_date(substring(c.relname from 11), 'YYYY_MM') < date_trunc('month', today) - interval '13 months'
  loop
    execute format('drop table %I', old.relname);
  end loop;
end $$;
select keep_event_key_partitions(current_date);
