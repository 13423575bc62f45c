-- Purges of accounts that nobody uses, authenticator codes, and passwords confirmed again.

-- A purge and how far it came. The rows to delete are found by the rule each time; a run that was killed goes on.
create table purge_run (
  id bigint generated always as identity primary key,
  -- The county's day, of a scheduled run; null for Purge Now.
  scheduled_on date unique,
  -- Users last active before this moment.
  active_before timestamptz not null,
  started_at timestamptz not null default now(),
  started_by bigint,
  started_by_name text not null default '',
  -- Users found when it began, gone so far, and letters written.
  found integer not null default 0,
  purged integer not null default 0,
  letters integer not null default 0,
  ended_at timestamptz
);
create index purge_run_open on purge_run (id) where ended_at is null;

-- purge_warned_at is the first letter's time, purge_reminded_at the second's; both count only while nothing was done since.
alter table "user" add column purge_reminded_at timestamptz;
alter table "user" add column purge_on date;
alter table "user" add column purge_notice_id bigint;
create index user_purge_warned on "user" (purge_on) where purge_warned_at is not null;

-- The last 30-second step whose code was used: none is good twice.
alter table "user" add column totp_last_step bigint not null default 0;
create table recovery_code (
  user_id bigint not null references "user" on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- When the password was last entered; dangerous pages want it to be recent.
alter table session add column confirmed_at timestamptz;
update session set confirmed_at = created_at;
alter table session alter column confirmed_at set default now(), alter column confirmed_at set not null;
