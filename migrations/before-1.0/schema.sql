-- The schema of the last version before 1.0, to restore and rehearse its backups. rename.sql then takes it over.
create extension if not exists pg_trgm;
create table setting (
  key text primary key,
  value jsonb not null,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  updated_by bigint
);
create table "user" (
  id bigint generated always as identity primary key,
  username text not null,
  role text not null default 'USER' check (role in ('FOREVER', 'TRIMIN', 'COUNTY', 'USER', 'GUEST')),
  status text not null default 'A' check (status in ('A', 'I', 'P', 'L')),
  first_name text not null default '',
  last_name text not null default '',
  company text not null default '',
  address text not null default '',
  city text not null default '',
  state text not null default '',
  zip text not null default '',
  email text not null default '',
  pending_email text,
  phone_format_type text not null default 'STANDARD' check (phone_format_type in ('STANDARD', 'INTERNATIONAL')),
  phone text not null default '',
  language text not null default 'ENGLISH',
  password_hash text,
  failed_logins integer not null default 0,
  totp_secret text,
  totp_on boolean not null default false,
  sessions_ended_at timestamptz not null default '-infinity',
  created_at timestamptz not null default now(),
  last_login_at timestamptz,
  last_active_at timestamptz not null default now(),
  purge_warned_at timestamptz,
  version integer not null default 1
);
create unique index user_username on "user" (lower(username));
create index user_email on "user" (lower(email));
create index user_search on "user" using gin
  (lower(username || ' ' || first_name || ' ' || last_name || ' ' || email) gin_trgm_ops);
