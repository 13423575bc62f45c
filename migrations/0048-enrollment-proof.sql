-- A new administrator sets up an authenticator app only with more than the password that staff chose: a code from the
-- administrator who made the account, or a link to its mailbox. Accounts from before are as they were.
alter table "user"
  add column enrollment_unproven boolean not null default false,
  add column enrollment_code_hash bytea,
  add column enrollment_code_until timestamptz;

alter table ticket drop constraint ticket_purpose_check;
alter table ticket add constraint ticket_purpose_check check (purpose in
  ('registration', 'email', 'phone', 'password', 'profile-email', 'keep-alerts', 'usernames', 'not-me', 'enrollment'));
