-- What the county set, by group, and how often anyone may do something.

-- One row per group of settings; without one, its defaults apply.
create table setting (
  key text primary key,
  value jsonb not null,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  updated_by bigint
);

-- Counts within a window of time.
create table throttle (
  -- What is counted, hashed with the window's kind: no address or name can be read from it.
  key text primary key,
  hits integer not null,
  window_started_at timestamptz not null
);
create index throttle_age on throttle (window_started_at);
