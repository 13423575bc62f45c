-- 'I found this myself': a record that a resident reports although they got no notice of it. The report itself is a row of
-- notice_answer, as for a possible match (its number is that of no notice), so that staff work on all reports alike.

create table found_record (
  -- Of notice_answer.
  notice_id bigint primary key,
  user_id bigint not null references "user" on delete cascade,
  -- The alert that should have found it, as it was then.
  alert_name text not null,
  criteria text not null,
  -- shared/contract/why-not.ts: what the rule said, or why it sent no notice.
  reason text not null,
  rule_version integer not null,
  found_at timestamptz not null default now()
);
create index found_record_user on found_record (user_id);
create index found_record_time on found_record (found_at);
