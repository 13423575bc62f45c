-- Since when a record waits to be matched. A try that fails leaves it, so that health sees matching that stands still.
alter table match_queue add column queued_at timestamptz not null default now();
