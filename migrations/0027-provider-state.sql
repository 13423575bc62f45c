-- How the last calls to each provider ended, over all workers, written about once a second while calls are made: from
-- it everybody sees that a provider takes nothing, before any notice is late.
create table provider_state (
  channel text primary key check (channel in ('EMAIL', 'PHONE')),
  provider text not null default '',
  -- Since the last message that it took.
  failed_in_a_row integer not null default 0,
  -- The first of these.
  failing_since timestamptz,
  -- Its words to the last of these, without addresses.
  last_answer text not null default '',
  last_failed_at timestamptz,
  last_accepted_at timestamptz
) with (fillfactor = 50);
insert into provider_state (channel) values ('EMAIL'), ('PHONE');

-- Since when a message is to be sent. Unlike next_attempt_at, no retry changes it.
alter table delivery add column decided_at timestamptz not null default now();
update delivery d set decided_at = n.created_at from notice n where n.id = d.notice_id;
