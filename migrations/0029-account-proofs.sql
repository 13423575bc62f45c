-- What proves an owner: verified addresses, and what each registration asked for.

-- A million of these take a minute. Their columns came with an earlier migration: to add one here would shut everybody
-- out of the table for as long.

-- Verified as a recipient of the owner's alerts, an email is proved too.
update "user" u set email_verified_at = e.verified_at from email_address e
  where u.email_verified_at is null and e.owner_id = u.id and e.address_key = lower(u.email) and e.verified_at is not null;
-- Verified until now, as far as the audit log remembers: by a link, after the last address that staff typed.
update "user" u set email_verified_at = now()
where u.email_verified_at is null and u.status <> 'P' and u.email <> '' and exists (
  select from audit_log l join audit_personal p on p.audit_id = l.id
  where l.subject_user_id = u.id and p.description in ('The registration was completed.',
    'A new email was confirmed by its link.', 'A new password was set by an emailed link.')
  and not exists (
    select from audit_log later join audit_personal q on q.audit_id = later.id
    where later.subject_user_id = u.id and later.id > l.id and q.description = 'The user was changed by staff.'
    and lower(q.old_value->>'email') is distinct from lower(q.new_value->>'email')));

-- One sign-up: what was entered, until the first log-in. Each link completes the one that it was sent for.
create table registration (
  id bigint generated always as identity primary key,
  user_id bigint not null references "user" on delete cascade,
  password_hash text not null,
  language text not null,
  details jsonb not null,
  -- SHA-256 of the cookie of the browser that signed up: it may correct the email while nobody else signed up.
  browser_hash bytea not null,
  created_at timestamptz not null default now()
);
create index registration_user on registration (user_id);
-- Null on links from before, and once the registration is over: such a link completes the account as it is.
alter table ticket add column registration_id bigint references registration on delete set null;
create index ticket_registration on ticket (registration_id) where registration_id is not null;

alter table ticket drop constraint ticket_purpose_check;
alter table ticket add constraint ticket_purpose_check check (purpose in
  ('registration', 'email', 'phone', 'password', 'profile-email', 'keep-alerts', 'usernames', 'not-me'));
