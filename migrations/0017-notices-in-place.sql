-- The end of a delivery is written in place (a heap-only update): on the money path no index may depend on a column
-- that it changes. Lists of what needs attention go by columns that stay null for whatever is simply accepted.
drop index notice_provider;
drop index notice_open;
drop index notice_failed;
drop index notice_texts_accepted;
drop index notice_held;
alter table notice
  add column held_since timestamptz generated always as (case when state = 'held' then created_at end) stored,
  add column failed_at timestamptz generated always as (case when state = 'failed' then ended_at end) stored,
  add column text_accepted_at timestamptz generated always as (case when channel = 'PHONE' then accepted_at end) stored,
  -- Room on each page for the second version of every row on it.
  set (fillfactor = 50);
create index notice_held on notice (reason, held_since) where held_since is not null;
create index notice_failed on notice (failed_at desc, id desc) where failed_at is not null;
create index notice_text_accepted on notice (text_accepted_at) where text_accepted_at is not null;
