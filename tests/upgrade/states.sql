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
  ('keep-alerts', '20 hours', null)) as t (purpose, valid, used);

-- Answers to notices, and a text that staff send to try one out.
insert into notice_answer (notice_id, event_id, owner_key, answer, seen_at)
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
from event e, (values ('matching', null::timestamptz, null), ('ingest', now(), 'retried'), ('ingest', now(), 'dismissed'))
  as v (stage, settled, outcome) where e.document_id = 'accepted-text';
insert into match_again (event_id) select min(id) from event;
update match_queue set attempts = 2 where event_id = (select min(event_id) from match_queue);

-- Runs of the legacy migration, and a restore that staff released.
insert into migration_run (state, kind, ended_at) values
  ('done', 'import', now()), ('failed', 'import', now()), ('restored', 'import', now()), ('done', 'restore', now());
insert into migration_copy (run_id, of, place, body)
  select id, 'alert', 1, '{"id":1,"user_id":null}' from migration_run where state = 'done' and kind = 'import';
insert into database_restore (backup_at, noticed_by, timeline_before, last_notice_id, emails_in_doubt, texts_in_doubt,
  held, sessions_ended, reset_links_ended, feeds, released_at)
values (now() - interval '3 days', 'command', gen_random_uuid(), 0, 0, 0, 0, 0, 0, '[]', now() - interval '2 days');

-- Jobs in each state; the queues' policies allow one that waits.
insert into pgboss.job (name, state, data, policy, started_on, completed_on, retry_count)
select v.name, v.state::pgboss.job_state, '{}', q.policy, v.started, v.completed, v.retries
from (values
  ('upkeep', 'created', null::timestamptz, null::timestamptz, 0),
  ('audit.purge', 'retry', now(), null, 1),
  ('alerts.rederive-keys', 'active', now() - interval '1 hour', null, 0),
  ('sessions.end', 'failed', now(), now(), 5),
  ('sessions.end', 'canceled', null, now(), 0),
  ('users.purge', 'completed', now(), now(), 0)) as v (name, state, started, completed, retries)
join pgboss.queue q using (name);
