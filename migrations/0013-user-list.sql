-- The list of users: every page, filter and search from an index, at any size.

alter table "user"
  -- Usernames are ASCII: in this order they read the same everywhere.
  add column username_key text collate "C" generated always as (lower(username)) stored,
  add column search text generated always as
    (lower(username || ' ' || first_name || ' ' || last_name || ' ' || email)) stored;

drop index user_search;
create index user_search on "user" using gin (search gin_trgm_ops);
create index user_list on "user" (username_key, id) include (role, status);
create index user_list_by_status on "user" (status, username_key, id) include (role);

-- One or two characters match beginnings only: those of username, names and email.
create function user_beginnings(username text, first_name text, last_name text, email text) returns text[]
  language sql immutable parallel safe
  return array[
    left(lower(username), 1), left(lower(username), 2), left(lower(first_name), 1), left(lower(first_name), 2),
    left(lower(last_name), 1), left(lower(last_name), 2), left(lower(email), 1), left(lower(email), 2)];
create index user_beginnings on "user" using gin (user_beginnings(username, first_name, last_name, email));

-- Who changed an account last, and when.
create index audit_log_subject on audit_log (subject_user_id, id) where subject_user_id is not null;

-- What a deleted user was sent stays countable, and says nothing of whom it went to. Messages about the account itself
-- are cancelled too: there is nobody left to read them.
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