create index user_last_active on "user" (last_active_at) where role in ('USER', 'GUEST');
create table session (
  id text primary key,
  user_id bigint not null references "user" on delete cascade,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  last_seen timestamptz not null default now(),
  user_agent text not null default '',
  address text not null default ''
);
create index session_by_user on session (user_id);
create index session_expiry on session (expires_at);
create table session_epoch (
  "only" boolean primary key default true check ("only"),
  end_users_ended_at timestamptz not null default '-infinity'
);
insert into session_epoch default values;
create table known_browser (
  token_hash bytea primary key,
  user_id bigint not null references "user" on delete cascade,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now()
);
create index known_browser_user on known_browser (user_id);
create table throttle (
  key text primary key,
  hits integer not null,
  window_started_at timestamptz not null
);
create index throttle_age on throttle (window_started_at);
create table email_address (
  id bigint generated always as identity primary key,
  owner_id bigint references "user" on delete cascade,
  address text not null,
  address_key text not null generated always as (lower(address)) stored,
  migrated boolean not null default false,
  verified_at timestamptz,
  verification_attempts integer not null default 0,
  created_at timestamptz not null default now(),
  unique nulls not distinct (owner_id, address_key)
);
create index email_address_key on email_address (address_key);
create index email_address_search on email_address using gin (address_key gin_trgm_ops);
create table phone (
  id bigint generated always as identity primary key,
  owner_id bigint references "user" on delete cascade,
  number text not null,
  format_type text not null default 'STANDARD' check (format_type in ('STANDARD', 'INTERNATIONAL')),
  validated_at timestamptz,
  validation_attempts integer not null default 0,
  validation_problem text not null default '',
  verified_at timestamptz,
  verification_attempts integer not null default 0,
  created_at timestamptz not null default now(),
  unique nulls not distinct (owner_id, number)
);
create index phone_number on phone (number);
create index phone_search on phone using gin (number gin_trgm_ops);
create table ticket (
  id bigint generated always as identity primary key,
  hash bytea not null unique,
  purpose text not null check (purpose in ('registration', 'email', 'phone', 'password', 'profile-email', 'keep-alerts')),
  user_id bigint references "user" on delete cascade,
  email_id bigint references email_address on delete cascade,
  phone_id bigint references phone on delete cascade,
  code_hash bytea,
  wrong_codes smallint not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  check (num_nonnulls(user_id, email_id, phone_id) >= 1)
);
create index ticket_phone on ticket (phone_id) where phone_id is not null;
create index ticket_email on ticket (email_id) where email_id is not null;
create index ticket_user on ticket (user_id) where user_id is not null;
create index ticket_expiry on ticket (expires_at);
create table alert (
  id bigint generated always as identity primary key,
  user_id bigint references "user" on delete cascade,
  name text not null,
  alert_type text not null check (alert_type in ('NAME', 'BUSINESS', 'PARCEL_ID')),
  first_name text not null default '',
  last_name text not null default '',
  business_name text not null default '',
  parcel_id text not null default '',
  criteria text not null,
  status text not null default 'A' check (status in ('A', 'I')),
  paused_until date,
  nicknames boolean not null default false,
  sound_alikes boolean not null default false,
  all_words boolean not null default false,
  not_by_initial boolean not null default false,
  rule_version integer not null,
  county_code text not null default '',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index alert_user on alert (user_id, id);
create index alert_rule on alert (rule_version);
create index alert_search on alert using gin (lower(name || ' ' || criteria) gin_trgm_ops);
create table alert_email (
  alert_id bigint not null references alert on delete cascade,
  email_id bigint not null references email_address on delete cascade,
  position smallint not null,
  acknowledged boolean not null default false,
  stopped_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (alert_id, email_id)
);
create index alert_email_email on alert_email (email_id);
create table alert_phone (
  alert_id bigint not null references alert on delete cascade,
  phone_id bigint not null references phone on delete cascade,
  position smallint not null,
  acknowledged boolean not null default false,
  stopped_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (alert_id, phone_id)
);
create index alert_phone_phone on alert_phone (phone_id);
create table consent (
  id bigint generated always as identity primary key,
  user_id bigint references "user" on delete cascade,
  channel text not null check (channel in ('EMAIL', 'PHONE')),
  target text not null,
  wording_version text not null,
  actor_id bigint,
  actor_address text not null default '',
  given_at timestamptz not null default now()
);
create index consent_user on consent (user_id);
create table suppression (
  id bigint generated always as identity primary key,
  channel text not null check (channel in ('EMAIL', 'PHONE')),
  target text not null,
  owner_id bigint references "user" on delete cascade,
  email_id bigint references email_address on delete cascade,
  reason text not null check (reason in ('bounce', 'complaint', 'stop', 'unsubscribe', 'staff')),
  detail text not null default '',
  created_at timestamptz not null default now(),
  lifted_at timestamptz,
  told_at timestamptz
);
create unique index suppression_standing on suppression
  (channel, target, coalesce(owner_id, 0), coalesce(email_id, 0)) where lifted_at is null;
create table alert_key (
  key_hash bigint not null,
  alert_id bigint not null,
  primary key (key_hash, alert_id)
);
create index alert_key_alert on alert_key (alert_id);
create table alert_text (
  match_text text collate "C" not null,
  alert_id bigint not null,
  primary key (match_text, alert_id)
);
create index alert_text_alert on alert_text (alert_id);
create function forget_alert_keys() returns trigger language plpgsql as $$
begin
  delete from alert_key where alert_id = old.id;
  delete from alert_text where alert_id = old.id;
  return old;
end $$;
create trigger alert_keys_go_with_alert after delete on alert for each row execute function forget_alert_keys();
create table feed (
  id bigint generated always as identity primary key,
  name text not null,
  time_zone text,
  name_order text check (name_order in ('LAST_FIRST', 'FIRST_LAST')),
  name_width integer check (name_width between 5 and 500),
  column_mapping jsonb,
  double_space_splits boolean not null default false,
  loses_leading_zeros boolean not null default false,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz,
  closed_at timestamptz,
  version integer not null default 1
);
create unique index feed_name on feed (lower(name));
create table feed_key (
  id bigint generated always as identity primary key,
  feed_id bigint not null references feed on delete cascade,
  key_hash bytea not null unique,
  hint text not null,
  created_at timestamptz not null default now(),
  created_by bigint,
  revoked_at timestamptz
);
create index feed_key_feed on feed_key (feed_id);
create table event (
  id bigint generated always as identity primary key,
  feed_id bigint not null,
  document_id text not null,
  revision integer not null default 1,
  content_hash bytea not null,
  document_type text not null default '',
  document_description text not null default '',
  recorded_at timestamptz not null,
  recorded_has_time boolean not null,
  recorded_on date not null,
  document_url text not null default '',
  legal_description text not null default '',
  parties json not null,
  parcels json not null,
  spoilt_parcels json,
  extra json,
  received_at timestamptz not null default now(),
  unique (feed_id, document_id)
);
create index event_received on event (received_at);
create table event_revision (
  event_id bigint not null references event on delete cascade,
  revision integer not null,
  content_hash bytea not null,
  body json not null,
  received_at timestamptz not null,
  primary key (event_id, revision)
);
create table quarantine (
  id bigint generated always as identity primary key,
  feed_id bigint references feed on delete cascade,
  stage text not null check (stage in ('ingest', 'matching')),
  event_id bigint references event on delete cascade,
  document_id text not null default '',
  body json not null,
  problems jsonb not null,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  outcome text check (outcome in ('retried', 'dismissed'))
);
create index quarantine_open on quarantine (created_at desc) where settled_at is null;
create table event_key (
  key_hash bigint not null,
  event_id bigint not null,
  recorded_on date not null
) partition by range (recorded_on);
create index event_key_hash on event_key (key_hash, recorded_on);
create function keep_event_key_partitions(today date) returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  month date;
  name text;
  old record;
begin
  -- It drops tables with its owner's rights: others may only say what day it is.
  if session_user <> current_user and abs(today - current_date) > 2 then
    raise exception 'today is not %', today using errcode = 'invalid_parameter_value';
  end if;
  for month in select generate_series(date_trunc('month', today) - interval '12 months', date_trunc('month', today) + interval '2 months', interval '1 month')::date loop
    name := 'event_key_' || to_char(month, 'YYYY_MM');
    if to_regclass(name) is null then
      execute format('create table %I partition of event_key for values from (%L) to (%L)', name, month, (month + interval '1 month')::date);
    end if;
  end loop;
  for old in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'event_key'::regclass and c.relname ~ '^event_key_\d{4}_\d{2}$'
      and to_date(substring(c.relname from 11), 'YYYY_MM') < date_trunc('month', today) - interval '13 months'
  loop
    execute format('drop table %I', old.relname);
  end loop;
end $$;
create table event_key_other partition of event_key default;
select keep_event_key_partitions(current_date);
create table match_queue (
  event_id bigint primary key,
  attempts smallint not null default 0,
  not_before timestamptz not null default now()
);
create table event_match (
  event_id bigint not null,
  alert_id bigint not null,
  revision integer not null,
  match json not null,
  matched_at timestamptz not null default now(),
  primary key (event_id, alert_id)
);
create index event_match_alert on event_match (alert_id);
create index event_match_time on event_match (matched_at);
create table outgoing_event (
  id bigint generated always as identity primary key,
  user_id bigint,
  event_id bigint not null,
  revision integer not null,
  alert_id bigint not null,
  alert_name text not null,
  criteria text not null,
  channel text not null check (channel in ('EMAIL', 'PHONE')),
  recipient_id bigint not null,
  target text not null,
  match json not null,
  notice_id bigint,
  unsent_reason text not null default '',
  created_at timestamptz not null default now(),
  unique (event_id, alert_id, channel, recipient_id)
);
create index outgoing_event_history on outgoing_event (user_id, created_at desc, id desc);
create index outgoing_event_recipient on outgoing_event (channel, recipient_id, created_at desc);
create index outgoing_event_notice on outgoing_event (notice_id);
create table notice (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('match', 'verify', 'account', 'test')),
  template text not null,
  event_id bigint,
  revision integer,
  user_id bigint,
  owner_key bigint not null,
  channel text not null check (channel in ('EMAIL', 'PHONE')),
  recipient_id bigint,
  target text not null,
  data json not null default '{}',
  state text not null default 'waiting' check
    (state in ('held', 'waiting', 'in_doubt', 'accepted', 'delivered', 'failed', 'cancelled')),
  reason text not null default '',
  possibly_twice boolean not null default false,
  instead_of_text boolean not null default false,
  provider_message_id text,
  created_at timestamptz not null default now(),
  accepted_at timestamptz,
  ended_at timestamptz
);
create unique index notice_once on notice (event_id, revision, owner_key, channel, target) where kind = 'match';
create index notice_user on notice (user_id, created_at desc);
create index notice_provider on notice (provider_message_id) where provider_message_id is not null;
create index notice_open on notice (created_at) where state in ('held', 'waiting', 'in_doubt');
create index notice_failed on notice (ended_at) where state = 'failed';
create index notice_texts_accepted on notice (accepted_at) where channel = 'PHONE' and accepted_at is not null;
create index notice_recipient on notice (channel, recipient_id, created_at desc);
create table delivery (
  notice_id bigint primary key,
  lane smallint not null,
  next_attempt_at timestamptz not null default now(),
  lease_until timestamptz,
  attempt integer not null default 0,
  calls smallint not null default 0,
  calling_at timestamptz,
  doubt_since timestamptz
) with (fillfactor = 50);
create index delivery_due on delivery (lane, next_attempt_at);
create table notice_attempt (
  notice_id bigint not null,
  attempt integer not null,
  called_at timestamptz not null,
  ended_at timestamptz not null,
  outcome text not null check (outcome in ('accepted', 'refused', 'retry', 'in_doubt')),
  provider_message_id text,
  detail text not null default '',
  primary key (notice_id, attempt)
);
create table provider_callback (
  id bigint generated always as identity primary key,
  provider text not null check (provider in ('sendgrid', 'twilio-status', 'twilio-inbound')),
  dedupe_key text not null,
  body json not null,
  received_at timestamptz not null default now(),
  applied_at timestamptz,
  problem text not null default '',
  unique (provider, dedupe_key)
);
create index provider_callback_waiting on provider_callback (id) where applied_at is null;
create table notice_answer (
  notice_id bigint primary key,
  event_id bigint not null,
  owner_key bigint not null,
  answer text not null check (answer in ('expected', 'not-me', 'wrong')),
  answered_at timestamptz not null default now()
);
create index notice_answer_time on notice_answer (answer, answered_at);
create table record_mute (
  owner_key bigint not null,
  event_id bigint not null,
  created_at timestamptz not null default now(),
  primary key (owner_key, event_id)
);
create table notice_day (
  day date primary key,
  notices integer not null
);
create table outbox_message (
  id bigint generated always as identity primary key,
  notice_id bigint,
  channel text not null check (channel in ('EMAIL', 'PHONE')),
  recipient text not null,
  subject text not null default '',
  text text not null,
  html text not null default '',
  headers json not null default '{}',
  created_at timestamptz not null default now()
);
create index outbox_message_recipient on outbox_message (lower(recipient), id desc);
create function forget_user() returns trigger language plpgsql as $$
begin
  delete from delivery d using notice n where n.id = d.notice_id and n.user_id = old.id and n.kind <> 'account';
  update notice set state = 'cancelled', reason = 'The account was deleted.', ended_at = now()
    where user_id = old.id and kind <> 'account' and state in ('held', 'waiting', 'in_doubt');
  delete from outgoing_event where user_id = old.id;
  delete from record_mute where owner_key = old.id;
  return old;
end $$;
create trigger history_goes_with_user after delete on "user" for each row execute function forget_user();
create function cancel_for_recipient() returns trigger language plpgsql as $$
declare
  its_channel text := case tg_table_name when 'phone' then 'PHONE' else 'EMAIL' end;
begin
  delete from delivery d using notice n
    where n.id = d.notice_id and n.channel = its_channel and n.recipient_id = old.id;
  update notice set state = 'cancelled', reason = 'The recipient was removed.', ended_at = now()
    where channel = its_channel and recipient_id = old.id and state in ('held', 'waiting', 'in_doubt');
  return old;
end $$;
create trigger unsent_goes_with_email after delete on email_address for each row execute function cancel_for_recipient();
create trigger unsent_goes_with_phone after delete on phone for each row execute function cancel_for_recipient();
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  type text not null check (type in ('LOGIN', 'LOGIN_REFUSED', 'LOGOUT', 'ACCOUNT', 'PASSWORD', 'ALERT', 'RECIPIENT',
    'SETTING', 'LOCKOUT', 'PURGE', 'EXPORT', 'FEED', 'MIGRATION', 'NOTICE', 'SUPPRESSION')),
  actor_id bigint,
  subject_user_id bigint,
  personal_digest bytea not null
);
create index audit_log_at on audit_log (at);
create table audit_personal (
  audit_id bigint primary key,
  salt bytea not null,
  actor_username text not null default '',
  subject_username text not null default '',
  description text not null default '',
  old_value json,
  new_value json,
  address text not null default ''
);
create index audit_personal_actor on audit_personal (lower(actor_username));
create table audit_chain (
  position bigint primary key,
  audit_id bigint unique,
  kind text not null default 'row' check (kind in ('row', 'checkpoint')),
  digest bytea not null,
  previous bytea not null,
  hash bytea not null,
  chained_at timestamptz not null default now()
);
create function refuse_change() returns trigger language plpgsql as $$
begin
  if current_setting('land_alerts.audit_purge', true) = 'on' and current_user = (select tableowner from pg_tables where schemaname = tg_table_schema and tablename = tg_table_name) then
    return old;
  end if;
  raise exception 'rows of % are only added', tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger audit_log_only_grows before update or delete on audit_log for each row execute function refuse_change();
