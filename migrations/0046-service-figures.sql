-- The days on which a feed posted, in the county's time: its usual days of the week.
create table feed_day (
  feed_id bigint not null references feed on delete cascade,
  day date not null,
  primary key (feed_id, day)
);

-- When the newest backup was complete.
create table last_backup (
  "only" boolean primary key default true check ("only"),
  made_at timestamptz not null default now()
);

-- The old default of the flood guard, which every save of the page stored. Without a number, it follows the county's
-- usual day, with the old default as its floor.
update setting set value = value - 'floodNoticesPerDay'
where key = 'service' and value ->> 'floodNoticesPerDay' = '5000';
