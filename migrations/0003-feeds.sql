-- Recorded documents as the feeds post them.

create table feed (
  id bigint generated always as identity primary key,
  name text not null,
  -- What the feed states of its files; null or false where it states nothing.
  time_zone text,
  name_order text check (name_order in ('LAST_FIRST', 'FIRST_LAST')),
  name_width integer check (name_width between 5 and 500),
  column_mapping jsonb,
  double_space_splits boolean not null default false,
  loses_leading_zeros boolean not null default false,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz,
  closed_at timestamptz,
  version integer not null default 1
);
create unique index feed_name on feed (lower(name));

create table feed_key (
  id bigint generated always as identity primary key,
  feed_id bigint not null references feed on delete cascade,
  key_hash bytea not null unique,
  -- The first characters, so that staff can tell keys apart.
  hint text not null,
  created_at timestamptz not null default now(),
  created_by bigint,
  revoked_at timestamptz
);
create index feed_key_feed on feed_key (feed_id);

create table event (
  id bigint generated always as identity primary key,
  -- Of a feed, which is closed but never deleted. Without a foreign key: its check would cost a quarter of every insert.
  feed_id bigint not null,
  document_id text not null,
  revision integer not null default 1,
  -- SHA-256 of every read field, canonicalised: the same content again is a duplicate.
  content_hash bytea not null,
  document_type text not null default '',
  document_description text not null default '',
  recorded_at timestamptz not null,
  -- False where the feed gave a date only.
  recorded_has_time boolean not null,
  -- The county's date.
  recorded_on date not null,
  document_url text not null default '',
  legal_description text not null default '',
  parties json not null,
  parcels json not null,
  -- Parcel values set aside, each with its reason: [{ value, reason }].
  spoilt_parcels json,
  extra json,
  received_at timestamptz not null default now(),
  unique (feed_id, document_id)
);
create index event_received on event (received_at);

-- Superseded content of revised documents.
create table event_revision (
  event_id bigint not null references event on delete cascade,
  revision integer not null,
  content_hash bytea not null,
  body json not null,
  received_at timestamptz not null,
  primary key (event_id, revision)
);

-- Items that could not be taken, and events that matching could not read. Kept as sent.
create table quarantine (
  id bigint generated always as identity primary key,
  feed_id bigint references feed on delete cascade,
  stage text not null check (stage in ('ingest', 'matching')),
  event_id bigint references event on delete cascade,
  document_id text not null default '',
  body json not null,
  problems jsonb not null,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  -- 'retried' or 'dismissed'
  outcome text check (outcome in ('retried', 'dismissed'))
);
create index quarantine_open on quarantine (created_at desc) where settled_at is null;

-- The keys a record could be hit by, 13 months of them: for previews and revisions.
create table event_key (
  key_hash bigint not null,
  event_id bigint not null,
  recorded_on date not null
) partition by range (recorded_on);
create index event_key_hash on event_key (key_hash, recorded_on);

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
-- Records dated outside the months kept (a wrong date, an old book) still find a place.
create table event_key_other partition of event_key default;
select keep_event_key_partitions(current_date);

create table match_queue (
  event_id bigint primary key,
  attempts smallint not null default 0,
  -- After a failure, not before this moment.
  not_before timestamptz not null default now()
);

-- One row per record and alert, whatever the revision: an alert is told once.
create table event_match (
  event_id bigint not null,
  alert_id bigint not null,
  revision integer not null,
  -- shared/matching/types.ts Match
  match json not null,
  matched_at timestamptz not null default now(),
  primary key (event_id, alert_id)
);
create index event_match_alert on event_match (alert_id);
create index event_match_time on event_match (matched_at);
