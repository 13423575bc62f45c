-- The control panel's lists of alerts, emails and phones: every page from an index, at any size.

-- The owner's username, which never changes, in lower case; '' without an owner.
alter table alert add column owner_name text not null default '';
update alert a set owner_name = lower(u.username) from "user" u where u.id = a.user_id;
-- Whether some recipient may get notices; kept by the triggers below.
alter table alert add column told boolean not null default false;
-- Who saved it last: told to another who saves an older state.
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
  -- What is searched; each part begins after a line feed, so that beginnings can be asked for.
  add column search text generated always as (E'\n' || lower(name) || E'\n' || lower(criteria) || E'\n' || owner_name) stored,
  -- The status that is shown, but for a pause, which ends by itself.
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

-- A recipient that is confirmed while an alert takes it up: the one waits for the other, so that one of them sees both.
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
-- Roles that some administrators may not see: few rows.
create index user_staff on "user" (role, id) where role in ('FOREVER', 'TRIMIN', 'COUNTY');