create trigger audit_chain_only_grows before update or delete on audit_chain for each row execute function refuse_change();
create table migration_run (
  id bigint generated always as identity primary key,
  started_at timestamptz not null default now(),
  started_by bigint,
  state text not null default 'running' check (state in ('running', 'done', 'failed', 'restored')),
  progress json not null default '{}',
  copy json,
  ended_at timestamptz
);
alter table ticket add column target text;
create index quarantine_again on quarantine (feed_id, document_id) where settled_at is null and stage = 'ingest';
create table purge_run (
  id bigint generated always as identity primary key,
  scheduled_on date unique,
  active_before timestamptz not null,
  started_at timestamptz not null default now(),
  started_by bigint,
  started_by_name text not null default '',
  found integer not null default 0,
  purged integer not null default 0,
  letters integer not null default 0,
  ended_at timestamptz
);
create index purge_run_open on purge_run (id) where ended_at is null;
alter table "user" add column purge_reminded_at timestamptz;
alter table "user" add column purge_on date;
alter table "user" add column purge_notice_id bigint;
create index user_purge_warned on "user" (purge_on) where purge_warned_at is not null;
alter table "user" add column totp_last_step bigint not null default 0;
create table recovery_code (
  user_id bigint not null references "user" on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);
alter table session add column confirmed_at timestamptz;
update session set confirmed_at = created_at;
alter table session alter column confirmed_at set default now(), alter column confirmed_at set not null;
create table figure_minute (
  at timestamptz primary key,
  events integer not null,
  matches integer not null,
  notices_out integer not null,
  possibly_twice integer not null,
  failed integer not null,
  email_errors integer not null,
  text_errors integer not null,
  looks_wrong integer not null,
  waiting integer,
  in_doubt integer,
  held integer,
  match_queue integer
);
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
  lag_seconds double precision,
  primary key (feed_id, at)
);
create index feed_minute_at on feed_minute (at);
create table process_heartbeat (
  id uuid primary key,
  kind text not null check (kind in ('server', 'worker')),
  host text not null,
  pid integer not null,
  started_at timestamptz not null,
  seen_at timestamptz not null default now(),
  resident_bytes bigint not null,
  heap_bytes bigint not null,
  loop_delay_ms double precision not null,
  loop_delay_max_ms double precision not null,
  loop_utilization double precision not null
) with (fillfactor = 50);
create index notice_accepted on notice using brin (accepted_at) with (pages_per_range = 32, autosummarize = on);
create index notice_attempt_ended on notice_attempt using brin (ended_at) with (pages_per_range = 32, autosummarize = on);
create index notice_held on notice (reason, created_at) where state = 'held';
create index quarantine_feed on quarantine (feed_id, created_at desc) where settled_at is null;
alter table notice_answer add column seen_at timestamptz, add column seen_by bigint;
create index notice_answer_unseen on notice_answer (answered_at desc) where answer = 'wrong' and seen_at is null;
alter table migration_run
  add column kind text not null default 'import' check (kind in ('import', 'restore')),
  add column restores bigint references migration_run,
  add column copy_deleted boolean not null default false;
alter table migration_run drop column copy;
create table migration_copy (
  run_id bigint not null references migration_run on delete cascade,
  of text not null check (of in
    ('email_address', 'alert', 'alert_email', 'alert_phone', 'event_match', 'ticket', 'suppression', 'notice', 'delivery')),
  place bigint not null,
  body json not null
);
create index migration_copy_run on migration_copy (run_id, of, place);
create unlogged table migration_email (
  run_id bigint not null,
  place bigint generated always as identity,
  legacy_id text not null,
  address text not null,
  primary key (run_id, legacy_id)
);
create unlogged table migration_alert (
  run_id bigint not null,
  place bigint generated always as identity,
  legacy_id text not null,
  legacy_email_id text not null,
  alert_type text not null,
  first_name text not null,
  last_name text not null,
  business_name text not null,
  parcel_id text not null,
  criteria text not null,
  name text not null,
  status text not null,
  email_id bigint,
  primary key (run_id, legacy_id)
);
create index migration_email_place on migration_email (run_id, place);
create index migration_alert_place on migration_alert (run_id, place);
create table migration_skipped (
  id bigint generated always as identity primary key,
  run_id bigint not null references migration_run on delete cascade,
  of text not null check (of in ('EMAIL', 'ALERT')),
  legacy_id text not null,
  reason text not null
);
create index migration_skipped_run on migration_skipped (run_id, id);
create index suppression_email on suppression (email_id) where email_id is not null;
alter table alert add column owner_name text not null default '';
update alert a set owner_name = lower(u.username) from "user" u where u.id = a.user_id;
alter table alert add column told boolean not null default false;
alter table alert add column updated_by bigint;
create function alert_is_told(alert_id bigint) returns boolean language sql stable as $$
  select exists (select from alert_email l join email_address e on e.id = l.email_id
      where l.alert_id = $1 and e.verified_at is not null)
    or exists (select from alert_phone l join phone p on p.id = l.phone_id
      where l.alert_id = $1 and p.verified_at is not null and p.validated_at is not null)
$$;
update alert set told = true where alert_is_told(id);
alter table alert
  add column name_key text collate "C" generated always as (lower(name)) stored,
  add column search text generated always as (E'\n' || lower(name) || E'\n' || lower(criteria) || E'\n' || owner_name) stored,
  add column standing text generated always as (case when status = 'I' then 'I' when told then 'A' else 'P' end) stored;
drop index alert_search;
create index alert_search on alert using gin (search gin_trgm_ops);
create index alert_by_name on alert (name_key, id) include (user_id, standing, paused_until);
create index alert_by_standing on alert (standing, name_key, id) include (user_id, paused_until);
create index alert_by_criteria_initial on alert (left(lower(criteria), 1), name_key, id);
create index alert_by_owner_initial on alert (left(owner_name, 1), name_key, id);
create index alert_paused on alert (paused_until) where paused_until is not null;
create function alert_takes_owner_name() returns trigger language plpgsql as $$
begin
  new.owner_name := coalesce((select lower(username) from "user" where id = new.user_id), '');
  return new;
end $$;
create trigger alert_owner_name before insert or update of user_id on alert
  for each row execute function alert_takes_owner_name();
create function alert_gains_recipients() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'alert_email' then
    perform from email_address where id in (select email_id from added) order by id for share;
  else
    perform from phone where id in (select phone_id from added) order by id for share;
  end if;
  update alert set told = true
    where id in (select alert_id from added) and not told and alert_is_told(id);
  return null;
end $$;
create trigger alert_gains_emails after insert on alert_email
  referencing new table as added for each statement execute function alert_gains_recipients();
create trigger alert_gains_phones after insert on alert_phone
  referencing new table as added for each statement execute function alert_gains_recipients();
create function alert_loses_recipients() returns trigger language plpgsql as $$
begin
  update alert set told = false
    where id in (select alert_id from removed) and told and not alert_is_told(id);
  return null;
end $$;
create trigger alert_loses_emails after delete on alert_email
  referencing old table as removed for each statement execute function alert_loses_recipients();
create trigger alert_loses_phones after delete on alert_phone
  referencing old table as removed for each statement execute function alert_loses_recipients();
create function recipient_confirmed() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'phone' then
    update alert set told = not told
      where id in (select alert_id from alert_phone where phone_id = new.id) and told <> alert_is_told(id);
  else
    update alert set told = not told
      where id in (select alert_id from alert_email where email_id = new.id) and told <> alert_is_told(id);
  end if;
  return null;
