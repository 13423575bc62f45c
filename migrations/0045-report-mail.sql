-- A report ('This looks wrong') is unopened until a member of staff opens its page; those resolved before were read.
alter table notice_answer add column opened_at timestamptz, add column opened_by bigint;
update notice_answer set opened_at = seen_at, opened_by = seen_by where seen_at is not null;
create index notice_answer_unopened on notice_answer (answered_at)
  where answer = 'wrong' and seen_at is null and opened_at is null;

-- One row for each record that an owner reported: whether staff were emailed about it. Resolving the report removes it,
-- so that a new report of the same record is mailed again.
create table report_mail (
  owner_key bigint not null,
  event_id bigint not null,
  notice_id bigint not null,
  reported_at timestamptz not null default now(),
  mailed_at timestamptz,
  primary key (owner_key, event_id)
);
create index report_mail_mailed on report_mail (mailed_at);
create index report_mail_waiting on report_mail (reported_at) where mailed_at is null;
