-- The messages that the program decided to send, and what their readers answered.

-- One per revision of a record, owner and address. Rows are the truth; jobs only say 'look'. Written in bulk, so without
-- foreign keys. A delivery ends in place (a heap-only update): no index may depend on a column that it changes, so lists
-- of what needs attention use columns that are null for whatever was simply accepted.
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
  -- What the template needs in addition to the rows that it reads; never a secret.
  data json not null default '{}',
  -- held: over the daily limit, or an old record. in_doubt: the provider's answer never arrived.
  state text not null default 'waiting' check
    (state in ('held', 'waiting', 'in_doubt', 'accepted', 'delivered', 'failed', 'canceled')),
  reason text not null default '',
  -- Failed because we gave up: a later report of the provider is the truth. What the provider refused stays failed.
  given_up boolean not null default false,
  -- The failure concerns only this address, such as a full mailbox or a number that is not in use.
  address_refused boolean not null default false,
  possible_duplicate boolean not null default false,
  -- The call whose report gave it its state: of several calls, one that arrived decides.
  reported_call integer,
  -- The last attempt before staff resent it; null if they did not, or if that was canceled. Until the resent message has
  -- an outcome, reports of earlier attempts change state_before_resend.
  resent_after integer,
  -- The outcome of those attempts, as the provider reported; null if it accepted none of them.
  state_before_resend text check (state_before_resend in ('accepted', 'delivered', 'failed')),
  -- Sent to the owner's email because the text budget was spent.
  instead_of_text boolean not null default false,
  -- Since this moment the database as it was before a restore may have sent it.
  maybe_sent_since timestamptz,
  provider_message_id text,
  created_at timestamptz not null default now(),
  accepted_at timestamptz,
  ended_at timestamptz,
  held_since timestamptz generated always as (case when state = 'held' then created_at end) stored,
  failed_at timestamptz generated always as (case when state = 'failed' then ended_at end) stored,
  text_accepted_at timestamptz generated always as (case when channel = 'PHONE' then accepted_at end) stored
) with (fillfactor = 50);
create unique index notice_once on notice (event_id, revision, owner_key, channel, target) where kind = 'match';
create index notice_user on notice (user_id, created_at desc);
create index notice_recipient on notice (channel, recipient_id, created_at desc);
-- BRIN: rows are in the order of these times, and it costs delivery almost nothing.
create index notice_accepted on notice using brin (accepted_at) with (pages_per_range = 32, autosummarize = on);
create index notice_held on notice (reason, held_since) where held_since is not null;
create index notice_failed on notice (failed_at desc, id desc) where failed_at is not null;
create index notice_text_accepted on notice (text_accepted_at) where text_accepted_at is not null;

-- What 'This is not about me' left out of an alert.
create table alert_exception (
  id bigint generated always as identity primary key,
  alert_id bigint not null references alert on delete cascade,
  kind text not null check (kind in ('middleName', 'coOwner')),
  -- Normalized: a middle name, or 'LAST NAME, GIVEN NAMES' of a co-owner. `written` is what the owner reads.
  value text not null,
  written text not null,
  -- The notice whose page offered it.
  notice_id bigint references notice on delete set null,
  created_at timestamptz not null default now(),
  unique (alert_id, kind, value)
);
create index alert_exception_notice on alert_exception (notice_id);

-- A reader's answer: they expected the record, it is not about them, or it looks wrong (a suspicious record report).
create table notice_answer (
  notice_id bigint primary key,
  event_id bigint not null,
  owner_key bigint not null,
  answer text not null check (answer in ('expected', 'not-me', 'wrong')),
  answered_at timestamptz not null default now(),
  -- When staff resolved the report, and who.
  resolved_at timestamptz,
  resolved_by bigint,
  -- Why the record had matched, of 'not-me'; '' for other answers. Counted for staff without names.
  cause text not null default '',
  -- When staff first opened the report's page, and who.
  opened_at timestamptz,
  opened_by bigint
);
create index notice_answer_time on notice_answer (answer, answered_at);
create index notice_answer_unresolved on notice_answer (answered_at desc) where answer = 'wrong' and resolved_at is null;
-- An answer to one message of a record is shown at all of them.
create index notice_answer_record on notice_answer (owner_key, event_id);
create index notice_answer_unopened on notice_answer (answered_at)
  where answer = 'wrong' and resolved_at is null and opened_at is null;