end $$;
create trigger email_confirmed after update of verified_at on email_address
  for each row when ((old.verified_at is null) <> (new.verified_at is null)) execute function recipient_confirmed();
create trigger phone_confirmed after update of verified_at, validated_at on phone
  for each row when ((old.verified_at is null or old.validated_at is null) <> (new.verified_at is null or new.validated_at is null))
  execute function recipient_confirmed();
create index email_address_by_address on email_address (address_key collate "C", id) include (owner_id, migrated);
create index phone_by_number on phone (number collate "C", id) include (owner_id);
create index user_staff on "user" (role, id) where role in ('FOREVER', 'TRIMIN', 'COUNTY');
alter table audit_chain
  add column purged_through bigint,
  add column purged_hash bytea,
  add constraint audit_chain_whole check (
    (kind = 'row') = (audit_id is not null)
    and (kind = 'checkpoint') = (purged_through is not null)
    and (kind = 'checkpoint') = (purged_hash is not null));
create index audit_log_time on audit_log (at, id);
drop index audit_log_at;
create index audit_personal_subject on audit_personal (lower(subject_username));
create function audit_purge_runs(watched oid) returns boolean language sql stable as $$
  select current_setting('land_alerts.audit_purge', true) = pg_current_xact_id_if_assigned()::text
    and current_user = (select pg_get_userbyid(relowner) from pg_class where oid = watched)
$$;
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and audit_purge_runs(tg_relid) then return old; end if;
  raise exception 'rows of % are only added', tg_table_name using errcode = 'insufficient_privilege';
end $$;
create function refuse_truncate() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are only added', tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger audit_log_not_truncated before truncate on audit_log for each statement execute function refuse_truncate();
create trigger audit_chain_not_truncated before truncate on audit_chain for each statement execute function refuse_truncate();
create trigger audit_personal_not_truncated before truncate on audit_personal
  for each statement execute function refuse_truncate();
create function only_erase() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and audit_purge_runs(tg_relid) then return old; end if;
  if tg_op = 'UPDATE' and new.audit_id = old.audit_id and octet_length(new.salt) = 0
    and new.actor_username = '' and new.subject_username = '' and new.description = '' and new.address = ''
    and new.old_value is null and new.new_value is null then
    return new;
  end if;
  raise exception 'rows of % are only added or erased', tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger audit_personal_only_erased before update or delete on audit_personal
  for each row execute function only_erase();
create function purge_audit_log(before timestamptz, at_most integer,
  out removed integer, out through bigint, out through_hash bytea)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  older_than timestamptz := least(before, now() - interval '60 days');
begin
  with first as (
    select c.position, coalesce(l.at, c.chained_at) as at
    from (select position, audit_id, chained_at from audit_chain order by position limit at_most) c
    left join audit_log l on l.id = c.audit_id
  )
  select coalesce((select min(f.position) from first f where f.at >= older_than) - 1, (select max(f.position) from first f))
    into through;
  removed := 0;
  select hash into through_hash from audit_chain where position = through;
  -- An old checkpoint alone is no reason for a new one.
  if not exists (select from audit_chain where position <= through and kind = 'row') then return; end if;
  perform set_config('land_alerts.audit_purge', pg_current_xact_id()::text, true);
  delete from audit_personal p using audit_chain c where c.position <= through and p.audit_id = c.audit_id;
  delete from audit_log l using audit_chain c where c.position <= through and l.id = c.audit_id;
  delete from audit_chain where position <= through and kind = 'row';
  get diagnostics removed = row_count;
  delete from audit_chain where position <= through;
  perform set_config('land_alerts.audit_purge', '', true);
end $$;
revoke execute on function purge_audit_log(timestamptz, integer) from public;
alter table "user"
  add column username_key text collate "C" generated always as (lower(username)) stored,
  add column search text generated always as
    (lower(username || ' ' || first_name || ' ' || last_name || ' ' || email)) stored;
drop index user_search;
create index user_search on "user" using gin (search gin_trgm_ops);
create index user_list on "user" (username_key, id) include (role, status);
create index user_list_by_status on "user" (status, username_key, id) include (role);
create function user_beginnings(username text, first_name text, last_name text, email text) returns text[]
  language sql immutable parallel safe
  return array[
    left(lower(username), 1), left(lower(username), 2), left(lower(first_name), 1), left(lower(first_name), 2),
    left(lower(last_name), 1), left(lower(last_name), 2), left(lower(email), 1), left(lower(email), 2)];
create index user_beginnings on "user" using gin (user_beginnings(username, first_name, last_name, email));
create index audit_log_subject on audit_log (subject_user_id, id) where subject_user_id is not null;
create or replace function forget_user() returns trigger language plpgsql as $$
begin
  delete from delivery d using notice n where n.id = d.notice_id and n.user_id = old.id;
  update notice set state = 'cancelled', reason = 'The account was deleted.', ended_at = now()
    where user_id = old.id and state in ('held', 'waiting', 'in_doubt');
  delete from notice_attempt a using notice n where n.id = a.notice_id and n.user_id = old.id;
  delete from outbox_message m using notice n where n.id = m.notice_id and n.user_id = old.id;
  -- The id keeps two notices of one record apart.
  update notice set target = 'deleted ' || id, data = '{}',
      reason = case when state = 'cancelled' then reason else '' end
    where user_id = old.id;
  delete from outgoing_event where user_id = old.id;
  delete from record_mute where owner_key = old.id;
  return old;
end $$;
create index audit_log_settings on audit_log (id) where type in ('SETTING', 'LOCKOUT');
create or replace function forget_alert_keys() returns trigger language plpgsql as $$
begin
  delete from alert_key where alert_id = old.id;
  delete from alert_text where alert_id = old.id;
  delete from event_match where alert_id = old.id;
  return old;
end $$;
create table match_again (
  event_id bigint primary key
);
drop index notice_provider;
drop index notice_open;
drop index notice_failed;
drop index notice_texts_accepted;
drop index notice_held;
alter table notice
  add column held_since timestamptz generated always as (case when state = 'held' then created_at end) stored,
  add column failed_at timestamptz generated always as (case when state = 'failed' then ended_at end) stored,
  add column text_accepted_at timestamptz generated always as (case when channel = 'PHONE' then accepted_at end) stored,
  set (fillfactor = 50);
create index notice_held on notice (reason, held_since) where held_since is not null;
create index notice_failed on notice (failed_at desc, id desc) where failed_at is not null;
create index notice_text_accepted on notice (text_accepted_at) where text_accepted_at is not null;
create or replace function alert_gains_recipients() returns trigger language plpgsql as $$
begin
  -- A recipient that is being confirmed is waited for, so that one of the two sees the other.
  if tg_table_name = 'alert_email' then
    perform from email_address where id in (select email_id from added) and verified_at is null order by id for share;
    update alert a set told = true from added n join email_address e on e.id = n.email_id
      where a.id = n.alert_id and not a.told and e.verified_at is not null;
  else
    perform from phone where id in (select phone_id from added)
      and (verified_at is null or validated_at is null) order by id for share;
    update alert a set told = true from added n join phone p on p.id = n.phone_id
      where a.id = n.alert_id and not a.told and p.verified_at is not null and p.validated_at is not null;
  end if;
  return null;
end $$;
create index alert_by_criteria_two on alert (left(lower(criteria), 2), name_key, id);
create index alert_by_owner_two on alert (left(owner_name, 2), name_key, id);
alter table phone add column digits text collate "C" generated always as
  (case when number like '+1__________' then substr(number, 3) else substr(number, 2) end) stored;
drop index phone_by_number;
create index phone_by_digits on phone (digits, id) include (owner_id);
create function as_letters(text) returns text language sql immutable strict parallel safe
  return regexp_replace(translate($1, ' .@-', 'xqzj'), '[^[:alnum:]]', 'q', 'g');
drop index user_search;
drop index alert_search;
drop index email_address_search;
alter table "user" add column search_letters text generated always as
  (as_letters(lower(username || ' ' || first_name || ' ' || last_name || ' ' || email))) stored;
alter table alert add column search_letters text generated always as
  (as_letters(E'\n' || lower(name) || E'\n' || lower(criteria) || E'\n' || owner_name)) stored;
alter table email_address add column search_letters text generated always as
  (as_letters(lower(address))) stored;
