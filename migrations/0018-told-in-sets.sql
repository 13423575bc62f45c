-- Whether an alert is told, worked out for all its new recipients at once: a bulk load has a million of them.

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
