-- The county's list of parcels, in versions: one is in use, the two before it are kept, and another may be on its way.
create table roll (
  id integer generated always as identity primary key,
  -- uploading: its chunks arrive. waiting: a worker may read it. loading: one reads it. loaded: waits for approval.
  -- current: in use. former: kept to go back to. removed and failed: without parcels.
  state text not null default 'uploading' check
    (state in ('uploading', 'waiting', 'loading', 'loaded', 'current', 'former', 'removed', 'failed')),
  file_name text not null default '',
  -- Bytes uploaded so far, as sent; null for a file that the command reads.
  bytes bigint,
  -- The columns of the file, by our headers; null where its own headers are ours.
  column_mapping jsonb,
  -- The county's mask at the time of loading: the parcel keys of this version follow it.
  parcel_mask text not null default '',
  -- What was read: lines with a parcel, lines set aside with a problem, parcels that do not fit the mask.
  lines integer not null default 0,
  parcels integer not null default 0,
  set_aside integer not null default 0,
  outside_mask integer not null default 0,
  -- What it changes against the version in use when it was loaded: parcels that are new, gone, and changed.
  added integer not null default 0,
  gone integer not null default 0,
  changed integer not null default 0,
  -- The version that these three count against; null if there was none.
  compared_with integer,
  -- The first problems by line, and how many there are of each kind: shared/contract/roll.ts.
  problems jsonb not null default '[]',
  problem_counts jsonb not null default '{}',
  -- What else its page shows: encoding, samples, examples of changes.
  details jsonb not null default '{}',
  -- Why it failed, in plain words.
  failure text not null default '',
  created_at timestamptz not null default now(),
  created_by bigint,
  created_by_name text not null default '',
  uploaded_at timestamptz,
  -- The worker that loads it extends its claim; after that time another worker may take it.
  claimed_until timestamptz,
  attempts smallint not null default 0,
  loaded_at timestamptz,
  -- When it was last put in use, and by whom.
  used_at timestamptz,
  used_by bigint,
  used_by_name text not null default '',
  -- When a later version took its place, or it was removed or failed.
  ended_at timestamptz,
  version integer not null default 1
);
create unique index roll_in_use on roll (state) where state = 'current';

-- An uploaded file in pieces, until its roll is in use or discarded.
create table roll_chunk (
  roll_id integer not null references roll on delete cascade,
  position integer not null,
  body bytea not null,
  primary key (roll_id, position)
);
-- It is often compressed already.
alter table roll_chunk alter column body set storage external;

-- Each version has a partition of its own in these tables: searches go on while it is loaded, and it is dropped as a whole.
create table parcel (
  roll_id integer not null,
  -- Of the file.
  line integer not null,
  parcel_id text not null,
  -- shared/matching/parcels/parcel.ts toParcelKey, by roll.parcel_mask.
  parcel_key text collate "C" not null,
  address text not null default '',
  city text not null default '',
  zip text not null default '',
  legal_description text not null default '',
  -- For staff and letters: residents never see it.
  owner_name text not null default '',
  mail_address text not null default '',
  mail_city text not null default '',
  mail_state text not null default '',
  mail_zip text not null default '',
  -- How a search finds it (shared/domain/property): street, city and zip as one place; then its own numbers and unit.
  place_id integer,
  -- The first of its numbers, by which the parcels of a place are listed.
  house_number integer,
  numbers text[] not null default '{}',
  units text[] not null default '{}',
  primary key (roll_id, line)
) partition by list (roll_id);
create index parcel_key on parcel (roll_id, parcel_key);
create index parcel_in_place on parcel (roll_id, place_id, house_number) where place_id is not null;

-- What many addresses share: a street, or part of one, in one city and zip.
create table parcel_place (
  roll_id integer not null,
  id integer not null,
  words text[] not null,
  -- Characters of street, city and zip: among equals the shorter comes first.
  length integer not null,
  primary key (roll_id, id)
) partition by list (roll_id);

