-- A provider that answers 5xx may have taken the message before: the call is made again on schedule, and says that it
-- may be the second.
-- Every value that was allowed before still is: no row has to be looked at.
alter table notice_attempt drop constraint notice_attempt_outcome_check;
alter table notice_attempt add constraint notice_attempt_outcome_check
  check (outcome in ('accepted', 'refused', 'retry', 'perhaps_taken', 'in_doubt')) not valid;
-- The first of these calls; a provider that can be asked is asked about all since, before each further one.
alter table delivery add column perhaps_taken_since timestamptz;

-- Up to when every text that came in is known to be in provider_callback: Twilio does not repeat a webhook that nobody
-- answered, so what came since is read back from its list. One row.
create table inbound_texts (
  id boolean primary key default true check (id),
  complete_until timestamptz not null default now(),
  looked_at timestamptz
);
insert into inbound_texts default values;
-- A STOP that is read back late undoes no START that came after it.
create index provider_callback_from on provider_callback ((body ->> 'From'), received_at)
  where provider = 'twilio-inbound';
