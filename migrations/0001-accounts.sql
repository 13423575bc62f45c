-- People and how they prove who they are. Settings live here too, because every later rule reads them.

create extension if not exists pg_trgm;

create table setting (
  key text primary key,
  value jsonb not null,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  updated_by bigint
);

create table "user" (
  id bigint generated always as identity primary key,
  username text not null,
  role text not null default 'USER' check (role in ('FOREVER', 'TRIMIN', 'COUNTY', 'USER', 'GUEST')),
  -- A active, I inactive, P pending registration, L locked out
  status text not null default 'A' check (status in ('A', 'I', 'P', 'L')),
  first_name text not null default '',
  last_name text not null default '',
  company text not null default '',
  address text not null default '',
  city text not null default '',
  state text not null default '',
  zip text not null default '',
  email text not null default '',
  -- A new profile email counts only once confirmed.
  pending_email text,
  phone_format_type text not null default 'STANDARD' check (phone_format_type in ('STANDARD', 'INTERNATIONAL')),
  phone text not null default '',
  language text not null default 'ENGLISH',
  password_hash text,
  failed_logins integer not null default 0,
  totp_secret text,
  totp_on boolean not null default false,
  -- Sessions begun before this moment are over; every session check reads it.
  sessions_ended_at timestamptz not null default '-infinity',
  created_at timestamptz not null default now(),
  last_login_at timestamptz,
  -- Log-in, an alert saved, a link in a message followed: what the purge looks at.
  last_active_at timestamptz not null default now(),
  purge_warned_at timestamptz,
  version integer not null default 1
);
create unique index user_username on "user" (lower(username));
create index user_email on "user" (lower(email));
create index user_search on "user" using gin
  (lower(username || ' ' || first_name || ' ' || last_name || ' ' || email) gin_trgm_ops);
create index user_last_active on "user" (last_active_at) where role in ('USER', 'GUEST');

create table session (
  -- SHA-256 of the token in the cookie, in hex.
  id text primary key,
  user_id bigint not null references "user" on delete cascade,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  last_seen timestamptz not null default now(),
  user_agent text not null default '',
  address text not null default ''
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

create table throttle (
  -- What is counted, hashed with the window's kind: no address or name can be read from it.
  key text primary key,
  hits integer not null,
  window_started_at timestamptz not null
);
create index throttle_age on throttle (window_started_at);
