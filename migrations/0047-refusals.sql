-- When a worker last called a provider that was known to fail, to find out whether it still does.
alter table provider_state add column probed_at timestamptz;
-- Whether the last failed call was refused for a reason that the county must mend: a wrong key, address or number.
alter table provider_state add column needs_set_up boolean not null default false;

-- Refusals since a provider last accepted a message, of those that name no recipient: many alike concern the sender.
create table refusal (
  notice_id bigint primary key,
  channel text not null check (channel in ('EMAIL', 'PHONE')),
  -- What refusals of its kind have in common, without addresses.
  refused_for text not null,
  refused_at timestamptz not null default now(),
  -- Enough different recipients were refused alike: its notice waits again, until a day has passed.
  is_of_sender boolean not null default false,
  is_final boolean not null default false
);
create index refusal_run on refusal (channel, refused_for);
