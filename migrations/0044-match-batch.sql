-- The records that a worker is matching. Written before it matches them and deleted with its commit, so a row whose
-- records another worker can take is left by a worker that died of them.
create table match_batch (
  id bigint generated always as identity primary key,
  event_ids bigint[] not null,
  begun_at timestamptz not null default now()
);
-- Was in a batch that was lost: matched alone from then on, so that it holds up no other.
alter table match_queue add column alone boolean not null default false;

-- Where a process's number means something: the boot of its machine and its namespace. Empty if unknown.
alter table process_heartbeat add column pid_space text not null default '';
