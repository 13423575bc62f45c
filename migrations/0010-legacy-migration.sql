-- The one-way copy from the legacy version, and the way back.

alter table migration_run
  -- 'restore' puts back what the run `restores` wiped.
  add column kind text not null default 'import' check (kind in ('import', 'restore')),
  add column restores bigint references migration_run,
  -- What was wiped is no longer kept: nothing can be put back.
  add column copy_deleted boolean not null default false;
-- What was wiped is far too much for one value: it stands in migration_copy.
alter table migration_run drop column copy;

-- What stood before a run, row by row, as it was.
create table migration_copy (
  run_id bigint not null references migration_run on delete cascade,
  -- The table that the row is of.
  of text not null check (of in
    ('email_address', 'alert', 'alert_email', 'alert_phone', 'event_match', 'ticket', 'suppression', 'notice', 'delivery')),
  -- By it rows are taken in portions; the row's own id where it has one.
  place bigint not null,
  body json not null
);
create index migration_copy_run on migration_copy (run_id, of, place);

-- What was read of the legacy database, checked, until it is imported. Not logged: a run that dies begins anew.
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
  -- The address it is told at, once that is imported.
  email_id bigint,
  primary key (run_id, legacy_id)
);
create index migration_email_place on migration_email (run_id, place);
create index migration_alert_place on migration_alert (run_id, place);

-- Rows that could not be taken over, by their number in the legacy database and never with a person's details.
create table migration_skipped (
  id bigint generated always as identity primary key,
  run_id bigint not null references migration_run on delete cascade,
  of text not null check (of in ('EMAIL', 'ALERT')),
  legacy_id text not null,
  reason text not null
);
create index migration_skipped_run on migration_skipped (run_id, id);

-- Deleting an address looks for its stops.
create index suppression_email on suppression (email_id) where email_id is not null;
