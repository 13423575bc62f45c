-- A database that is older than it was: restored from a backup, or a standby that was behind when it took over. How it
-- is noticed, and what follows.

-- One row. Its position grows every few seconds while a server or worker runs; each keeps what it saw in a file of its
-- own outside the database. A position behind such a file is an older database.
create table database_mark (
  "only" boolean primary key default true check ("only"),
  database_id uuid not null default gen_random_uuid(),
  -- Another after each restore that was noticed: files that name one before it are no news any more.
  timeline uuid not null default gen_random_uuid(),
  position bigint not null default 0,
  position_at timestamptz not null default now()
) with (fillfactor = 50);
insert into database_mark default values;

-- Until it is released, nothing goes out but what was asked for since.
create table database_restore (
  id bigint generated always as identity primary key,
  -- The moment of the backup: what happened after it is unknown.
  backup_at timestamptz not null,
  noticed_at timestamptz not null default now(),
  noticed_by text not null check (noticed_by in ('mark', 'command', 'staff')),
  timeline_before uuid not null,
  -- Notices up to this one were open then; later ones were decided since.
  last_notice_id bigint not null,
  emails_in_doubt integer not null,
  texts_in_doubt integer not null,
  held integer not null,
  sessions_ended integer not null,
  reset_links_ended integer not null,
  -- What each feed had posted last.
  feeds json not null,
  released_at timestamptz,
  released_by bigint,
  released_by_name text not null default ''
);
create unique index database_restore_open on database_restore ((released_at is null)) where released_at is null;

-- It may have been sent since this moment by the database as it was before a restore.
alter table notice add column maybe_sent_since timestamptz;

-- Ids given out since the backup stand in links and in reports of providers: they are never given out again.
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
