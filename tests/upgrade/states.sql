-- States that take too long to reach, or that no screen leads to, written as the program of that commit writes them.

create temporary table person as select id from "user" where username = 'odalys.larkspur';

-- Accounts of each status, unused ones with a letter, and a purge that was begun.
insert into "user" (username, role, status, email) values
  ('closed.account', 'USER', 'I', 'closed@example.org'),
  ('locked.account', 'USER', 'L', 'locked@example.org'),
  ('old.guest', 'GUEST', 'A', 'guest@example.org'),
  ('county.clerk', 'COUNTY', 'A', 'clerk@example.org'),
  ('technician', 'TRIMIN', 'A', 'technician@example.org');
update "user" set phone_format_type = 'INTERNATIONAL', phone = '+442079460958' where username = 'old.guest';
insert into "user" (username, last_active_at) values ('unused.account', now() - interval '9 years');
insert into "user" (username, last_active_at, purge_warned_at, purge_on) values
  ('warned.account', now() - interval '3 years', now() - interval '2 days', current_date + 20);
insert into purge_run (active_before, started_by_name, found) values (now() - interval '8 years', 'root', 1);
insert into recovery_code (user_id, code_hash, used_at)
  select id, '\x01'::bytea, null::timestamptz from person union all select id, '\x02', now() from person;
insert into session (id, user_id, expires_at, created_at)
  select 'ended', id, now() - interval '1 hour', now() - interval '11 hours' from person;
update "user" set pending_email = 'new.odalys@example.org' where id = (select id from person);

-- Alerts of each type and status.
insert into alert (user_id, name, alert_type, first_name, last_name, business_name, parcel_id, criteria, status,
  paused_until, nicknames, sound_alikes, all_words, exact_first_name, rule_version)
select case when v.name <> 'Imported' then (select id from person) end, v.* from (values
  ('Inactive', 'NAME', 'Odalys', 'Larkspur', '', '', 'Odalys Larkspur', 'I', null::date, true, true, false, true, 0),
  ('Paused', 'BUSINESS', '', '', 'Larkspur Holdings', '', 'Larkspur Holdings', 'A', current_date + 30, false, false, true, false, 0),
  ('Resumed', 'PARCEL_ID', '', '', '', '17-03-123-045', '17-03-123-045', 'A', current_date - 1, false, false, false, false, 0),
  ('Imported', 'NAME', 'Perpetua', 'Larkspur', '', '', 'Perpetua Larkspur', 'A', null, false, false, false, false, 0)) as v (name);
insert into email_address (owner_id, address, migrated) values (null, 'imported@larkspur.example', true);
insert into alert_email (alert_id, email_id, position)
  select a.id, e.id, 1 from email_address e, alert a where e.migrated and a.name = 'Imported';
insert into alert_email (alert_id, email_id, position, unsubscribed_at)
  select a.id, e.id, 1, case when a.name = 'Paused' then now() end
  from person p join alert a on a.user_id = p.id join email_address e on e.owner_id = p.id
  where e.verified_at is not null and a.name in ('Inactive', 'Paused', 'Resumed');
insert into phone (owner_id, number, validation_attempts, validation_problem)
  select id, '+16125551999', 3, 'This number cannot receive texts.' from person;
insert into phone (owner_id, number, format_type) select id, '+442079460958', 'INTERNATIONAL' from person;

-- Suppressions of each scope.
insert into suppression (channel, target, owner_id, reason, scope, lifted_at) values
  ('EMAIL', 'everything@example.org', null, 'bounce', 'everything', null),
  ('EMAIL', 'messages@example.org', null, 'staff', 'messages', null),
  ('EMAIL', 'alerts@example.org', (select id from person), 'unsubscribe', 'alerts', null),
  ('EMAIL', 'requests@example.org', null, 'complaint', 'requests', null),
  ('PHONE', '+16125551998', null, 'stop', 'everything', now());

-- Tickets that were used or have expired, and those of the purposes that nobody asked for. Each token is the purpose,
-- filled with zeros.
insert into ticket (hash, purpose, user_id, email_id, target, expires_at, used_at)
select sha256(convert_to(rpad(t.purpose, 43, '0'), 'UTF8')), t.purpose, p.id,
  case when t.purpose = 'email' then (
    select max(e.id) from email_address e where e.owner_id = p.id and e.verified_at is null) end,
  coalesce(u.pending_email, u.email), now() + t.valid::interval, t.used
from person p join "user" u using (id), (values
  ('password', '20 hours', now()),
  ('email', '-1 hour', null),
  ('profile-email', '20 hours', null),
  ('usernames', '20 hours', null),
  ('not-me', '20 hours', null),
  ('enrollment', '20 hours', null),
  ('keep-alerts', '20 hours', null)) as t (purpose, valid, used);

-- Answers to notices, and a text that staff send to try one out.
insert into notice_answer (notice_id, event_id, owner_key, answer, resolved_at)
select n.id, n.event_id, n.owner_key, a.answer, case when a.answer = 'wrong' then now() end
from notice n join "user" u on u.id = n.user_id
join (values ('accepted-email', 'expected'), ('delivered-email', 'not-me'), ('delivered-text', 'wrong')) as a (username, answer)
  using (username) where n.kind = 'match';