-- The three below follow from the rows above: finish_roll fills them.
create table place_word (
  roll_id integer not null,
  word text collate "C" not null,
  place_id integer not null,
  primary key (roll_id, word, place_id)
) partition by list (roll_id);

-- Distinct words of places, from four letters on, also backward: a typing slip leaves the first or the last half of a word
-- as it is.
create table place_spelling (
  roll_id integer not null,
  word text collate "C" not null,
  backward text collate "C" not null,
  primary key (roll_id, word)
) partition by list (roll_id);
create index place_spelling_backward on place_spelling (roll_id, backward);

-- The numbers and units of parcels.
create table parcel_word (
  roll_id integer not null,
  is_number boolean not null,
  word text collate "C" not null,
  place_id integer not null,
  line integer not null,
  primary key (roll_id, is_number, word, place_id, line)
) partition by list (roll_id);

-- Functions, triggers and views

-- The application's role may not create or drop tables; these do it for one version, as the owner.
create function roll_tables() returns text[] language sql immutable
return array['parcel', 'parcel_place', 'place_word', 'place_spelling', 'parcel_word'];

-- Empty partitions for a version about to be loaded: those of a load that was cut off are emptied.
create function prepare_roll(roll integer) returns void
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '10s' as $$
declare
  parent text;
  part text;
begin
  perform from roll r where r.id = prepare_roll.roll and r.state = 'loading' for update;
  if not found then
    raise exception 'roll % is not loading', roll using errcode = 'invalid_parameter_value';
  end if;
  foreach parent in array roll_tables() loop
    part := parent || '_' || roll;
    if to_regclass(part) is null then
      -- Attaching lets searches go on; creating a partition in place would not.
      execute format('create table %I (like %I including all)', part, parent);
      execute format('alter table %I attach partition %I for values in (%L)', parent, part, roll);
    else
      execute format('truncate %I', part);
    end if;
  end loop;
end $$;
revoke execute on function prepare_roll(integer) from public;

-- After the last row of a version: what the search also needs, and fresh statistics.
create function finish_roll(roll integer) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  parent text;
begin
  perform from roll r where r.id = finish_roll.roll and r.state = 'loading' for update;
  if not found then
    raise exception 'roll % is not loading', roll using errcode = 'invalid_parameter_value';
  end if;
  insert into place_word (roll_id, word, place_id)
    select distinct p.roll_id, w, p.id from parcel_place p, unnest(p.words) w where p.roll_id = roll;
  insert into place_spelling (roll_id, word, backward)
    select distinct w.roll_id, w.word, reverse(w.word) from place_word w where w.roll_id = roll and length(w.word) >= 4;
  insert into parcel_word (roll_id, is_number, word, place_id, line)
    select distinct p.roll_id, o.is_number, o.word, p.place_id, p.line
    from parcel p
    cross join lateral (
      select true as is_number, unnest(p.numbers) as word union all select false, unnest(p.units)
    ) o
    where p.roll_id = roll and p.place_id is not null
    order by o.is_number, o.word, p.place_id, p.line;
  foreach parent in array roll_tables() loop
    execute format('analyze %I', parent || '_' || roll);
  end loop;
end $$;
revoke execute on function finish_roll(integer) from public;

-- Drops the parcels of a version, but not of the one in use or of one to go back to. Dropping a partition locks its whole
-- table: while a long reader such as a backup holds it, every search would wait behind the drop. So the drop gives up soon,
-- before the deadlock detector looks, which might end a search instead.
create function drop_roll(roll integer) returns void
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '50ms' as $$
declare
  parent text;
begin
  perform from roll r where r.id = drop_roll.roll and r.state not in ('removed', 'failed');
  if found then
    raise exception 'roll % is still needed', roll using errcode = 'invalid_parameter_value';
  end if;
  foreach parent in array roll_tables() loop
    execute format('drop table if exists %I', parent || '_' || roll);
  end loop;
end $$;
revoke execute on function drop_roll(integer) from public;
