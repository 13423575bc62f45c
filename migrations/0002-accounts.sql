-- Accounts, and how their owners prove who they are.

create extension if not exists pg_trgm;

-- Lists of the control panel find any text of three characters by an index. The trigram index only knows letters and
-- digits, so what lies between them becomes letters too. That may find too much: a search also compares the text itself.
create function as_letters(text) returns text language sql immutable strict parallel safe
  return regexp_replace(translate($1, ' .@-', 'xqzj'), '[^[:alnum:]]', 'q', 'g');

-- One or two characters match only the beginning of a username, a name or an email.
create function user_beginnings(username text, first_name text, last_name text, email text) returns text[]
  language sql immutable parallel safe
  return array[
    left(lower(username), 1), left(lower(username), 2), left(lower(first_name), 1), left(lower(first_name), 2),
    left(lower(last_name), 1), left(lower(last_name), 2), left(lower(email), 1), left(lower(email), 2)];

create table "user" (
  id bigint generated always as identity primary key,
  username text not null,
  -- Usernames are ASCII: in this order they read the same everywhere.
  username_key text collate "C" generated always as (lower(username)) stored,
  role text not null default 'USER' check (role in ('FOREVER', 'TRIMIN', 'COUNTY', 'USER', 'GUEST')),
  -- A active, I inactive, P pending registration, L locked out.
  status text not null default 'A' check (status in ('A', 'I', 'P', 'L')),
  first_name text not null default '',
  last_name text not null default '',
  company text not null default '',
  address text not null default '',
  city text not null default '',
  state text not null default '',
  zip text not null default '',
  email text not null default '',
  -- When the owner followed a link that was sent to this email; null for one that staff typed.
  email_verified_at timestamptz,
  -- A new profile email counts only once confirmed.
  pending_email text,
  -- Whether the alerts that notify the old email are to notify the new one once it is verified.
  pending_email_moves_alerts boolean not null default false,
  phone_format_type text not null default 'STANDARD' check (phone_format_type in ('STANDARD', 'INTERNATIONAL')),
  phone text not null default '',
  language text not null default 'ENGLISH',
  password_hash text,
  failed_logins integer not null default 0,
  -- Wrong passwords from unknown browsers since the owner last proved who they are.
  unproven_failures integer not null default 0,
  totp_secret text,
  totp_on boolean not null default false,
  -- The last 30-second step whose code was used: no code is valid twice.
  totp_last_step bigint not null default 0,
  -- A new administrator needs more than the password that staff chose to set up an authenticator app: a code from the
  -- administrator who made the account, or a link to its mailbox.
  enrollment_unproven boolean not null default false,
  enrollment_code_hash bytea,
  enrollment_code_until timestamptz,
  -- Sessions begun before this moment are over; every session check reads it.
  sessions_ended_at timestamptz not null default '-infinity',
  created_at timestamptz not null default now(),
  last_login_at timestamptz,
  -- The last login, saved alert or followed link: what the purge looks at.
  last_active_at timestamptz not null default now(),
  -- When the first and the second letter were written. They count only while the account is unused.
  purge_warned_at timestamptz,
  purge_reminded_at timestamptz,
  purge_on date,
  purge_notice_id bigint,
  version integer not null default 1,
  search text generated always as
    (lower(username || ' ' || first_name || ' ' || last_name || ' ' || email)) stored,
  search_letters text generated always as
    (as_letters(lower(username || ' ' || first_name || ' ' || last_name || ' ' || email))) stored
);
create unique index user_username on "user" (lower(username));
create index user_email on "user" (lower(email));
create index user_last_active on "user" (last_active_at) where role in ('USER', 'GUEST');
create index user_purge_warned on "user" (purge_on) where purge_warned_at is not null;
-- Roles that some administrators may not see: few rows.
create index user_staff on "user" (role, id) where role in ('FOREVER', 'TRIMIN', 'COUNTY');
create index user_list on "user" (username_key, id) include (role, status);
create index user_list_by_status on "user" (status, username_key, id) include (role);
create index user_beginnings on "user" using gin (user_beginnings(username, first_name, last_name, email));
create index user_search on "user" using gin (search_letters gin_trgm_ops);
-- A text that many users have is looked for in the order of the list, without the table.
create index user_walk on "user" (username_key, id) include (role, status, search);

create table session (
  -- SHA-256 of the token in the cookie, in hex.
  id text primary key,
  user_id bigint not null references "user" on delete cascade,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  last_seen timestamptz not null default now(),
  user_agent text not null default '',
  address text not null default '',
  -- When the password was last entered: dangerous pages require that it was recently.
  confirmed_at timestamptz not null default now()
);
create index session_by_user on session (user_id);
create index session_expiry on session (expires_at);

-- One row: sessions of USER and GUEST begun before this moment are over (lockout, step 2).
create table session_epoch (
  "only" boolean primary key default true check ("only"),
  end_users_ended_at timestamptz not null default '-infinity'
);
insert into session_epoch default values;

create table known_browser (
  token_hash bytea primary key,
  user_id bigint not null references "user" on delete cascade,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now()
);
create index known_browser_user on known_browser (user_id);

create table recovery_code (
  user_id bigint not null references "user" on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- What a person entered, until the first login. Each link completes the registration that it was sent for.
create table registration (
  id bigint generated always as identity primary key,
  user_id bigint not null references "user" on delete cascade,
  password_hash text not null,
  language text not null,
  details jsonb not null,
  -- SHA-256 of the browser's cookie: it may correct the email as long as no other browser registered.
  browser_hash bytea not null,
  created_at timestamptz not null default now(),
  -- The alerts that it asks for, without recipients: they will notify the email that the link confirms.
  watch jsonb not null default '[]',
  -- The consent to emails about them: the wording's version and the network address. Null if the county asked for none.
  consent jsonb,
  -- The id of each alert, or why it was not created. Null until the link is followed, and again once another link of
  -- the account replaced its alerts.
  outcome jsonb
);
create index registration_user on registration (user_id);

-- A purge of unused accounts, and its progress. The rule finds the accounts each time, so a killed run can go on.
create table purge_run (
  id bigint generated always as identity primary key,
  -- The county's day, of a scheduled run; null for Purge Now.
  scheduled_on date unique,
  -- Users last active before this moment.
  active_before timestamptz not null,
  started_at timestamptz not null default now(),
  started_by bigint,
  started_by_name text not null default '',
  -- Users found when it began, users deleted so far, and letters written.
  found integer not null default 0,
  purged integer not null default 0,
  letters integer not null default 0,
  ended_at timestamptz
);
create index purge_run_open on purge_run (id) where ended_at is null;

-- Functions, triggers and views

create function user_email_changed() returns trigger language plpgsql as $$
begin
  -- A statement that sets another address must also say that it is verified; otherwise it is not.
  if new.email_verified_at is not distinct from old.email_verified_at then
    new.email_verified_at := null;
  end if;
  return new;
end $$;

create trigger user_email_is_unverified before update of email on "user"
  for each row when (lower(old.email) <> lower(new.email)) execute function user_email_changed();
