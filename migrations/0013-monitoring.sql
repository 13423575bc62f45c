-- Figures of each minute for the monitoring page and /metrics, written by the workers and kept for eight days. An index
-- finds what a minute's row counts, so that monitoring costs little at any size.
create table figure_minute (
  -- When the minute began.
  at timestamptz primary key,
  events integer not null,
  matches integer not null,
  -- Notices of matches that a provider accepted.
  notices_out integer not null,
  possible_duplicates integer not null,
  failed integer not null,
  -- Calls that a provider refused, put off, or did not answer.
  email_errors integer not null,
  text_errors integer not null,
  suspicious_reports integer not null,
  -- When the minute was over; null if no worker ran then.
  waiting integer,
  in_doubt integer,
  held integer,
  match_queue integer,
  -- How long the oldest unsent message had waited, in seconds.
  oldest_unsent integer
);

-- Time from receipt of a record to acceptance of its notices, in the buckets of shared/domain/monitoring/latency.ts.
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
  -- The median time from recording to receipt; null if no record had a time of day.
  lag_seconds double precision,
  primary key (feed_id, at)
);
create index feed_minute_at on feed_minute (at);

-- One row for each running server and worker, rewritten every few seconds.
create table process_heartbeat (
  id uuid primary key,
  kind text not null check (kind in ('server', 'worker')),
  host text not null,
  pid integer not null,
  -- Where that number is valid: the boot of the machine and the namespace. '' if unknown.
  pid_space text not null default '',
  started_at timestamptz not null,
  seen_at timestamptz not null default now(),
  resident_bytes bigint not null,
  heap_bytes bigint not null,
  -- Since the last write: the event loop's mean and longest delay, and the share of time it was busy.
  loop_delay_ms double precision not null,
  loop_delay_max_ms double precision not null,
  loop_utilization double precision not null
) with (fillfactor = 50);
