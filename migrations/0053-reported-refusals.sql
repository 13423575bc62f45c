-- A provider may take a message and refuse it later, in a report: then refused_at is the time of its call.
alter table refusal add column reported boolean not null default false;
-- The latest call whose message arrived, as the provider reported: refusals of earlier calls are not in a row with later ones.
alter table provider_state add column arrived_call_at timestamptz;