create index user_search on "user" using gin (search_letters gin_trgm_ops);
create index alert_search on alert using gin (search_letters gin_trgm_ops);
create index email_address_search on email_address using gin (search_letters gin_trgm_ops);
create index user_walk on "user" (username_key, id) include (role, status, search);
create index alert_walk on alert (name_key, id) include (user_id, standing, paused_until, search);
alter table email_address add column in_use boolean not null default false;
alter table phone add column in_use boolean not null default false;
update email_address set in_use = true
  where id in (select l.email_id from alert_email l join alert a on a.id = l.alert_id where a.status = 'A');
update phone set in_use = true
  where id in (select l.phone_id from alert_phone l join alert a on a.id = l.alert_id where a.status = 'A');
drop index email_address_by_address;
create index email_address_by_address on email_address (address_key collate "C", id)
  include (owner_id, migrated, in_use);
create index email_address_unused on email_address (address_key collate "C", id) include (owner_id) where not in_use;
drop index phone_by_digits;
create index phone_by_digits on phone (digits, id) include (owner_id, number, in_use);
create index phone_unused on phone (digits, id) include (owner_id, number) where not in_use;
create function keep_emails_in_use(ids bigint[]) returns void language plpgsql as $$
begin
  perform from email_address where id = any (ids) order by id for no key update;
  update email_address e set in_use = not e.in_use
    where e.id = any (ids) and e.in_use <> exists (
      select from alert_email l join alert a on a.id = l.alert_id where l.email_id = e.id and a.status = 'A');
end $$;
create function keep_phones_in_use(ids bigint[]) returns void language plpgsql as $$
begin
  perform from phone where id = any (ids) order by id for no key update;
  update phone p set in_use = not p.in_use
    where p.id = any (ids) and p.in_use <> exists (
      select from alert_phone l join alert a on a.id = l.alert_id where l.phone_id = p.id and a.status = 'A');
end $$;
create function links_changed() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'alert_email' then
    perform keep_emails_in_use(array(select distinct email_id from changed));
  else
    perform keep_phones_in_use(array(select distinct phone_id from changed));
  end if;
  return null;
end $$;
create trigger alert_adds_email after insert on alert_email
  referencing new table as changed for each statement execute function links_changed();
create trigger alert_adds_phone after insert on alert_phone
  referencing new table as changed for each statement execute function links_changed();
create trigger alert_drops_email after delete on alert_email
  referencing old table as changed for each statement execute function links_changed();
create trigger alert_drops_phone after delete on alert_phone
  referencing old table as changed for each statement execute function links_changed();
create function alert_switched() returns trigger language plpgsql as $$
begin
  perform keep_emails_in_use(array(select email_id from alert_email where alert_id = new.id));
  perform keep_phones_in_use(array(select phone_id from alert_phone where alert_id = new.id));
  return null;
end $$;
create trigger alert_switches_recipients after update of status on alert
  for each row when (old.status <> new.status) execute function alert_switched();
alter table notice
  add column again_after integer,
  add column earlier_state text check (earlier_state in ('accepted', 'delivered', 'failed'));
create or replace function cancel_for_recipient() returns trigger language plpgsql as $$
declare
  its_channel text := case tg_table_name when 'phone' then 'PHONE' else 'EMAIL' end;
begin
  delete from delivery d using notice n
    where n.id = d.notice_id and n.channel = its_channel and n.recipient_id = old.id;
  update notice set state = coalesce(earlier_state, 'cancelled'), reason = 'The recipient was removed.',
      again_after = null, earlier_state = null, ended_at = now()
    where channel = its_channel and recipient_id = old.id and state in ('held', 'waiting', 'in_doubt');
  return old;
end $$;
alter table notice add column given_up boolean not null default false;
update notice set given_up = true where state = 'failed' and accepted_at is null;
create index notice_answer_record on notice_answer (owner_key, event_id);
alter table suppression add column scope text check (scope in ('everything', 'messages', 'alerts', 'requests'));
create function suppression_scope() returns trigger language plpgsql as $$
begin
  -- Written by a process that knows no scopes, or where the reason says it.
  if new.scope is null then
    new.scope := case
      when new.owner_id is not null or new.email_id is not null then 'alerts'
      when new.reason = 'bounce' or new.channel = 'PHONE' then 'everything'
      else 'messages' end;
  end if;
  return new;
end $$;
create trigger suppression_has_scope before insert or update on suppression
  for each row execute function suppression_scope();
update suppression set scope = null;
alter table suppression alter column scope set not null;
create function stop_holds(
  scope text, stop_owner bigint, stop_email bigint, mail text, owner bigint, email bigint, own_account boolean
) returns boolean language sql immutable as $$
  select case
    when stop_owner is not null and stop_owner is distinct from owner then false
    when stop_email is not null and stop_email is distinct from email then false
    when scope = 'everything' then true
    when scope = 'messages' then mail <> 'security' or not own_account
    when scope = 'alerts' then mail in ('match', 'verify')
    else mail in ('verify', 'register') end
$$;
alter table "user" add column email_verified_at timestamptz,
  add column unproven_failures integer not null default 0;
create function user_email_changed() returns trigger language plpgsql as $$
begin
  -- Whoever sets another address says in the same statement that it is proved, or it is not.
  if new.email_verified_at is not distinct from old.email_verified_at then
    new.email_verified_at := null;
  end if;
  return new;
end $$;
create trigger user_email_is_unverified before update of email on "user"
  for each row when (lower(old.email) <> lower(new.email)) execute function user_email_changed();
create function verified_emails(of_owner bigint, mail text)
returns table (rank integer, email_id bigint, address text) language sql stable as $$
  select way.rank, way.email_id, way.address from (
    select 1, e.id, e.address from email_address e
      where e.owner_id = of_owner and e.in_use and e.verified_at is not null
    union all
    select 2, null, u.email from "user" u where u.id = of_owner and u.email <> '' and u.email_verified_at is not null
  ) as way (rank, email_id, address)
  where not exists (
    select from suppression s where s.channel = 'EMAIL' and s.target = lower(way.address) and s.lifted_at is null
      and stop_holds(s.scope, s.owner_id, s.email_id, mail, of_owner, way.email_id, way.email_id is null))
$$;
create table database_mark (
  "only" boolean primary key default true check ("only"),
  database_id uuid not null default gen_random_uuid(),
  timeline uuid not null default gen_random_uuid(),
  position bigint not null default 0,
  position_at timestamptz not null default now()
) with (fillfactor = 50);
insert into database_mark default values;
create table database_restore (
  id bigint generated always as identity primary key,
  backup_at timestamptz not null,
  noticed_at timestamptz not null default now(),
  noticed_by text not null check (noticed_by in ('mark', 'command', 'staff')),
  timeline_before uuid not null,
  last_notice_id bigint not null,
  emails_in_doubt integer not null,
  texts_in_doubt integer not null,
  held integer not null,
  sessions_ended integer not null,
  reset_links_ended integer not null,
  feeds json not null,
  released_at timestamptz,
  released_by bigint,
  released_by_name text not null default ''
);
create unique index database_restore_open on database_restore ((released_at is null)) where released_at is null;
alter table notice add column maybe_sent_since timestamptz;
create function skip_ids(skipped bigint) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  of_table text;
  sequence text;
begin
  foreach of_table in array array['user', 'email_address', 'phone', 'alert', 'feed', 'event', 'notice'] loop
    sequence := pg_get_serial_sequence(format('public.%I', of_table), 'id');
    perform setval(sequence, nextval(sequence) + skipped);
  end loop;
end $$;
revoke execute on function skip_ids(bigint) from public;
create table provider_state (
  channel text primary key check (channel in ('EMAIL', 'PHONE')),
  provider text not null default '',
  failed_in_a_row integer not null default 0,
  failing_since timestamptz,
  last_answer text not null default '',
  last_failed_at timestamptz,
  last_accepted_at timestamptz
) with (fillfactor = 50);
insert into provider_state (channel) values ('EMAIL'), ('PHONE');
alter table delivery add column decided_at timestamptz not null default now();
update delivery d set decided_at = n.created_at from notice n where n.id = d.notice_id;
alter table notice_attempt drop constraint notice_attempt_outcome_check;
alter table notice_attempt add constraint notice_attempt_outcome_check
  check (outcome in ('accepted', 'refused', 'retry', 'perhaps_taken', 'in_doubt')) not valid;
