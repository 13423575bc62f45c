-- Whether the alerts that go to an account's email go to its new one once that is verified.
alter table "user" add column pending_email_moves_alerts boolean not null default false;
