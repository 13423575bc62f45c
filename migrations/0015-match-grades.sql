-- How sure a match is: certain and likely ones are notified right away, possible ones are collected for a weekly email.

-- Whether an alert collects possible matches: true, false, or null for an alert from before there were grades, or of a
-- caller that did not say. Then whatever its other options find is sent right away, as it always was.
alter table alert add column possible boolean;

-- 'Not about me' of a possible match leaves out further possible ones by the same words of a name.
alter table alert_exception drop constraint alert_exception_kind_check;
alter table alert_exception add constraint alert_exception_kind_check check (kind in ('middleName', 'coOwner', 'spelling'));

-- A possible match: no message of its own, but a place in the list at home and in the weekly email. A pair that a later
-- revision makes certain or likely is also in event_match and in the history, and then no list shows it here.
create table possible_match (
  event_id bigint not null,
  alert_id bigint not null,
  -- The latest revision that matched so.
  revision integer not null,
  -- The alert's owner; null if it has none.
  user_id bigint,
  -- What the alert watched then, as alert.criteria: once the alert watches something else, no list shows it.
  criteria text not null,
  -- shared/contract/match.ts Match
  match json not null,
  matched_at timestamptz not null default now(),
  -- The alert was paused, or the record was older than the county's limit.
  in_no_email boolean not null default false,
  -- The Monday (in the county's time) of the weekly email that lists it, or would if its owner took that email; null
  -- until then.
  week date,
  answer text check (answer in ('expected', 'not-me', 'wrong')),
  answered_at timestamptz,
  primary key (event_id, alert_id)
);
create index possible_match_user on possible_match (user_id, matched_at desc);
create index possible_match_alert on possible_match (alert_id, matched_at desc);
create index possible_match_time on possible_match (matched_at);
create index possible_match_unlisted on possible_match (matched_at) where week is null and not in_no_email;

-- An answer to a possible match, of which there is no message: its number is that of no notice. The resident's alert is
-- stated, so that staff see what matched.
alter table notice_answer add column alert_id bigint;
create unique index notice_answer_possible on notice_answer (event_id, alert_id) where alert_id is not null;

-- The weekly emails that were made. The key keeps an owner's address from a second one in a week.
create table weekly_email (
  -- As in notice: user_id, or -recipient_id for an address without an owner.
  owner_key bigint not null,
  -- The address, in lower case.
  target text not null,
  week date not null,
  notice_id bigint not null,
  made_at timestamptz not null default now(),
  primary key (owner_key, target, week)
);
create index weekly_email_notice on weekly_email (notice_id);
create index weekly_email_time on weekly_email (made_at);

-- Addresses that get no weekly email, because their owner unsubscribed them from it; other notices go on. It outlives the
-- alerts and recipients of the address.
create table weekly_unsubscribe (
  -- 0 for an address without an owner.
  owner_id bigint not null,
  -- The address, in lower case.
  target text not null,
  created_at timestamptz not null default now(),
  primary key (owner_id, target)
);

-- Of the matches of a minute, those that were likely; possible ones are not among them. Weekly emails that were made, and
-- those that a provider accepted.
alter table figure_minute add column likely integer not null default 0;
alter table figure_minute add column possible integer not null default 0;
alter table figure_minute add column weekly_made integer not null default 0;
alter table figure_minute add column weekly_out integer not null default 0;

-- Checked by the next migration, since the table is big.
alter table notice drop constraint notice_kind_check;
alter table notice add constraint notice_kind_check
  check (kind in ('match', 'verify', 'account', 'test', 'weekly')) not valid;

-- What a migration from the legacy version replaces.
alter table migration_copy drop constraint migration_copy_of_check;
alter table migration_copy add constraint migration_copy_of_check check (of in
  ('email_address', 'alert', 'alert_email', 'alert_phone', 'alert_exception', 'event_match', 'possible_match', 'ticket',
  'suppression', 'notice', 'delivery'));

-- Functions, triggers and views

-- Possible matches go with their alert.
create or replace function forget_alert_keys() returns trigger language plpgsql as $$
begin
  delete from alert_key where alert_id = old.id;
  delete from alert_text where alert_id = old.id;
  delete from event_match where alert_id = old.id;
  delete from possible_match where alert_id = old.id;
  delete from withheld_match where alert_id = old.id and history is null;
  return old;
end $$;

-- And with their user.
create or replace function forget_user() returns trigger language plpgsql as $$
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
  delete from possible_match where user_id = old.id;
  delete from weekly_email where owner_key = old.id;
  delete from weekly_unsubscribe where owner_id = old.id;
  return old;
end $$;

-- A restricted record shows nothing of its own here either.
create or replace function withhold_matches(restricted_event event) returns void language sql as $$
  update outgoing_event set match = restricted_match(match) where event_id = restricted_event.id;
  update event_match set match = restricted_match(match) where event_id = restricted_event.id;
  update possible_match set match = restricted_match(match) where event_id = restricted_event.id;
  with gone as (
    delete from outgoing_event where event_id = restricted_event.id and match ->> 'field' is distinct from 'parcel'
    returning *)
  insert into withheld_match (event_id, alert_id, user_id, history)
  select event_id, alert_id, max(user_id), json_agg(gone order by id) from gone group by event_id, alert_id order by alert_id
  on conflict (event_id, alert_id) do update
    set history = excluded.history, released_at = null, discarded_at = null, created_at = now();
  update notice n set state = 'canceled', reason = 'The record is restricted.', ended_at = now()
    where n.event_id = restricted_event.id and n.kind = 'match' and n.state = 'held'
      and not exists (select from outgoing_event o where o.notice_id = n.id);
  -- Its samples may be names of this record; the next check has others.
  update feed_check set requested_at = now(),
      findings = (select coalesce(jsonb_agg(f || '{"samples": []}'), '[]') from jsonb_array_elements(findings) f)
    where feed_id = restricted_event.feed_id;
$$;

-- An unsubscribe from alerts ends the weekly email too.
create or replace function suppression_applies(
  scope text, suppressed_owner bigint, suppressed_email bigint, mail text, owner bigint, email bigint, own_account boolean
) returns boolean language sql immutable as $$
  select case
    when suppressed_owner is not null and suppressed_owner is distinct from owner then false
    when suppressed_email is not null and suppressed_email is distinct from email then false
    when scope = 'everything' then true
    when scope = 'messages' then mail <> 'security' or not own_account
    when scope = 'alerts' then mail in ('match', 'weekly', 'verify')
    else mail in ('verify', 'register') end
$$;

-- The weekly email goes to verified addresses of an alert that did not unsubscribe from it.
create or replace function deliverable(
  mail text, of_channel text, to_target text, of_owner bigint, of_recipient bigint, alert_off boolean, about_event bigint
) returns table (target text, verified boolean, suppressed_for text, skip_reason text) language sql stable as $$
  select r.target, coalesce(r.verified, false), (
      select s.reason
      from suppressions_for(mail, of_channel, coalesce(lower(to_target), r.target_key), of_owner, of_recipient) s
      order by s.for_everyone desc, s.created_at, s.id limit 1),
    case
      when mail in ('match', 'weekly') and not r.verified then 'not-verified'
      when exists (select from suppressions_for(mail, of_channel, coalesce(lower(to_target), r.target_key), of_owner, of_recipient))
        then 'suppressed'
      when mail = 'weekly' and exists (
        select from weekly_unsubscribe w
        where w.owner_id = coalesce(of_owner, 0) and w.target = coalesce(lower(to_target), r.target_key))
        then 'weekly-unsubscribed'
      when mail in ('verify', 'weekly') and r.id is null then 'recipient-removed'
      -- A match in place of a text may go to the account's email, which is no recipient of an alert.
      when mail = 'match' and r.id is null and (of_recipient is not null or not exists (
        select from account_email a where a.user_id = of_owner and a.address_key = lower(to_target)))
        then 'recipient-removed'
      when mail in ('match', 'weekly', 'verify') and r.target_key <> lower(to_target) then 'recipient-removed'
      when mail = 'verify' and r.confirmed then 'already-verified'
      when mail = 'verify' and not r.validated then 'not-validated'
      when mail in ('match', 'weekly') and alert_off then 'alert-off'
      when mail = 'match' and exists (
        select from record_mute m where m.owner_key = coalesce(of_owner, -of_recipient) and m.event_id = about_event)
        then 'muted'
    end
  from (select) message left join recipient r on r.channel = of_channel and r.id = of_recipient
$$;