alter table delivery add column perhaps_taken_since timestamptz;
create table inbound_texts (
  id boolean primary key default true check (id),
  complete_until timestamptz not null default now(),
  looked_at timestamptz
);
insert into inbound_texts default values;
create index provider_callback_from on provider_callback ((body ->> 'From'), received_at)
  where provider = 'twilio-inbound';
update "user" u set email_verified_at = e.verified_at from email_address e
  where u.email_verified_at is null and e.owner_id = u.id and e.address_key = lower(u.email) and e.verified_at is not null;
update "user" u set email_verified_at = now()
where u.email_verified_at is null and u.status <> 'P' and u.email <> '' and exists (
  select from audit_log l join audit_personal p on p.audit_id = l.id
  where l.subject_user_id = u.id and p.description in ('The registration was completed.',
    'A new email was confirmed by its link.', 'A new password was set by an emailed link.')
  and not exists (
    select from audit_log later join audit_personal q on q.audit_id = later.id
    where later.subject_user_id = u.id and later.id > l.id and q.description = 'The user was changed by staff.'
    and lower(q.old_value->>'email') is distinct from lower(q.new_value->>'email')));
create table registration (
  id bigint generated always as identity primary key,
  user_id bigint not null references "user" on delete cascade,
  password_hash text not null,
  language text not null,
  details jsonb not null,
  browser_hash bytea not null,
  created_at timestamptz not null default now()
);
create index registration_user on registration (user_id);
alter table ticket add column registration_id bigint references registration on delete set null;
create index ticket_registration on ticket (registration_id) where registration_id is not null;
alter table ticket drop constraint ticket_purpose_check;
alter table ticket add constraint ticket_purpose_check check (purpose in
  ('registration', 'email', 'phone', 'password', 'profile-email', 'keep-alerts', 'usernames', 'not-me'));
alter table audit_log drop constraint audit_log_type_check;
alter table audit_log add constraint audit_log_type_check check (type in ('LOGIN', 'LOGIN_REFUSED', 'REFUSED', 'LOGOUT',
  'ACCOUNT', 'PASSWORD', 'ALERT', 'RECIPIENT', 'SETTING', 'LOCKOUT', 'PURGE', 'EXPORT', 'FEED', 'MIGRATION', 'NOTICE',
  'SUPPRESSION')) not valid;
alter table provider_callback drop constraint provider_callback_provider_check;
create function account_is_open(status text) returns boolean language sql immutable as $$
  select status in ('A', 'L')
$$;
create view account_email as
  select id as user_id, email as address, lower(email) as address_key from "user"
  where email <> '' and email_verified_at is not null;
create view recipient as
  select 'EMAIL' as channel, id, owner_id, address as target, address_key as target_key, in_use,
    verified_at is not null as confirmed, true as validated, verified_at is not null or migrated as verified
  from email_address
  union all
  select 'PHONE', id, owner_id, number, number, in_use,
    verified_at is not null, validated_at is not null, verified_at is not null and validated_at is not null
  from phone;
create function suppressions_for(mail text, of_channel text, of_key text, of_owner bigint, of_recipient bigint)
returns table (id bigint, reason text, for_everyone boolean, created_at timestamptz) language sql stable as $$
  select s.id, s.reason, s.owner_id is null and s.email_id is null, s.created_at
  from suppression s
  where s.channel = of_channel and s.target = of_key and s.lifted_at is null
    and stop_holds(s.scope, s.owner_id, s.email_id, mail, of_owner, case when of_channel = 'EMAIL' then of_recipient end,
      mail = 'security' and exists (
        select from account_email a where a.user_id = of_owner and a.address_key = of_key))
$$;
create function deliverable(
  mail text, of_channel text, to_target text, of_owner bigint, of_recipient bigint, alert_off boolean, about_event bigint
) returns table (target text, verified boolean, suppressed_for text, skip_reason text) language sql stable as $$
  select r.target, coalesce(r.verified, false), (
      select s.reason
      from suppressions_for(mail, of_channel, coalesce(lower(to_target), r.target_key), of_owner, of_recipient) s
      order by s.for_everyone desc, s.created_at, s.id limit 1),
    case
      when mail = 'match' and not r.verified then 'not-verified'
      when exists (select from suppressions_for(mail, of_channel, coalesce(lower(to_target), r.target_key), of_owner, of_recipient))
        then 'suppressed'
      when mail = 'verify' and r.id is null then 'recipient-removed'
      -- A match in place of a text may go to the account's email, which is no recipient of an alert.
      when mail = 'match' and r.id is null and (of_recipient is not null or not exists (
        select from account_email a where a.user_id = of_owner and a.address_key = lower(to_target)))
        then 'recipient-removed'
      when mail in ('match', 'verify') and r.target_key <> lower(to_target) then 'recipient-removed'
      when mail = 'verify' and r.confirmed then 'already-verified'
      when mail = 'verify' and not r.validated then 'not-validated'
      when mail = 'match' and alert_off then 'alert-off'
      when mail = 'match' and exists (
        select from record_mute m where m.owner_key = coalesce(of_owner, -of_recipient) and m.event_id = about_event)
        then 'muted'
    end
  from (select) message left join recipient r on r.channel = of_channel and r.id = of_recipient
$$;
create function owner_addresses(of_owner bigint, mail text)
returns table (rank integer, channel text, recipient_id bigint, target text) language sql stable as $$
  select way.rank, way.channel, way.id, way.target
  from (
    select case r.channel when 'EMAIL' then 1 else 3 end, r.channel, r.id, r.target from recipient r
    where r.owner_id = of_owner and r.in_use and r.verified
    union all
    select 2, 'EMAIL', null, a.address from account_email a where a.user_id = of_owner
  ) as way (rank, channel, id, target)
  cross join lateral deliverable(mail, way.channel, way.target, of_owner, way.id, false, null) d
  where d.skip_reason is null
$$;
create or replace function verified_emails(of_owner bigint, mail text)
returns table (rank integer, email_id bigint, address text) language sql stable as $$
  select a.rank, a.recipient_id, a.target from owner_addresses(of_owner, mail) a where a.channel = 'EMAIL'
$$;
create view suppressed_recipient as
  select 'EMAIL' as channel, e.id
  from email_address e cross join lateral suppressions_for('match', 'EMAIL', e.address_key, e.owner_id, e.id)
  union all
  select 'PHONE', p.id
  from phone p cross join lateral suppressions_for('match', 'PHONE', p.number, p.owner_id, p.id);
create view text_replacement as
  select o.notice_id, l.email_id from outgoing_event o
  join alert a on a.id = o.alert_id and a.status = 'A'
  join alert_email l on l.alert_id = a.id and l.stopped_at is null;
alter table delivery add column owner integer, add column owner_attempt integer;
create table delivery_worker (number integer primary key);
alter table alert
  add column typing_slips boolean not null default false,
  add column former_name boolean not null default false,
  add column former_last_name text not null default '';
create index alert_typing_slips on alert (id) where typing_slips and status = 'A';
create table held_word (
  word text collate "C" primary key
);
create table reread_backlog (
  "only" boolean primary key default true check ("only"),
  before_event bigint not null
);
insert into reread_backlog (before_event) select max(id) + 1 from event having max(id) is not null;
create table alert_exception (
  id bigint generated always as identity primary key,
  alert_id bigint not null references alert on delete cascade,
  kind text not null check (kind in ('middleName', 'coOwner')),
  value text not null,
  written text not null,
  notice_id bigint references notice on delete set null,
  created_at timestamptz not null default now(),
  unique (alert_id, kind, value)
);
create index alert_exception_notice on alert_exception (notice_id);
alter table notice_answer add column cause text not null default '';
alter table migration_copy drop constraint migration_copy_of_check;
alter table migration_copy add constraint migration_copy_of_check check (of in
  ('email_address', 'alert', 'alert_email', 'alert_phone', 'alert_exception', 'event_match', 'ticket', 'suppression',
    'notice', 'delivery')) not valid;
