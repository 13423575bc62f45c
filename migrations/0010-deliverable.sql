-- Whether a recipient may get a kind of message, and if not why: one rule, which every statement asks.

-- Functions, triggers and views

-- Accounts that get notices: active ones, and those that are locked out.
create function account_is_open(status text) returns boolean language sql immutable as $$
  select status in ('A', 'L')
$$;

-- Whether a suppression keeps a kind of mail (shared/node/domain/notices/mail-kinds.ts) from an owner's address. A plain
-- expression, so that the planner can inline it. own_account: the address is the verified email of the owner's account.
create function suppression_applies(
  scope text, suppressed_owner bigint, suppressed_email bigint, mail text, owner bigint, email bigint, own_account boolean
) returns boolean language sql immutable as $$
  select case
    when suppressed_owner is not null and suppressed_owner is distinct from owner then false
    when suppressed_email is not null and suppressed_email is distinct from email then false
    when scope = 'everything' then true
    when scope = 'messages' then mail <> 'security' or not own_account
    when scope = 'alerts' then mail in ('match', 'verify')
    else mail in ('verify', 'register') end
$$;

-- The suppressions that keep a kind of mail (shared/node/domain/notices/mail-kinds.ts) from an owner's address or number.
-- of_key: in lower case. of_recipient: null for the email of the account itself, or for a number without an owner.
create function suppressions_for(mail text, of_channel text, of_key text, of_owner bigint, of_recipient bigint)
returns table (id bigint, reason text, for_everyone boolean, created_at timestamptz) language sql stable as $$
  select s.id, s.reason, s.owner_id is null and s.email_id is null, s.created_at
  from suppression s
  where s.channel = of_channel and s.target = of_key and s.lifted_at is null
    and suppression_applies(s.scope, s.owner_id, s.email_id, mail, of_owner, case when of_channel = 'EMAIL' then of_recipient end,
      mail = 'security' and exists (
        select from account_email a where a.user_id = of_owner and a.address_key = of_key))
$$;

-- May this recipient get this kind of message, and if not why? One row. A plain statement, so that the planner can inline
-- it: call it as a lateral item of FROM, with columns or constants and no subqueries.
--   to_target: where the message was addressed; null: the recipient's address now
--   of_recipient: null for the email of the account itself, or for a number without an owner
--   alert_off: no alert of the message still notifies this recipient
--   about_event: the record that the message is about, or null
-- Returns the recipient's own target, whether it is verified, why it is suppressed (prefers a
-- suppression for every owner, then the earliest), and why it gets no such message, or null (skip-reasons.ts).
create function deliverable(
  mail text, of_channel text, to_target text, of_owner bigint, of_recipient bigint, alert_off boolean, about_event bigint
) returns table (target text, verified boolean, suppressed_for text, skip_reason text) language sql stable as $$
  select r.target, coalesce(r.verified, false), (
      select s.reason
      from suppressions_for(mail, of_channel, coalesce(lower(to_target), r.target_key), of_owner, of_recipient) s
      order by s.for_everyone desc, s.created_at, s.id limit 1),
    case
      when mail = 'match' and not r.verified then 'not-verified'
      when exists (select from suppressions_for(mail, of_channel, coalesce(lower(to_target), r.target_key), of_owner, of_recipient))
        then 'suppressed'
      when mail = 'verify' and r.id is null then 'recipient-removed'
      -- A match in place of a text may go to the account's email, which is no recipient of an alert.
      when mail = 'match' and r.id is null and (of_recipient is not null or not exists (
        select from account_email a where a.user_id = of_owner and a.address_key = lower(to_target)))
        then 'recipient-removed'
      when mail in ('match', 'verify') and r.target_key <> lower(to_target) then 'recipient-removed'
      when mail = 'verify' and r.confirmed then 'already-verified'
      when mail = 'verify' and not r.validated then 'not-validated'
      when mail = 'match' and alert_off then 'alert-off'
      when mail = 'match' and exists (
        select from record_mute m where m.owner_key = coalesce(of_owner, -of_recipient) and m.event_id = about_event)
        then 'muted'
    end
  from (select) message left join recipient r on r.channel = of_channel and r.id = of_recipient
$$;

-- Where an owner may be written to, the best first by rank and id: a verified address that an active alert of theirs
-- uses, else the account's verified email, else such a number. Never one that was removed, or that takes no such mail.
create function owner_addresses(of_owner bigint, mail text)
returns table (rank integer, channel text, recipient_id bigint, target text) language sql stable as $$
  select way.rank, way.channel, way.id, way.target
  from (
    select case r.channel when 'EMAIL' then 1 else 3 end, r.channel, r.id, r.target from recipient r
    where r.owner_id = of_owner and r.in_use and r.verified
    union all
    select 2, 'EMAIL', null, a.address from account_email a where a.user_id = of_owner
  ) as way (rank, channel, id, target)
  cross join lateral deliverable(mail, way.channel, way.target, of_owner, way.id, false, null) d
  where d.skip_reason is null
$$;

-- The recipients that get no notices because they are suppressed, for lists: they are few, so a list starts from them.
create view suppressed_recipient as
  select 'EMAIL' as channel, e.id
  from email_address e cross join lateral suppressions_for('match', 'EMAIL', e.address_key, e.owner_id, e.id)
  union all
  select 'PHONE', p.id
  from phone p cross join lateral suppressions_for('match', 'PHONE', p.number, p.owner_id, p.id);

-- The recipients of an alert: those linked to it, and for 7 days those that were removed from it, so that they can object
-- before they lose their notices. `is_unsubscribed`: 'Stop this alert only'. Whether a recipient may then get a message is
-- the rule `deliverable`.
create view alert_recipient as
  select alert_id, 'EMAIL' as channel, email_id as recipient_id, unsubscribed_at is not null as is_unsubscribed from alert_email
  union all
  select alert_id, 'PHONE', phone_id, unsubscribed_at is not null from alert_phone
  union all
  select c.alert_id, c.channel, c.recipient_id, false from notice_change c
  where c.act = 'recipient' and c.keeps and c.undone_at is null and c.until > now()
    and not exists (select from alert_email l where c.channel = 'EMAIL' and l.alert_id = c.alert_id and l.email_id = c.recipient_id)
    and not exists (select from alert_phone l where c.channel = 'PHONE' and l.alert_id = c.alert_id and l.phone_id = c.recipient_id);

-- The emails that may take the place of a text: those of the notice's alerts that are still active.
create view text_replacement as
  select o.notice_id, l.email_id from outgoing_event o
  join alert a on a.id = o.alert_id and a.status = 'A'
  join alert_email l on l.alert_id = a.id and l.unsubscribed_at is null;
