-- What is watched and who is told.

create table email_address (
  id bigint generated always as identity primary key,
  -- None for addresses taken over from the legacy version.
  owner_id bigint references "user" on delete cascade,
  address text not null,
  address_key text not null generated always as (lower(address)) stored,
  migrated boolean not null default false,
  verified_at timestamptz,
  verification_attempts integer not null default 0,
  created_at timestamptz not null default now(),
  unique nulls not distinct (owner_id, address_key)
);
create index email_address_key on email_address (address_key);
create index email_address_search on email_address using gin (address_key gin_trgm_ops);

create table phone (
  id bigint generated always as identity primary key,
  owner_id bigint references "user" on delete cascade,
  -- E.164
  number text not null,
  format_type text not null default 'STANDARD' check (format_type in ('STANDARD', 'INTERNATIONAL')),
  -- Validated: the number can take texts. Verified: its owner confirmed.
  validated_at timestamptz,
  validation_attempts integer not null default 0,
  validation_problem text not null default '',
  verified_at timestamptz,
  verification_attempts integer not null default 0,
  created_at timestamptz not null default now(),
  unique nulls not distinct (owner_id, number)
);
create index phone_number on phone (number);
create index phone_search on phone using gin (number gin_trgm_ops);

-- 256-bit one-purpose secrets, stored only as a SHA-256 hash.
create table ticket (
  id bigint generated always as identity primary key,
  hash bytea not null unique,
  purpose text not null check (purpose in ('registration', 'email', 'phone', 'password', 'profile-email', 'keep-alerts')),
  user_id bigint references "user" on delete cascade,
  email_id bigint references email_address on delete cascade,
  phone_id bigint references phone on delete cascade,
  -- A phone request also carries a six-digit code; five wrong ones end it.
  code_hash bytea,
  wrong_codes smallint not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  check (num_nonnulls(user_id, email_id, phone_id) >= 1)
);
create index ticket_phone on ticket (phone_id) where phone_id is not null;
create index ticket_email on ticket (email_id) where email_id is not null;
create index ticket_user on ticket (user_id) where user_id is not null;
create index ticket_expiry on ticket (expires_at);

create table alert (
  id bigint generated always as identity primary key,
  -- None for alerts taken over from the legacy version.
  user_id bigint references "user" on delete cascade,
  name text not null,
  alert_type text not null check (alert_type in ('NAME', 'BUSINESS', 'PARCEL_ID')),
  first_name text not null default '',
  last_name text not null default '',
  business_name text not null default '',
  parcel_id text not null default '',
  -- What is watched, as residents read it.
  criteria text not null,
  -- The choice of the user; what is shown (P, or I while paused) is worked out by shared/rules/alert.ts.
  status text not null default 'A' check (status in ('A', 'I')),
  paused_until date,
  nicknames boolean not null default false,
  sound_alikes boolean not null default false,
  all_words boolean not null default false,
  not_by_initial boolean not null default false,
  -- The matching rule its keys were derived by.
  rule_version integer not null,
  county_code text not null default '',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index alert_user on alert (user_id, id);
create index alert_rule on alert (rule_version);
create index alert_search on alert using gin (lower(name || ' ' || criteria) gin_trgm_ops);

create table alert_email (
  alert_id bigint not null references alert on delete cascade,
  email_id bigint not null references email_address on delete cascade,
  position smallint not null,
  acknowledged boolean not null default false,
  -- 'Stop this alert only', from a message. Undone by clearing it.
  stopped_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (alert_id, email_id)
);
create index alert_email_email on alert_email (email_id);

create table alert_phone (
  alert_id bigint not null references alert on delete cascade,
  phone_id bigint not null references phone on delete cascade,
  position smallint not null,
  acknowledged boolean not null default false,
  stopped_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (alert_id, phone_id)
);
create index alert_phone_phone on alert_phone (phone_id);

-- Proof of consent to messages; kept after the alert is gone.
create table consent (
  id bigint generated always as identity primary key,
  user_id bigint references "user" on delete cascade,
  channel text not null check (channel in ('EMAIL', 'PHONE')),
  target text not null,
  wording_version text not null,
  actor_id bigint,
  actor_address text not null default '',
  given_at timestamptz not null default now()
);
create index consent_user on consent (user_id);

-- Addresses that must not be written to. owner_id null: for every owner (bounce, complaint, STOP);
-- otherwise for that owner's alerts only (one-click unsubscribe).
create table suppression (
  id bigint generated always as identity primary key,
  channel text not null check (channel in ('EMAIL', 'PHONE')),
  -- Lower-case address, or E.164.
  target text not null,
  owner_id bigint references "user" on delete cascade,
  -- For an address without an owner (migrated) that unsubscribed.
  email_id bigint references email_address on delete cascade,
  reason text not null check (reason in ('bounce', 'complaint', 'stop', 'unsubscribe', 'staff')),
  detail text not null default '',
  created_at timestamptz not null default now(),
  lifted_at timestamptz,
  -- The owner was told on the next visit.
  told_at timestamptz
);
create unique index suppression_standing on suppression
  (channel, target, coalesce(owner_id, 0), coalesce(email_id, 0)) where lifted_at is null;

-- Candidates are found by these; the pure rule of shared/matching then decides.
-- key_hash is hashtextextended(kind || ':' || normalised, 0).
create table alert_key (
  key_hash bigint not null,
  alert_id bigint not null,
  primary key (key_hash, alert_id)
);
create index alert_key_alert on alert_key (alert_id);

-- Ordered match texts, searched only for record names cut at their feed's width.
create table alert_text (
  match_text text collate "C" not null,
  alert_id bigint not null,
  primary key (match_text, alert_id)
);
create index alert_text_alert on alert_text (alert_id);

-- No foreign keys on the two tables above: they are written in bulk and read on every record.
create function forget_alert_keys() returns trigger language plpgsql as $$
begin
  delete from alert_key where alert_id = old.id;
  delete from alert_text where alert_id = old.id;
  return old;
end $$;
create trigger alert_keys_go_with_alert after delete on alert for each row execute function forget_alert_keys();
