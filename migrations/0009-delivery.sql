-- The work of sending notices, and what providers said about it.

-- A narrow work row, deleted when its notice ends.
create table delivery (
  notice_id bigint primary key,
  -- 0: a person waits for it, such as a code or a link. 1: a notice about a record.
  priority smallint not null,
  -- Since when the message is due. Unlike next_attempt_at, no retry changes it.
  decided_at timestamptz not null default now(),
  next_attempt_at timestamptz not null default now(),
  lease_until timestamptz,
  -- Grows with each claim and never repeats for a notice; only the claim with this number may write the outcome.
  fence integer not null default 0,
  -- The number of the worker that holds the claim, so that others need not wait for the lease of one that died. It counts
  -- only while claim_fence = fence.
  claim_owner integer,
  claim_fence integer,
  -- Calls made since the notice was queued or resent: the place in the retry schedule.
  attempts smallint not null default 0,
  -- Committed just before the provider is called.
  calling_at timestamptz,
  -- Since when a call lacks an answer; the provider is asked before the next call.
  in_doubt_since timestamptz,
  -- The first call that the provider may have accepted although it answered 5xx; it is asked before each further call.
  perhaps_taken_since timestamptz
) with (fillfactor = 50);
create index delivery_due on delivery (priority, next_attempt_at);

-- Counts how often lost work rows were restored. Claims that the database no longer knows must not repeat: each time
-- takes its fences from a range of its own.
create sequence delivery_restored as integer;

-- The numbers of workers that hold claims. Each worker holds the advisory lock of its number on a connection of its own;
-- a worker that finds a number without its lock frees the claims and deletes the row.
create table delivery_worker (
  number integer primary key
);

-- The calls of a provider.
create table notice_attempt (
  notice_id bigint not null,
  attempt integer not null,
  called_at timestamptz not null,
  ended_at timestamptz not null,
  outcome text not null check (outcome in ('accepted', 'refused', 'retry', 'perhaps_taken', 'in_doubt')),
  provider_message_id text,
  detail text not null default '',
  primary key (notice_id, attempt)
);
create index notice_attempt_ended on notice_attempt using brin (ended_at) with (pages_per_range = 32, autosummarize = on);

-- Verified webhooks as they arrived, then applied in any order and any number of times.
create table provider_callback (
  id bigint generated always as identity primary key,
  -- Its reader in shared/node/providers/registry.ts.
  provider text not null,
  dedupe_key text not null,
  body json not null,
  received_at timestamptz not null default now(),
  applied_at timestamptz,
  problem text not null default '',
  unique (provider, dedupe_key)
);
create index provider_callback_waiting on provider_callback (id) where applied_at is null;
-- A STOP that is read late must not undo a START that came after it.
create index provider_callback_from on provider_callback ((body ->> 'From'), received_at)
  where provider = 'twilio-inbound';

-- One row. All texts that arrived before complete_until are in provider_callback. Twilio does not repeat a webhook without
-- an answer, so later texts are also read from its list.
create table inbound_texts (
  id boolean primary key default true check (id),
  complete_until timestamptz not null default now(),
  looked_at timestamptz
);
insert into inbound_texts default values;

-- How the last calls of all workers to a provider ended, written about once a second while there are calls: it shows that
-- a provider accepts nothing before any notice is late.
create table provider_state (
  channel text primary key check (channel in ('EMAIL', 'PHONE')),
  provider text not null default '',
  -- Since the last message that it accepted.
  failed_in_a_row integer not null default 0,
  -- The first of these.
  failing_since timestamptz,
  -- Its answer to the last of these, without addresses.
  last_answer text not null default '',
  last_failed_at timestamptz,
  last_accepted_at timestamptz,
  -- The latest call whose message arrived, as the provider reported: earlier refusals are not in a row with later ones.
  arrived_call_at timestamptz,
  -- When a worker last made a call to find out whether it still fails.
  probed_at timestamptz,
  -- The last call failed for a reason that the county must mend: a wrong key, address or number.
  needs_set_up boolean not null default false
) with (fillfactor = 50);
insert into provider_state (channel) values ('EMAIL'), ('PHONE');

-- Refusals since a provider last accepted a message, of those that do not name the recipient: many alike concern the sender.
create table refusal (
  notice_id bigint primary key,
  channel text not null check (channel in ('EMAIL', 'PHONE')),
  -- What refusals of its kind have in common, without addresses.
  refused_for text not null,
  refused_at timestamptz not null default now(),
  -- Enough different recipients were refused alike: the notice waits again, until a day has passed.
  is_of_sender boolean not null default false,
  is_final boolean not null default false,
  -- The provider accepted the message and refused it later, in a report: then refused_at is the time of the call.
  reported boolean not null default false
);
create index refusal_run on refusal (channel, refused_for);

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
