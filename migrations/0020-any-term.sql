-- Lists of the control panel: any text of three characters is found by an index, whatever it is made of.

-- The trigram index knows letters and digits alone, so what lies between them becomes letters too. Those that stand for
-- something else may find too much: the text itself is asked beside it.
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

-- A text that many have is looked for in the order of the list, without the tables.
create index user_walk on "user" (username_key, id) include (role, status, search);
create index alert_walk on alert (name_key, id) include (user_id, standing, paused_until, search);
