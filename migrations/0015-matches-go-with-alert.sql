-- A match names what its alert watches: it goes with the alert, also where the alert goes with its user.
create or replace function forget_alert_keys() returns trigger language plpgsql as $$
begin
  delete from alert_key where alert_id = old.id;
  delete from alert_text where alert_id = old.id;
  delete from event_match where alert_id = old.id;
  return old;
end $$;
