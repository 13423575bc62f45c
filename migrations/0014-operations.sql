-- Restores that the service notices, backups, and the one-way copy from the legacy version.


-- One row, by which a process notices that the database is older than it was: restored from a backup, or a standby that
-- was behind when it took over. The position grows every few seconds; each process keeps what it saw in a file outside the
-- database.
create table database_mark (
  "only" boolean primary key default true check ("only"),
  database_id uuid not null default gen_random_uuid(),
  -- Changes with each restore that was noticed: files that name an earlier one no longer count.
  timeline uuid not null default gen_random_uuid(),
  position bigint not null default 0,
  position_at timestamptz not null default now()
) with (fillfactor = 50);
insert into database_mark default values;

-- A restore that was noticed. Until staff release it, only messages that were asked for since are sent.
create table database_restore (
  id bigint generated always as identity primary key,
  -- The moment of the backup: what happened after it is unknown.
  backup_at timestamptz not null,
  noticed_at timestamptz not null default now(),
  noticed_by text not null check (noticed_by in ('mark', 'command', 'staff')),
  timeline_before uuid not null,
  -- Notices with a higher id were decided since.
  last_notice_id bigint not null,
  emails_in_doubt integer not null,
  texts_in_doubt integer not null,
  held integer not null,
  sessions_ended integer not null,
  reset_links_ended integer not null,
  -- What each feed had last posted.
  feeds json not null,
  released_at timestamptz,
  released_by bigint,
  released_by_name text not null default ''
);
create unique index database_restore_open on database_restore ((released_at is null)) where released_at is null;

-- When the newest backup was complete.
create table last_backup (
  "only" boolean primary key default true check ("only"),
  made_at timestamptz not null default now()
);

-- Runs of the one-way copy from the legacy version, with what is needed to put things back.
create table migration_run (
  id bigint generated always as identity primary key,
  started_at timestamptz not null default now(),
  started_by bigint,
  -- 'restore' puts back what the run `restores` wiped.
  kind text not null default 'import' check (kind in ('import', 'restore')),
  restores bigint references migration_run,
  state text not null default 'running' check (state in ('running', 'done', 'failed', 'restored')),
  progress json not null default '{}',
  -- What was wiped is no longer kept and cannot be put back.
  copy_deleted boolean not null default false,
  ended_at timestamptz
);

-- The rows from before a run.
create table migration_copy (
  run_id bigint not null references migration_run on delete cascade,
  -- The table that the row is of.
  of text not null check (of in
    ('email_address', 'alert', 'alert_email', 'alert_phone', 'alert_exception', 'event_match', 'ticket', 'suppression',
    'notice', 'delivery')),
  -- The order in which rows are read in portions; the row's id if it has one.
  place bigint not null,
  body json not null
);
create index migration_copy_run on migration_copy (run_id, of, place);

-- What was read of the legacy database, until it is imported. Unlogged: a run that dies begins again.
create unlogged table migration_email (
  run_id bigint not null,
  place bigint generated always as identity,
  legacy_id text not null,
  address text not null,
  primary key (run_id, legacy_id)
);

create unlogged table migration_alert (
  run_id bigint not null,
  place bigint generated always as identity,
  legacy_id text not null,
  legacy_email_id text not null,
  alert_type text not null,
  first_name text not null,
  last_name text not null,
  business_name text not null,
  parcel_id text not null,
  criteria text not null,
  name text not null,
  status text not null,
  -- The address that it notifies, once that is imported.
  email_id bigint,
  primary key (run_id, legacy_id)
);
create index migration_email_place on migration_email (run_id, place);
create index migration_alert_place on migration_alert (run_id, place);

-- Rows that could not be imported, by their number in the legacy database and never with a person's details.
create table migration_skipped (
  id bigint generated always as identity primary key,
  run_id bigint not null references migration_run on delete cascade,
  of text not null check (of in ('EMAIL', 'ALERT')),
  legacy_id text not null,
  reason text not null
);
create index migration_skipped_run on migration_skipped (run_id, id);

-- Functions, triggers and views

-- Ids from after the backup are in links and in reports of providers: they are never used again.
create function skip_ids(skipped bigint) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  of_table text;
  sequence text;
begin
  foreach of_table in array array['user', 'email_address', 'phone', 'alert', 'feed', 'event', 'notice'] loop
    sequence := pg_get_serial_sequence(format('public.%I', of_table), 'id');
    perform setval(sequence, nextval(sequence) + skipped);
  end loop;
end $$;
revoke execute on function skip_ids(bigint) from public;
