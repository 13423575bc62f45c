-- Whether an active alert uses an address or a number: kept here, since the lists of a large county filter by it.

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

-- Works it out anew for some recipients. They are locked first, in order: the second of two changes sees the first.
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
-- By their names before the triggers that take a weaker lock on the same rows.
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