with made as (
  insert into notice (kind, template, user_id, owner_key, channel, target)
  select 'test', 'test-text', id, id, 'PHONE', '+16125551003' from person returning id)
insert into delivery (notice_id, priority) select id, 0 from made;

-- Feeds of each format, records that were set aside, one that failed twice, and one that waits to be matched again.
insert into feed (name, name_order) values ('Deeds', 'LAST_FIRST'), ('Liens', 'FIRST_LAST');
insert into quarantine (feed_id, stage, event_id, document_id, body, problems, settled_at, outcome)
select e.feed_id, v.stage, case when v.stage = 'matching' then e.id end, e.document_id, '{}', '["It could not be read."]',
  v.settled, v.outcome
from event e, (values ('matching', null::timestamptz, null), ('ingest', now(), 'retried'), ('ingest', now(), 'discarded'))
  as v (stage, settled, outcome) where e.document_id = 'accepted-text';
insert into match_again (event_id) select min(id) from event;
update match_queue set attempts = 2 where event_id = (select min(event_id) from match_queue);

-- Runs of the legacy migration, and a restore that staff released.
insert into migration_run (state, kind, ended_at) values
  ('done', 'import', now()), ('failed', 'import', now()), ('restored', 'import', now()), ('done', 'restore', now());
insert into migration_copy (run_id, of, place, body)
  select r.id, c.of, c.place, c.body from migration_run r, (
    select 'alert' as of, id as place, row_to_json(a) as body from alert a
    union all select 'alert_email', email_id, row_to_json(l) from alert_email l
    union all select 'alert_phone', phone_id, row_to_json(l) from alert_phone l
    union all select 'email_address', id, row_to_json(e) from email_address e
    union all select 'suppression', id, row_to_json(s) from suppression s
    union all select 'notice', id, row_to_json(n) from notice n
    union all select 'delivery', notice_id, row_to_json(d) from delivery d) c
  where r.state = 'done' and r.kind = 'import';
insert into database_restore (backup_at, noticed_by, timeline_before, last_notice_id, emails_in_doubt, texts_in_doubt,
  held, sessions_ended, reset_links_ended, feeds, released_at)
values (now() - interval '3 days', 'command', gen_random_uuid(), 0, 0, 0, 0, 0, 0, '[]', now() - interval '2 days');

-- Exceptions of an alert, changes of notices that can still be undone, and rows that are kept as JSON.
insert into alert_exception (alert_id, kind, value, written)
select a.id, v.kind, v.value, v.value from alert a,
  (values ('middleName', 'ANN'), ('coOwner', 'LARKSPUR, PERPETUA')) as v (kind, value) where a.name = 'Resumed';
insert into notice_change (user_id, alert_id, act, channel, recipient_id, before)
select p.id, case when v.act <> 'account' then a.id end, v.act, v.channel, case when v.channel is not null then 1 end,
  case when v.act <> 'account' then jsonb_build_object('alert', to_jsonb(a),
    'alert_email', (select jsonb_agg(to_jsonb(l)) from alert_email l where l.alert_id = a.id), 'alert_phone', '[]'::jsonb,
    'alert_exception', '[]'::jsonb, 'event_match', '[]'::jsonb) else '{}' end
from person p join alert a on a.user_id = p.id and a.name = 'Inactive', (values ('recipient', 'EMAIL'), ('number', 'PHONE'),
  ('off', null), ('paused', null), ('narrowed', null), ('criteria', null), ('deleted', null), ('account', null)) as v (act, channel);
insert into event_revision (event_id, revision, content_hash, body, received_at)
  select id, 0, '\x00', json_build_object('mangled_parcels', json '[{"value":"1-2","reason":"A range."}]', 'extra', null), received_at
  from event where document_id = 'accepted-text';
insert into withheld_match (event_id, alert_id, user_id, history, discarded_at)
  select o.event_id, o.alert_id, o.user_id, json_agg(o), now() from outgoing_event o join event e on e.id = o.event_id
  where e.document_id = 'accepted-text' group by 1, 2, 3;

-- Versions of the parcel roll in each state.
insert into roll (state) select 'loading' from generate_series(1, 3);
select prepare_roll(id) from roll where state = 'loading';
update roll set state = (array['current', 'former', 'loaded'])[id - (select min(id) - 1 from roll)];
insert into roll (state) values ('uploading'), ('waiting'), ('loading'), ('removed'), ('failed');

-- Jobs in each state; the queues' policies allow one that waits.
insert into pgboss.job (name, state, data, policy, started_on, completed_on, retry_count)
select v.name, v.state::pgboss.job_state, '{}', q.policy, v.started, v.completed, v.retries
from (values
  ('upkeep', 'created', null::timestamptz, null::timestamptz, 0),
  ('audit.purge', 'retry', now(), null, 1),
  ('alerts.rederive-keys', 'active', now() - interval '1 hour', null, 0),
  ('sessions.end', 'failed', now(), now(), 5),
  ('sessions.end', 'cancelled', null, now(), 0),
  ('users.purge', 'completed', now(), now(), 0)) as v (name, state, started, completed, retries)
join pgboss.queue q using (name);