-- Whether staff were emailed about a report; one row per record and owner. Resolving the report deletes it, so that staff
-- are emailed about a new report of the same record.
create table report_mail (
  owner_key bigint not null,
  event_id bigint not null,
  notice_id bigint not null,
  reported_at timestamptz not null default now(),
  mailed_at timestamptz,
  -- When the owner took the report back. Staff are emailed about it again if it is repeated.
  taken_back_at timestamptz,
  primary key (owner_key, event_id)
);
create index report_mail_mailed on report_mail (mailed_at);
create index report_mail_waiting on report_mail (reported_at) where mailed_at is null;

-- 'This is not about me': this owner gets no more notices of that record and its revisions.
create table record_mute (
  owner_key bigint not null,
  event_id bigint not null,
  created_at timestamptz not null default now(),
  primary key (owner_key, event_id)
);

-- An act that ends or moves notices. All who got them are notified and may undo it for 7 days; then the row is deleted.
create table notice_change (
  id bigint generated always as identity primary key,
  -- Null for an alert without an owner.
  user_id bigint references "user" on delete cascade,
  -- Null for the whole account. No foreign key: the act may be that the alert was deleted.
  alert_id bigint,
  act text not null check (act in
    ('recipient', 'number', 'off', 'paused', 'narrowed', 'criteria', 'deleted', 'account')),
  -- The recipient that was removed from the alert, or can no longer be used.
  channel text check (channel in ('EMAIL', 'PHONE')),
  recipient_id bigint,
  -- What the undo puts back: the alert with its recipients and exceptions.
  before jsonb not null default '{}',
  at timestamptz not null default now(),
  until timestamptz not null default now() + interval '7 days',
  -- Whether the recipient that was removed gets notices until then.
  keeps boolean not null default false,
  undone_at timestamptz
);
create index notice_change_user on notice_change (user_id);
create index notice_change_alert on notice_change (alert_id);
create index notice_change_over on notice_change (until);

-- Which changes a message is about.
create table notice_of_change (
  notice_id bigint not null,
  change_id bigint not null references notice_change on delete cascade,
  primary key (notice_id, change_id)
);
create index notice_of_change_change on notice_of_change (change_id);

-- How many notices each day of the county had, for the daily limit.
create table notice_day (
  day date primary key,
  notices integer not null
);

-- Functions, triggers and views

-- What a deleted user was sent stays countable, without saying who it was sent to. Messages about the account are also
-- canceled: they have no reader.
create function forget_user() returns trigger language plpgsql as $$
begin
  delete from delivery d using notice n where n.id = d.notice_id and n.user_id = old.id;
  update notice set state = 'canceled', reason = 'The account was deleted.', ended_at = now()
    where user_id = old.id and state in ('held', 'waiting', 'in_doubt');
  delete from notice_attempt a using notice n where n.id = a.notice_id and n.user_id = old.id;
  delete from outbox_message m using notice n where n.id = m.notice_id and n.user_id = old.id;
  -- The id keeps two notices of one record apart.
  update notice set target = 'deleted ' || id, data = '{}',
      reason = case when state = 'canceled' then reason else '' end
    where user_id = old.id;
  delete from outgoing_event where user_id = old.id;
  delete from withheld_match where user_id = old.id;
  delete from record_mute where owner_key = old.id;
  return old;
end $$;

-- A resend that is not made after all leaves the notice as it was.
create function cancel_for_recipient() returns trigger language plpgsql as $$
declare
  its_channel text := case tg_table_name when 'phone' then 'PHONE' else 'EMAIL' end;
begin
  delete from delivery d using notice n
    where n.id = d.notice_id and n.channel = its_channel and n.recipient_id = old.id;
  update notice set state = coalesce(state_before_resend, 'canceled'), reason = 'The recipient was removed.',
      resent_after = null, state_before_resend = null, ended_at = now()
    where channel = its_channel and recipient_id = old.id and state in ('held', 'waiting', 'in_doubt');
  return old;
end $$;

create trigger history_goes_with_user after delete on "user" for each row execute function forget_user();
create trigger unsent_goes_with_email after delete on email_address for each row execute function cancel_for_recipient();
create trigger unsent_goes_with_phone after delete on phone for each row execute function cancel_for_recipient();
