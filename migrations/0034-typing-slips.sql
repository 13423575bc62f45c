-- Opt-ins of a person's alert, off for every existing one, and a surname that the person had earlier.
alter table alert
  add column typing_slips boolean not null default false,
  add column former_name boolean not null default false,
  add column former_last_name text not null default '';
