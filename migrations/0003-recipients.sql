-- The addresses and numbers that get messages, and what keeps messages from them.

create table email_address (
  id bigint generated always as identity primary key,
  -- Null for an address that was taken over from the legacy version.
  owner_id bigint references "user" on delete cascade,
  address text not null,
  address_key text not null generated always as (lower(address)) stored,
  search_letters text generated always as
    (as_letters(lower(address))) stored,
  -- Whether an active alert uses it. Kept by triggers, since the lists of a large county filter by it.
  in_use boolean not null default false,
  migrated boolean not null default false,
  -- It was the account's email until another took its place: home says which alerts still notify it. False once its
  -- owner says that they may.
  former_contact boolean not null default false,
  verified_at timestamptz,
  verification_attempts integer not null default 0,
  created_at timestamptz not null default now(),
  unique nulls not distinct (owner_id, address_key)
);
create index email_address_key on email_address (address_key);
create index email_address_search on email_address using gin (search_letters gin_trgm_ops);
create index email_address_by_address on email_address (address_key collate "C", id)
  include (owner_id, migrated, in_use);
create index email_address_unused on email_address (address_key collate "C", id) include (owner_id) where not in_use;

create table phone (
  id bigint generated always as identity primary key,
  owner_id bigint references "user" on delete cascade,
  -- E.164
  number text not null,
  -- Without the 1 of North America, as the number is shown.
  digits text collate "C" generated always as
    (case when number like '+1__________' then substr(number, 3) else substr(number, 2) end) stored,
  format_type text not null default 'STANDARD' check (format_type in ('STANDARD', 'INTERNATIONAL')),
  in_use boolean not null default false,
  former_contact boolean not null default false,
  -- Validated: the number can receive texts. Verified: its owner entered the code.
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
create index phone_by_digits on phone (digits, id) include (owner_id, number, in_use);
create index phone_unused on phone (digits, id) include (owner_id, number) where not in_use;

-- A link or code in a message: a 256-bit secret for one purpose, stored only as its SHA-256 hash.
create table ticket (
  id bigint generated always as identity primary key,
  hash bytea not null unique,
  purpose text not null check (purpose in
    ('registration', 'email', 'phone', 'password', 'profile-email', 'keep-alerts', 'usernames', 'not-me', 'enrollment')),
  user_id bigint references "user" on delete cascade,
  email_id bigint references email_address on delete cascade,
  phone_id bigint references phone on delete cascade,
  -- Where it was sent: it proves this address, whatever the account has by then.
  target text,
  -- Null once the registration is over: such a link completes the account as it is.
  registration_id bigint references registration on delete set null,
  -- Of a six-digit code for a phone; five wrong ones end the ticket.
  code_hash bytea,
  wrong_codes smallint not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  -- The one sample that the holder of a registration's link may ask for.
  sample_sent_at timestamptz,
  -- What the link of a new profile email did when it was first followed: its answer to each later visit.
  replaced text,
  moved_alerts integer,
  check (num_nonnulls(user_id, email_id, phone_id) >= 1)
);
create index ticket_phone on ticket (phone_id) where phone_id is not null;
create index ticket_email on ticket (email_id) where email_id is not null;
create index ticket_user on ticket (user_id) where user_id is not null;
create index ticket_expiry on ticket (expires_at);
create index ticket_registration on ticket (registration_id) where registration_id is not null;

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

-- An address or number that gets no messages of a kind. owner_id null: for every owner (bounce, complaint, STOP);
-- otherwise only for that owner's alerts (one-click unsubscribe). 0010 has the rule.
create table suppression (
  id bigint generated always as identity primary key,
  channel text not null check (channel in ('EMAIL', 'PHONE')),
  -- Lower-case address, or E.164.
  target text not null,
  owner_id bigint references "user" on delete cascade,
  -- For an address without an owner (migrated) that unsubscribed.
  email_id bigint references email_address on delete cascade,
  reason text not null check (reason in ('bounce', 'complaint', 'stop', 'unsubscribe', 'staff')),
  -- everything: of hard bounces and of STOP. messages: all but mail about passwords and security to the account's own
  -- verified email. alerts: one owner's unsubscribe. requests: mail that asks to verify or to register.
  scope text not null check (scope in ('everything', 'messages', 'alerts', 'requests')),
  detail text not null default '',
  created_at timestamptz not null default now(),
  lifted_at timestamptz,
  -- When the owner closed the message about it.
  seen_at timestamptz
);
create unique index suppression_in_effect on suppression
  (channel, target, coalesce(owner_id, 0), coalesce(email_id, 0)) where lifted_at is null;
-- Deleting an address looks for its suppressions.
create index suppression_email on suppression (email_id) where email_id is not null;

-- Functions, triggers and views

-- The account's own email, if its owner followed a link to it.
create view account_email as
  select id as user_id, email as address, lower(email) as address_key from "user"
  where email <> '' and email_verified_at is not null;

-- Email addresses and phones alike. `confirmed`: its owner followed the link or entered the code. `verified`: it gets
-- notices, as does a migrated address, which the legacy version had verified.
create view recipient as
  select 'EMAIL' as channel, id, owner_id, address as target, address_key as target_key, in_use,
    verified_at is not null as confirmed, true as validated, verified_at is not null or migrated as verified
  from email_address
  union all
  select 'PHONE', id, owner_id, number, number, in_use,
    verified_at is not null, validated_at is not null, verified_at is not null and validated_at is not null
  from phone;

create function suppression_scope() returns trigger language plpgsql as $$
begin
  -- Where the reason says it.
  if new.scope is null then
    new.scope := case
      when new.owner_id is not null or new.email_id is not null then 'alerts'
      when new.reason = 'bounce' or new.channel = 'PHONE' then 'everything'
      else 'messages' end;
  end if;
  return new;
end $$;

create trigger suppression_has_scope before insert or update on suppression
  for each row execute function suppression_scope();
