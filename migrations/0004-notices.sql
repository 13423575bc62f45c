-- What is told, to whom, and how it went. Rows are the truth; jobs only say 'look'.
-- The money path (match, notice, claim) writes in bulk: these tables carry no foreign keys,
-- and triggers below take care of a deleted user.

-- History: one row per record, alert and recipient, as they were. Survives the alert, goes with the user.
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
  -- Null where nothing was sent: a paused alert, an unverified recipient.
  notice_id bigint,
  unsent_reason text not null default '',
  created_at timestamptz not null default now(),
  unique (event_id, alert_id, channel, recipient_id)
);
create index outgoing_event_history on outgoing_event (user_id, created_at desc, id desc);
create index outgoing_event_recipient on outgoing_event (channel, recipient_id, created_at desc);
create index outgoing_event_notice on outgoing_event (notice_id);

-- A message: one per event revision, owner and address.
create table notice (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('match', 'verify', 'account', 'test')),
  -- Names a template of src-worker/templates.
  template text not null,
  event_id bigint,
  revision integer,
  user_id bigint,
  -- user_id, or -recipient_id for an address without an owner.
  owner_key bigint not null,
  channel text not null check (channel in ('EMAIL', 'PHONE')),
  recipient_id bigint,
  target text not null,
  -- What the template needs besides the rows it reads; never a secret.
  data json not null default '{}',
  -- held: by the flood guard. in_doubt: the provider's answer never came.
  state text not null default 'waiting' check
    (state in ('held', 'waiting', 'in_doubt', 'accepted', 'delivered', 'failed', 'cancelled')),
  reason text not null default '',
  possibly_twice boolean not null default false,
  -- Sent to the owner's email because the text budget was spent.
  instead_of_text boolean not null default false,
  provider_message_id text,
  created_at timestamptz not null default now(),
  accepted_at timestamptz,
  ended_at timestamptz
);
create unique index notice_once on notice (event_id, revision, owner_key, channel, target) where kind = 'match';
create index notice_user on notice (user_id, created_at desc);
create index notice_provider on notice (provider_message_id) where provider_message_id is not null;
create index notice_open on notice (created_at) where state in ('held', 'waiting', 'in_doubt');
create index notice_failed on notice (ended_at) where state = 'failed';
create index notice_texts_accepted on notice (accepted_at) where channel = 'PHONE' and accepted_at is not null;
create index notice_recipient on notice (channel, recipient_id, created_at desc);

-- The narrow work row, deleted when its notice reaches an end.
create table delivery (
  notice_id bigint primary key,
  -- 0: somebody is waiting for it (codes, links, resets). 1: notices of matches.
  lane smallint not null,
  next_attempt_at timestamptz not null default now(),
  lease_until timestamptz,
  -- Fencing: each claim adds one, and only that claim may write the outcome.
  attempt integer not null default 0,
  -- Calls made, for the retry schedule.
  calls smallint not null default 0,
  -- Committed just before the provider is called.
  calling_at timestamptz,
  -- The answer to this call never came; the provider is asked before it is made again.
  doubt_since timestamptz
) with (fillfactor = 50);
create index delivery_due on delivery (lane, next_attempt_at);

create table notice_attempt (
  notice_id bigint not null,
  attempt integer not null,
  called_at timestamptz not null,
  ended_at timestamptz not null,
  outcome text not null check (outcome in ('accepted', 'refused', 'retry', 'in_doubt')),
  provider_message_id text,
  detail text not null default '',
  primary key (notice_id, attempt)
);

-- Webhooks as they came, verified, then applied in any order and any number of times.
create table provider_callback (
  id bigint generated always as identity primary key,
  provider text not null check (provider in ('sendgrid', 'twilio-status', 'twilio-inbound')),
  dedupe_key text not null,
  body json not null,
  received_at timestamptz not null default now(),
  applied_at timestamptz,
  problem text not null default '',
  unique (provider, dedupe_key)
);
create index provider_callback_waiting on provider_callback (id) where applied_at is null;

-- Answers from a notice: 'expected', 'not-me', 'wrong'.
create table notice_answer (
  notice_id bigint primary key,
  event_id bigint not null,
  owner_key bigint not null,
  answer text not null check (answer in ('expected', 'not-me', 'wrong')),
  answered_at timestamptz not null default now()
);
create index notice_answer_time on notice_answer (answer, answered_at);

-- 'This is not about me': that record and its revisions are not told to this owner again.
create table record_mute (
  owner_key bigint not null,
  event_id bigint not null,
  created_at timestamptz not null default now(),
  primary key (owner_key, event_id)
);

-- For the flood guard: notices decided in a county day.
create table notice_day (
  day date primary key,
  notices integer not null
);

-- The message store of the demo.
create table outbox_message (
  id bigint generated always as identity primary key,
  notice_id bigint,
  channel text not null check (channel in ('EMAIL', 'PHONE')),
  recipient text not null,
  subject text not null default '',
  text text not null,
  html text not null default '',
  headers json not null default '{}',
  created_at timestamptz not null default now()
);
create index outbox_message_recipient on outbox_message (lower(recipient), id desc);

create function forget_user() returns trigger language plpgsql as $$
begin
  delete from delivery d using notice n where n.id = d.notice_id and n.user_id = old.id and n.kind <> 'account';
  update notice set state = 'cancelled', reason = 'The account was deleted.', ended_at = now()
    where user_id = old.id and kind <> 'account' and state in ('held', 'waiting', 'in_doubt');
  delete from outgoing_event where user_id = old.id;
  delete from record_mute where owner_key = old.id;
  return old;
end $$;
create trigger history_goes_with_user after delete on "user" for each row execute function forget_user();

create function cancel_for_recipient() returns trigger language plpgsql as $$
declare
  its_channel text := case tg_table_name when 'phone' then 'PHONE' else 'EMAIL' end;
begin
  delete from delivery d using notice n
    where n.id = d.notice_id and n.channel = its_channel and n.recipient_id = old.id;
  update notice set state = 'cancelled', reason = 'The recipient was removed.', ended_at = now()
    where channel = its_channel and recipient_id = old.id and state in ('held', 'waiting', 'in_doubt');
  return old;
end $$;
create trigger unsent_goes_with_email after delete on email_address for each row execute function cancel_for_recipient();
create trigger unsent_goes_with_phone after delete on phone for each row execute function cancel_for_recipient();
