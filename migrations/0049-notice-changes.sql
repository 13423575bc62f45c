-- Acts that end or move somebody's notices, each told to all who got them, who may undo it for 7 days (decisions,
-- section 21). A row goes when that time is over.
create table notice_change (
  id bigint generated always as identity primary key,
  -- Null for an alert without an owner.
  user_id bigint references "user" on delete cascade,
  -- Null if the whole account is meant. No foreign key: the alert may be what was deleted.
  alert_id bigint,
  act text not null check (act in ('recipient', 'number', 'off', 'paused', 'criteria', 'deleted', 'account')),
  -- What was taken from the alert, or can no longer be used.
  channel text check (channel in ('EMAIL', 'PHONE')),
  recipient_id bigint,
  -- What the undo puts back: the alert with its recipients and exceptions.
  before jsonb not null default '{}',
  at timestamptz not null default now(),
  until timestamptz not null default now() + interval '7 days',
  -- Of a recipient that was taken from the alert: whether it gets notices until then.
  keeps boolean not null default false,
  undone_at timestamptz
);
create index notice_change_user on notice_change (user_id);
create index notice_change_alert on notice_change (alert_id);
create index notice_change_over on notice_change (until);

-- Which changes a message tells of.
create table notice_change_told (
  notice_id bigint not null,
  change_id bigint not null references notice_change on delete cascade,
  primary key (notice_id, change_id)
);
create index notice_change_told_change on notice_change_told (change_id);

-- The recipients of an alert: those linked to it, and for 7 days those that were taken from it, so that nobody loses
-- their notices before they could object. `is_off`: 'Stop this alert only'. Matching and delivery ask it; whether a
-- recipient may then get a message is the rule `deliverable`.
create view alert_recipient as
  select alert_id, 'EMAIL' as channel, email_id as recipient_id, stopped_at is not null as is_off from alert_email
  union all
  select alert_id, 'PHONE', phone_id, stopped_at is not null from alert_phone
  union all
  select c.alert_id, c.channel, c.recipient_id, false from notice_change c
  where c.act = 'recipient' and c.keeps and c.undone_at is null and c.until > now()
    and not exists (select from alert_email l where c.channel = 'EMAIL' and l.alert_id = c.alert_id and l.email_id = c.recipient_id)
    and not exists (select from alert_phone l where c.channel = 'PHONE' and l.alert_id = c.alert_id and l.phone_id = c.recipient_id);
