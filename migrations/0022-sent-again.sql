-- What staff sent again: until the repeat has an outcome of its own, reports of the attempts before it say what became
-- of those, and neither end the repeat nor are lost.
alter table notice
  -- The last attempt before it was sent again; null where it never was, or where the repeat was not made after all.
  add column again_after integer,
  -- What those attempts came to, by the provider's word; null where the provider took none of them.
  add column earlier_state text check (earlier_state in ('accepted', 'delivered', 'failed'));

-- A repeat that is not made leaves the notice as it was.
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