create table feed_check (
  feed_id bigint primary key references feed on delete cascade,
  requested_at timestamptz,
  tried_at timestamptz,
  checked_at timestamptz,
  feed_version integer,
  held integer not null default 0,
  records integer not null default 0,
  findings jsonb not null default '[]',
  dismissed jsonb not null default '[]'
);
create table roll (
  id integer generated always as identity primary key,
  state text not null default 'uploading' check
    (state in ('uploading', 'waiting', 'loading', 'loaded', 'current', 'former', 'removed', 'failed')),
  file_name text not null default '',
  bytes bigint,
  column_mapping jsonb,
  parcel_mask text not null default '',
  lines integer not null default 0,
  parcels integer not null default 0,
  set_aside integer not null default 0,
  outside_mask integer not null default 0,
  added integer not null default 0,
  gone integer not null default 0,
  changed integer not null default 0,
  compared_with integer,
  problems jsonb not null default '[]',
  problem_counts jsonb not null default '{}',
  details jsonb not null default '{}',
  failure text not null default '',
  created_at timestamptz not null default now(),
  created_by bigint,
  created_by_name text not null default '',
  uploaded_at timestamptz,
  claimed_until timestamptz,
  attempts smallint not null default 0,
  loaded_at timestamptz,
  used_at timestamptz,
  used_by bigint,
  used_by_name text not null default '',
  ended_at timestamptz,
  version integer not null default 1
);
create unique index roll_in_use on roll (state) where state = 'current';
create table roll_chunk (
  roll_id integer not null references roll on delete cascade,
  position integer not null,
  body bytea not null,
  primary key (roll_id, position)
);
alter table roll_chunk alter column body set storage external;
create table parcel (
  roll_id integer not null,
  line integer not null,
  parcel_id text not null,
  parcel_key text collate "C" not null,
  address text not null default '',
  city text not null default '',
  zip text not null default '',
  legal_description text not null default '',
  owner_name text not null default '',
  mail_address text not null default '',
  mail_city text not null default '',
  mail_state text not null default '',
  mail_zip text not null default '',
  place_id integer,
  house_number integer,
  numbers text[] not null default '{}',
  units text[] not null default '{}',
  primary key (roll_id, line)
) partition by list (roll_id);
create index parcel_key on parcel (roll_id, parcel_key);
create index parcel_in_place on parcel (roll_id, place_id, house_number) where place_id is not null;
create table parcel_place (
  roll_id integer not null,
  id integer not null,
  words text[] not null,
  length integer not null,
  primary key (roll_id, id)
) partition by list (roll_id);
create table place_word (
  roll_id integer not null,
  word text collate "C" not null,
  place_id integer not null,
  primary key (roll_id, word, place_id)
) partition by list (roll_id);
create table place_spelling (
  roll_id integer not null,
  word text collate "C" not null,
  backward text collate "C" not null,
  primary key (roll_id, word)
) partition by list (roll_id);
create index place_spelling_backward on place_spelling (roll_id, backward);
create table parcel_word (
  roll_id integer not null,
  is_number boolean not null,
  word text collate "C" not null,
  place_id integer not null,
  line integer not null,
  primary key (roll_id, is_number, word, place_id, line)
) partition by list (roll_id);
create function roll_tables() returns text[] language sql immutable
return array['parcel', 'parcel_place', 'place_word', 'place_spelling', 'parcel_word'];
create function prepare_roll(roll integer) returns void
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '10s' as $$
declare
  parent text;
  part text;
begin
  perform from roll r where r.id = prepare_roll.roll and r.state = 'loading' for update;
  if not found then
    raise exception 'roll % is not loading', roll using errcode = 'invalid_parameter_value';
  end if;
  foreach parent in array roll_tables() loop
    part := parent || '_' || roll;
    if to_regclass(part) is null then
      -- Attaching lets searches go on; creating a partition in place would not.
      execute format('create table %I (like %I including all)', part, parent);
      execute format('alter table %I attach partition %I for values in (%L)', parent, part, roll);
    else
      execute format('truncate %I', part);
    end if;
  end loop;
end $$;
revoke execute on function prepare_roll(integer) from public;
create function finish_roll(roll integer) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  parent text;
begin
  perform from roll r where r.id = finish_roll.roll and r.state = 'loading' for update;
  if not found then
    raise exception 'roll % is not loading', roll using errcode = 'invalid_parameter_value';
  end if;
  insert into place_word (roll_id, word, place_id)
    select distinct p.roll_id, w, p.id from parcel_place p, unnest(p.words) w where p.roll_id = roll;
  insert into place_spelling (roll_id, word, backward)
    select distinct w.roll_id, w.word, reverse(w.word) from place_word w where w.roll_id = roll and length(w.word) >= 4;
  insert into parcel_word (roll_id, is_number, word, place_id, line)
    select distinct p.roll_id, o.is_number, o.word, p.place_id, p.line
    from parcel p
    cross join lateral (
      select true as is_number, unnest(p.numbers) as word union all select false, unnest(p.units)
    ) o
    where p.roll_id = roll and p.place_id is not null
    order by o.is_number, o.word, p.place_id, p.line;
  foreach parent in array roll_tables() loop
    execute format('analyze %I', parent || '_' || roll);
  end loop;
end $$;
revoke execute on function finish_roll(integer) from public;
create function drop_roll(roll integer) returns void
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '50ms' as $$
declare
  parent text;
begin
  perform from roll r where r.id = drop_roll.roll and r.state not in ('removed', 'failed');
  if found then
    raise exception 'roll % is still needed', roll using errcode = 'invalid_parameter_value';
  end if;
  foreach parent in array roll_tables() loop
    execute format('drop table if exists %I', parent || '_' || roll);
  end loop;
end $$;
revoke execute on function drop_roll(integer) from public;
alter table event
  add column situs_addresses json,
  add column restricted boolean not null default false;
alter table registration
  add column watch jsonb not null default '[]',
  add column consent jsonb,
  add column outcome jsonb;
alter table ticket add column sample_sent_at timestamptz;
create table restricted_content (
  event_id bigint primary key,
  body json not null,
  matched_at timestamptz
);
create index restricted_content_unmatched on restricted_content (event_id) where matched_at is null;
create table withheld_match (
  event_id bigint not null,
  alert_id bigint not null,
  user_id bigint,
  lines json,
  created_at timestamptz not null default now(),
  released_at timestamptz,
  primary key (event_id, alert_id)
);
create index withheld_match_open on withheld_match (created_at, event_id, alert_id) where released_at is null;
create index withheld_match_alert on withheld_match (alert_id);
create index withheld_match_user on withheld_match (user_id);
create function restricted_match(match json) returns json language sql immutable as $$
  select json_build_object('field', match -> 'field', 'fieldIndex', 0, 'role', '', 'alertRaw', match -> 'alertRaw',
    'recordRaw', '', 'marks', json '[]', 'byInitialOnly', false, 'otherLegalForm', false, 'variant', null,
    'ruleVersion', match -> 'ruleVersion', 'sentence', '')
$$;
create function hide_matches(restricted_event event) returns void language sql as $$
  update outgoing_event set match = restricted_match(match) where event_id = restricted_event.id;
  update event_match set match = restricted_match(match) where event_id = restricted_event.id;
  with gone as (
    delete from outgoing_event where event_id = restricted_event.id and match ->> 'field' is distinct from 'parcel'
    returning *)
  insert into withheld_match (event_id, alert_id, user_id, lines)
  select event_id, alert_id, max(user_id), json_agg(gone order by id) from gone group by event_id, alert_id order by alert_id
  on conflict (event_id, alert_id) do update set lines = excluded.lines, released_at = null, created_at = now();
  update notice n set state = 'cancelled', reason = 'The record is restricted.', ended_at = now()
    where n.event_id = restricted_event.id and n.kind = 'match' and n.state = 'held'
      and not exists (select from outgoing_event o where o.notice_id = n.id);
  -- Its samples may be names of this record; the next check has others.
  update feed_check set requested_at = now(),
      findings = (select coalesce(jsonb_agg(f || '{"samples": []}'), '[]') from jsonb_array_elements(findings) f)
    where feed_id = restricted_event.feed_id;
$$;
create function seal_restricted() returns trigger language plpgsql as $$
begin
  insert into restricted_content (event_id, body) values (new.id, json_build_object(
    'document_type', new.document_type, 'document_description', new.document_description,
    'document_url', new.document_url, 'legal_description', new.legal_description, 'recorded_at', new.recorded_at,
    'recorded_has_time', new.recorded_has_time, 'recorded_on', new.recorded_on, 'parties', new.parties,
    'parcels', new.parcels, 'spoilt_parcels', new.spoilt_parcels, 'situs_addresses', new.situs_addresses,
    'restricted', true, 'extra', new.extra))
  on conflict (event_id) do update set body = excluded.body, matched_at = null;
  -- The same hash: this fires no trigger again.
  update event set document_description = '', document_url = '', legal_description = '', recorded_has_time = false,
      parties = '[]', parcels = '[]', spoilt_parcels = null, situs_addresses = null, extra = null
    where id = new.id;
  if tg_op = 'UPDATE' then
    if not old.restricted then
      perform hide_matches(new);
    end if;
  end if;
  return null;
