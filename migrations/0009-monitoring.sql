-- How the service does over time, for the monitoring page and /metrics: rows of a minute, written by the workers'
-- sweep and kept for eight days. What a minute's row counts was found by an index within that minute, so that
-- watching stays cheap at any size.

create table figure_minute (
  -- The minute's beginning.
  at timestamptz primary key,
  events integer not null,
  matches integer not null,
  -- Notices of matches that a provider accepted.
  notices_out integer not null,
  possibly_twice integer not null,
  failed integer not null,
  -- Calls that a provider refused, put off, or did not answer.
  email_errors integer not null,
  text_errors integer not null,
  looks_wrong integer not null,
  -- As they stood when the minute was over; null where no worker was there to see.
  waiting integer,
  in_doubt integer,
  held integer,
  match_queue integer
);

-- Time from receipt of a record to acceptance of its notices, in the buckets of shared/rules/latency.ts.
create table latency_minute (
  at timestamptz not null,
  bucket smallint not null,
  notices integer not null,
  primary key (at, bucket)
);

create table feed_minute (
  feed_id bigint not null,
  at timestamptz not null,
  events integer not null,
  -- From recording to receipt, the middle one of the minute; null where no record had a time of day.
  lag_seconds double precision,
  primary key (feed_id, at)
);
create index feed_minute_at on feed_minute (at);

-- Servers and workers that run, each by its own row, written anew every few seconds.
create table process_heartbeat (
  id uuid primary key,
  kind text not null check (kind in ('server', 'worker')),
  host text not null,
  pid integer not null,
  started_at timestamptz not null,
  seen_at timestamptz not null default now(),
  resident_bytes bigint not null,
  heap_bytes bigint not null,
  -- Of the time since the row before: the event loop's mean and longest delay, and the share it was busy.
  loop_delay_ms double precision not null,
  loop_delay_max_ms double precision not null,
  loop_utilization double precision not null
) with (fillfactor = 50);

-- BRIN: rows come in the order of these times, and writing them costs delivery next to nothing.
create index notice_accepted on notice using brin (accepted_at) with (pages_per_range = 32, autosummarize = on);
create index notice_attempt_ended on notice_attempt using brin (ended_at) with (pages_per_range = 32, autosummarize = on);
create index notice_held on notice (reason, created_at) where state = 'held';
create index quarantine_feed on quarantine (feed_id, created_at desc) where settled_at is null;

-- Staff mark an answer 'This looks wrong' as seen.
alter table notice_answer add column seen_at timestamptz, add column seen_by bigint;
create index notice_answer_unseen on notice_answer (answered_at desc) where answer = 'wrong' and seen_at is null;
