-- What residents watch, and the keys by which records find it.

create table alert (
  id bigint generated always as identity primary key,
  -- Null for an alert that was taken over from the legacy version.
  user_id bigint references "user" on delete cascade,
  -- The owner's username, which never changes, in lower case; '' without an owner.
  owner_name text not null default '',
  name text not null,
  name_key text collate "C" generated always as (lower(name)) stored,
  alert_type text not null check (alert_type in ('NAME', 'BUSINESS', 'PARCEL_ID')),
  first_name text not null default '',
  last_name text not null default '',
  former_last_name text not null default '',
  business_name text not null default '',
  parcel_id text not null default '',
  -- What it watches, as residents read it.
  criteria text not null,
  -- The user's choice. shared/node/domain/alerts/display-status.queries.ts says what is shown.
  status text not null default 'A' check (status in ('A', 'I')),
  paused_until date,
  -- Whether a recipient of it is verified; kept by the triggers below.
  notifiable boolean not null default false,
  -- The status that is shown, except for a pause, which ends on its day.
  display_status text generated always as (case when status = 'I' then 'I' when notifiable then 'A' else 'P' end) stored,
  -- Match options.
  nicknames boolean not null default false,
  sound_alikes boolean not null default false,
  typing_slips boolean not null default false,
  last_name_as_middle boolean not null default false,
  all_words boolean not null default false,
  exact_first_name boolean not null default false,
  -- The version of the matching rule that derived its keys.
  rule_version integer not null,
  county_code text not null default '',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Who saved it last: named to another person who saves an older state.
  updated_by bigint,
  -- What is searched; each part begins after a line feed, so that beginnings can be asked for.
  search text generated always as (E'\n' || lower(name) || E'\n' || lower(criteria) || E'\n' || owner_name) stored,
  search_letters text generated always as
    (as_letters(E'\n' || lower(name) || E'\n' || lower(criteria) || E'\n' || owner_name)) stored
);
create index alert_user on alert (user_id, id);
create index alert_rule on alert (rule_version);
create index alert_by_name on alert (name_key, id) include (user_id, display_status, paused_until);
create index alert_by_display_status on alert (display_status, name_key, id) include (user_id, paused_until);
create index alert_by_criteria_initial on alert (left(lower(criteria), 1), name_key, id);
create index alert_by_owner_initial on alert (left(owner_name, 1), name_key, id);
create index alert_paused on alert (paused_until) where paused_until is not null;
create index alert_by_criteria_two on alert (left(lower(criteria), 2), name_key, id);
create index alert_by_owner_two on alert (left(owner_name, 2), name_key, id);
create index alert_search on alert using gin (search_letters gin_trgm_ops);
create index alert_walk on alert (name_key, id) include (user_id, display_status, paused_until, search);
-- Whether any alert looks for typing slips: without one, no keys of slips are derived from records.
create index alert_typing_slips on alert (id) where typing_slips and status = 'A';

create table alert_email (
  alert_id bigint not null references alert on delete cascade,
  email_id bigint not null references email_address on delete cascade,
  position smallint not null,
  acknowledged boolean not null default false,
  -- 'Stop this alert only', from a message. Null again once that is undone.
  unsubscribed_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (alert_id, email_id)
);
create index alert_email_email on alert_email (email_id);

create table alert_phone (
  alert_id bigint not null references alert on delete cascade,
  phone_id bigint not null references phone on delete cascade,
  position smallint not null,
  acknowledged boolean not null default false,
  unsubscribed_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (alert_id, phone_id)
);
create index alert_phone_phone on alert_phone (phone_id);

-- Records find their candidates by these; the rule of shared/matching then decides. Without foreign keys: written in bulk
-- and read for every record. key_hash is hashtextextended(kind || ':' || normalized, 0).
create table alert_key (
  key_hash bigint not null,
  alert_id bigint not null,
  primary key (key_hash, alert_id)
);
create index alert_key_alert on alert_key (alert_id);

-- Ordered match texts, searched only for record names cut at their feed's width.
create table alert_text (
  match_text text collate "C" not null,
  alert_id bigint not null,
  primary key (match_text, alert_id)
);
create index alert_text_alert on alert_text (alert_id);

-- Functions, triggers and views

create function alert_takes_owner_name() returns trigger language plpgsql as $$
begin
  new.owner_name := coalesce((select lower(username) from "user" where id = new.user_id), '');
  return new;
