-- What 'This is not about me' left out of an alert, and why such records had matched.

create table alert_exception (
  id bigint generated always as identity primary key,
  alert_id bigint not null references alert on delete cascade,
  kind text not null check (kind in ('middleName', 'coOwner')),
  -- Normalized: a middle name, or 'SURNAME, GIVEN NAMES' of a co-owner. `written` is what the owner reads.
  value text not null,
  written text not null,
  -- The notice whose page offered it.
  notice_id bigint references notice on delete set null,
  created_at timestamptz not null default now(),
  unique (alert_id, kind, value)
);
create index alert_exception_notice on alert_exception (notice_id);

-- Counted for staff without names; '' for other answers and for those from before.
alter table notice_answer add column cause text not null default '';

alter table migration_copy drop constraint migration_copy_of_check;
alter table migration_copy add constraint migration_copy_of_check check (of in
  ('email_address', 'alert', 'alert_email', 'alert_phone', 'alert_exception', 'event_match', 'ticket', 'suppression',
    'notice', 'delivery')) not valid;
