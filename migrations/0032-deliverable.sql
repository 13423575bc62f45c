-- Whether a recipient may get a kind of message, and if not why: one rule, which every statement asks.

-- Accounts that get notices: active ones, and those that are locked out.
create function account_is_open(status text) returns boolean language sql immutable as $$
  select status in ('A', 'L')
$$;

-- The account's own email, once a link to it was followed. Nobody proved one that staff typed.
create view account_email as
  select id as user_id, email as address, lower(email) as address_key from "user"
  where email <> '' and email_verified_at is not null;

-- Email addresses and phones alike. `confirmed`: its owner followed the link or entered the code. `verified`: it gets
-- notices, as does a migrated address, which the legacy version verified.
create view recipient as
  select 'EMAIL' as channel, id, owner_id, address as target, address_key as target_key, in_use,
    verified_at is not null as confirmed, true as validated, verified_at is not null or migrated as verified
  from email_address
  union all
  select 'PHONE', id, owner_id, number, number, in_use,
    verified_at is not null, validated_at is not null, verified_at is not null and validated_at is not null
  from phone;

-- The suppressions that keep a kind of mail (shared/node/domain/notices/mail-kinds.ts) from an owner's address or number.
-- of_recipient: null for the email of the account itself, or for a number that is nobody's.
create function suppressions_for(mail text, of_channel text, of_target text, of_owner bigint, of_recipient bigint)
returns table (id bigint, reason text, for_everyone boolean, created_at timestamptz) language sql stable as $$
  select s.id, s.reason, s.owner_id is null and s.email_id is null, s.created_at
  from suppression s
  where s.channel = of_channel and s.target = lower(of_target) and s.lifted_at is null
    and stop_holds(s.scope, s.owner_id, s.email_id, mail, of_owner, case when of_channel = 'EMAIL' then of_recipient end,
      mail = 'security' and exists (
        select from account_email a where a.user_id = of_owner and a.address_key = lower(of_target)))
$$;

-- May this recipient get this kind of message, and if not why (decisions, section 8)? One row. A plain statement, so that
-- the planner sees through it: call it as a lateral item of FROM, with columns or constants and no subqueries.
--   to_target: where the message goes; null: wherever the recipient is now
--   of_recipient: null for the email of the account itself, or for a number that is nobody's
--   alert_off: no alert of the message still goes to this recipient
--   about_event: the record that the message is about, or null
-- Returns the recipient's own target, whether it gets notices once nothing else hinders, why it is suppressed (prefers a
-- suppression for every owner, then the earliest), and why it gets no such message, or null (skip-reasons.ts).
create function deliverable(
  mail text, of_channel text, to_target text, of_owner bigint, of_recipient bigint, alert_off boolean, about_event bigint
) returns table (target text, verified boolean, suppressed_for text, skip_reason text) language sql stable as $$
  select r.target, coalesce(r.verified, false), (
      select s.reason
      from suppressions_for(mail, of_channel, coalesce(to_target, r.target), of_owner, of_recipient) s
      order by s.for_everyone desc, s.created_at, s.id limit 1),
    case
      when mail = 'verify' and r.id is null then 'recipient-removed'
      -- A match in place of a text may go to the account's email, which is no recipient of an alert.
      when mail = 'match' and r.id is null and (of_recipient is not null or not exists (
        select from account_email a where a.user_id = of_owner and a.address_key = lower(to_target))) then 'recipient-removed'
      when mail in ('match', 'verify') and r.target_key <> lower(to_target) then 'recipient-removed'
      when mail = 'match' and not r.verified then 'not-verified'
      when exists (select from suppressions_for(mail, of_channel, coalesce(to_target, r.target), of_owner, of_recipient))
        then 'suppressed'
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

-- Its name until now, which an older process still calls.
create or replace function verified_emails(of_owner bigint, mail text)
returns table (rank integer, email_id bigint, address text) language sql stable as $$
  select a.rank, a.recipient_id, a.target from owner_addresses(of_owner, mail) a where a.channel = 'EMAIL'
$$;

-- The recipients that get no notices because they are suppressed, for lists: they are few, so a list starts from them.
create view suppressed_recipient as
  select 'EMAIL' as channel, e.id
  from email_address e cross join lateral suppressions_for('match', 'EMAIL', e.address_key, e.owner_id, e.id)
  union all
  select 'PHONE', p.id
  from phone p cross join lateral suppressions_for('match', 'PHONE', p.number, p.owner_id, p.id);

-- The emails that may take the place of a text: those of the notice's alerts that are still active.
create view text_replacement as
  select o.notice_id, l.email_id from outgoing_event o
  join alert a on a.id = o.alert_id and a.status = 'A'
  join alert_email l on l.alert_id = a.id and l.stopped_at is null;