end $$;
create trigger event_comes_restricted after insert on event
  for each row when (new.restricted) execute function seal_restricted();
create trigger event_is_restricted after update on event
  for each row when (new.restricted and (not old.restricted or new.content_hash <> old.content_hash))
  execute function seal_restricted();
create function unseal_restricted() returns trigger language plpgsql as $$
begin
  delete from restricted_content where event_id = new.id;
  return null;
end $$;
create trigger event_is_unrestricted after update on event
  for each row when (old.restricted and not new.restricted) execute function unseal_restricted();
create or replace function forget_alert_keys() returns trigger language plpgsql as $$
begin
  delete from alert_key where alert_id = old.id;
  delete from alert_text where alert_id = old.id;
  delete from event_match where alert_id = old.id;
  delete from withheld_match where alert_id = old.id and lines is null;
  return old;
end $$;
create or replace function forget_user() returns trigger language plpgsql as $$
begin
  delete from delivery d using notice n where n.id = d.notice_id and n.user_id = old.id;
  update notice set state = 'cancelled', reason = 'The account was deleted.', ended_at = now()
    where user_id = old.id and state in ('held', 'waiting', 'in_doubt');
  delete from notice_attempt a using notice n where n.id = a.notice_id and n.user_id = old.id;
  delete from outbox_message m using notice n where n.id = m.notice_id and n.user_id = old.id;
  -- The id keeps two notices of one record apart.
  update notice set target = 'deleted ' || id, data = '{}',
      reason = case when state = 'cancelled' then reason else '' end
    where user_id = old.id;
  delete from outgoing_event where user_id = old.id;
  delete from withheld_match where user_id = old.id;
  delete from record_mute where owner_key = old.id;
  return old;
end $$;
create sequence delivery_restored as integer;
alter table match_queue add column queued_at timestamptz not null default now();
alter table withheld_match add column discarded_at timestamptz;
drop index withheld_match_open;
create index withheld_match_open on withheld_match (created_at, event_id, alert_id)
  where released_at is null and discarded_at is null;
create or replace function hide_matches(restricted_event event) returns void language sql as $$
  update outgoing_event set match = restricted_match(match) where event_id = restricted_event.id;
  update event_match set match = restricted_match(match) where event_id = restricted_event.id;
  with gone as (
    delete from outgoing_event where event_id = restricted_event.id and match ->> 'field' is distinct from 'parcel'
    returning *)
  insert into withheld_match (event_id, alert_id, user_id, lines)
  select event_id, alert_id, max(user_id), json_agg(gone order by id) from gone group by event_id, alert_id order by alert_id
  on conflict (event_id, alert_id) do update
    set lines = excluded.lines, released_at = null, discarded_at = null, created_at = now();
  update notice n set state = 'cancelled', reason = 'The record is restricted.', ended_at = now()
    where n.event_id = restricted_event.id and n.kind = 'match' and n.state = 'held'
      and not exists (select from outgoing_event o where o.notice_id = n.id);
  -- Its samples may be names of this record; the next check has others.
  update feed_check set requested_at = now(),
      findings = (select coalesce(jsonb_agg(f || '{"samples": []}'), '[]') from jsonb_array_elements(findings) f)
    where feed_id = restricted_event.feed_id;
$$;
create table match_batch (
  id bigint generated always as identity primary key,
  event_ids bigint[] not null,
  begun_at timestamptz not null default now()
);
alter table match_queue add column alone boolean not null default false;
alter table process_heartbeat add column pid_space text not null default '';
alter table notice_answer add column opened_at timestamptz, add column opened_by bigint;
update notice_answer set opened_at = seen_at, opened_by = seen_by where seen_at is not null;
create index notice_answer_unopened on notice_answer (answered_at)
  where answer = 'wrong' and seen_at is null and opened_at is null;
create table report_mail (
  owner_key bigint not null,
  event_id bigint not null,
  notice_id bigint not null,
  reported_at timestamptz not null default now(),
  mailed_at timestamptz,
  primary key (owner_key, event_id)
);
create index report_mail_mailed on report_mail (mailed_at);
create index report_mail_waiting on report_mail (reported_at) where mailed_at is null;
create table feed_day (
  feed_id bigint not null references feed on delete cascade,
  day date not null,
  primary key (feed_id, day)
);
create table last_backup (
  "only" boolean primary key default true check ("only"),
  made_at timestamptz not null default now()
);
update setting set value = value - 'floodNoticesPerDay'
where key = 'service' and value ->> 'floodNoticesPerDay' = '5000';
alter table provider_state add column probed_at timestamptz;
alter table provider_state add column needs_set_up boolean not null default false;
create table refusal (
  notice_id bigint primary key,
  channel text not null check (channel in ('EMAIL', 'PHONE')),
  refused_for text not null,
  refused_at timestamptz not null default now(),
  is_of_sender boolean not null default false,
  is_final boolean not null default false
);
create index refusal_run on refusal (channel, refused_for);
alter table "user"
  add column enrollment_unproven boolean not null default false,
  add column enrollment_code_hash bytea,
  add column enrollment_code_until timestamptz;
alter table ticket drop constraint ticket_purpose_check;
alter table ticket add constraint ticket_purpose_check check (purpose in
  ('registration', 'email', 'phone', 'password', 'profile-email', 'keep-alerts', 'usernames', 'not-me', 'enrollment'));
create table notice_change (
  id bigint generated always as identity primary key,
  user_id bigint references "user" on delete cascade,
  alert_id bigint,
  act text not null check (act in ('recipient', 'number', 'off', 'paused', 'criteria', 'deleted', 'account')),
  channel text check (channel in ('EMAIL', 'PHONE')),
  recipient_id bigint,
  before jsonb not null default '{}',
  at timestamptz not null default now(),
  until timestamptz not null default now() + interval '7 days',
  keeps boolean not null default false,
  undone_at timestamptz
);
create index notice_change_user on notice_change (user_id);
create index notice_change_alert on notice_change (alert_id);
create index notice_change_over on notice_change (until);
create table notice_change_told (
  notice_id bigint not null,
  change_id bigint not null references notice_change on delete cascade,
  primary key (notice_id, change_id)
);
create index notice_change_told_change on notice_change_told (change_id);
create view alert_recipient as
  select alert_id, 'EMAIL' as channel, email_id as recipient_id, stopped_at is not null as is_off from alert_email
  union all
  select alert_id, 'PHONE', phone_id, stopped_at is not null from alert_phone
  union all
  select c.alert_id, c.channel, c.recipient_id, false from notice_change c
  where c.act = 'recipient' and c.keeps and c.undone_at is null and c.until > now()
    and not exists (select from alert_email l where c.channel = 'EMAIL' and l.alert_id = c.alert_id and l.email_id = c.recipient_id)
    and not exists (select from alert_phone l where c.channel = 'PHONE' and l.alert_id = c.alert_id and l.phone_id = c.recipient_id);
alter table "user" add column pending_email_moves_alerts boolean not null default false;
alter table figure_minute add column oldest_unsent integer;
alter table notice_change drop constraint notice_change_act_check;
alter table notice_change add constraint notice_change_act_check
  check (act in ('recipient', 'number', 'off', 'paused', 'narrowed', 'criteria', 'deleted', 'account'));
alter table report_mail add column withdrawn_at timestamptz;
alter table refusal add column reported boolean not null default false;
alter table provider_state add column arrived_call_at timestamptz;
alter table email_address add column was_account boolean not null default false;
alter table phone add column was_account boolean not null default false;
alter table notice add column reported_call integer;
alter table ticket add column replaced text;
alter table ticket add column moved_alerts integer;
alter table notice add column address_refused boolean not null default false;
update notice n set address_refused = true
where failed_at > now() - interval '1 day' and exists (
  select from suppression s where s.channel = n.channel and s.target = lower(n.target)
    and s.reason in ('bounce', 'complaint', 'stop') and s.lifted_at is null and (s.owner_id is null or s.owner_id = n.user_id));
create index quarantine_unmatched on quarantine (event_id)
  where stage = 'matching' and event_id is not null and outcome is distinct from 'retried';