end $$;

create function alert_is_notifiable(alert_id bigint) returns boolean language sql stable as $$
  select exists (select from alert_email l join email_address e on e.id = l.email_id
      where l.alert_id = $1 and e.verified_at is not null)
    or exists (select from alert_phone l join phone p on p.id = l.phone_id
      where l.alert_id = $1 and p.verified_at is not null and p.validated_at is not null)
$$;

-- For all new links in one statement: a bulk load has a million of them.
create function alert_gains_recipients() returns trigger language plpgsql as $$
begin
  -- A recipient that is being confirmed is waited for, so that one of the two sees the other.
  if tg_table_name = 'alert_email' then
    perform from email_address where id in (select email_id from added) and verified_at is null order by id for share;
    update alert a set notifiable = true from added n join email_address e on e.id = n.email_id
      where a.id = n.alert_id and not a.notifiable and e.verified_at is not null;
  else
    perform from phone where id in (select phone_id from added)
      and (verified_at is null or validated_at is null) order by id for share;
    update alert a set notifiable = true from added n join phone p on p.id = n.phone_id
      where a.id = n.alert_id and not a.notifiable and p.verified_at is not null and p.validated_at is not null;
  end if;
  return null;
end $$;

create function alert_loses_recipients() returns trigger language plpgsql as $$
begin
  update alert set notifiable = false
    where id in (select alert_id from removed) and notifiable and not alert_is_notifiable(id);
  return null;
end $$;

create function recipient_confirmed() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'phone' then
    update alert set notifiable = not notifiable
      where id in (select alert_id from alert_phone where phone_id = new.id) and notifiable <> alert_is_notifiable(id);
  else
    update alert set notifiable = not notifiable
      where id in (select alert_id from alert_email where email_id = new.id) and notifiable <> alert_is_notifiable(id);
  end if;
  return null;
end $$;

-- They are locked first, in order, so that the second of two changes sees the first.
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

create function alert_status_changed() returns trigger language plpgsql as $$
begin
  perform keep_emails_in_use(array(select email_id from alert_email where alert_id = new.id));
  perform keep_phones_in_use(array(select phone_id from alert_phone where alert_id = new.id));
  return null;
end $$;

-- A match names what its alert watches, so it is deleted with the alert. History that waits to be put back stays until
-- its user is deleted.
create function forget_alert_keys() returns trigger language plpgsql as $$
begin
  delete from alert_key where alert_id = old.id;
  delete from alert_text where alert_id = old.id;
  delete from event_match where alert_id = old.id;
  delete from withheld_match where alert_id = old.id and history is null;
  return old;
end $$;

create trigger alert_owner_name before insert or update of user_id on alert
  for each row execute function alert_takes_owner_name();
create trigger alert_gains_emails after insert on alert_email
  referencing new table as added for each statement execute function alert_gains_recipients();
create trigger alert_gains_phones after insert on alert_phone
  referencing new table as added for each statement execute function alert_gains_recipients();
create trigger alert_loses_emails after delete on alert_email
  referencing old table as removed for each statement execute function alert_loses_recipients();
create trigger alert_loses_phones after delete on alert_phone
  referencing old table as removed for each statement execute function alert_loses_recipients();
create trigger email_confirmed after update of verified_at on email_address
  for each row when ((old.verified_at is null) <> (new.verified_at is null)) execute function recipient_confirmed();
create trigger phone_confirmed after update of verified_at, validated_at on phone
  for each row when ((old.verified_at is null or old.validated_at is null) <> (new.verified_at is null or new.validated_at is null))
  execute function recipient_confirmed();
-- By their names before the triggers that take a weaker lock on the same rows.
create trigger alert_adds_email after insert on alert_email
  referencing new table as changed for each statement execute function links_changed();
create trigger alert_adds_phone after insert on alert_phone
  referencing new table as changed for each statement execute function links_changed();
create trigger alert_drops_email after delete on alert_email
  referencing old table as changed for each statement execute function links_changed();
create trigger alert_drops_phone after delete on alert_phone
  referencing old table as changed for each statement execute function links_changed();
create trigger alert_switches_recipients after update of status on alert
  for each row when (old.status <> new.status) execute function alert_status_changed();
create trigger alert_keys_go_with_alert after delete on alert for each row execute function forget_alert_keys();
