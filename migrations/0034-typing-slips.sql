-- Opt-ins of a person's alert, off for every existing one, and a surname that the person had earlier.
alter table alert
  add column typing_slips boolean not null default false,
  add column former_name boolean not null default false,
  add column former_last_name text not null default '';

-- Whether any alert looks for typing slips: without one, no keys of slips are derived from records.
create index alert_typing_slips on alert (id) where typing_slips and status = 'A';

-- The distinct surnames and first names of records, among which the preview of an alert finds those spelled almost alike.
create table held_word (
  word text collate "C" primary key
);

-- Records before this id came before their names were kept; a worker adds them, newest first. No row: all are there.
create table held_word_backlog (
  "only" boolean primary key default true check ("only"),
  before_event bigint not null
);
insert into held_word_backlog (before_event) select max(id) + 1 from event having max(id) is not null;
