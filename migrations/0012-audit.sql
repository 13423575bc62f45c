-- Who did what. Rows are only added; a hash chain covers them in order.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  type text not null check (type in ('LOGIN', 'LOGIN_REFUSED', 'REFUSED', 'LOGOUT', 'ACCOUNT', 'PASSWORD', 'ALERT',
    'RECIPIENT', 'SETTING', 'LOCKOUT', 'PURGE', 'EXPORT', 'FEED', 'MIGRATION', 'NOTICE', 'SUPPRESSION')),
  actor_id bigint,
  subject_user_id bigint,
  -- SHA-256 over the salt and the personal fields: the chain covers this, not the fields.
  personal_digest bytea not null
);
-- For the report: by time, by the actor, and by the user concerned.
create index audit_log_time on audit_log (at, id);
-- Who changed an account last, and when.
create index audit_log_subject on audit_log (subject_user_id, id) where subject_user_id is not null;
-- Each settings page shows its latest changes: few rows of a long log.
create index audit_log_settings on audit_log (id) where type in ('SETTING', 'LOCKOUT');

-- The personal fields, kept apart so that they can be erased without breaking the chain.
create table audit_personal (
  audit_id bigint primary key,
  salt bytea not null,
  actor_username text not null default '',
  subject_username text not null default '',
  description text not null default '',
  old_value json,
  new_value json,
  address text not null default ''
);
create index audit_personal_actor on audit_personal (lower(actor_username));
create index audit_personal_subject on audit_personal (lower(subject_username));

create table audit_chain (
  position bigint primary key,
  -- Null for the checkpoint that a purge leaves.
  audit_id bigint unique,
  kind text not null default 'row' check (kind in ('row', 'checkpoint')),
  digest bytea not null,
  previous bytea not null,
  hash bytea not null,
  chained_at timestamptz not null default now(),
  -- A checkpoint says through which position older rows were purged, and the hash of that position.
  purged_through bigint,
  purged_hash bytea,
  constraint audit_chain_whole check (
    (kind = 'row') = (audit_id is not null)
    and (kind = 'checkpoint') = (purged_through is not null)
    and (kind = 'checkpoint') = (purged_hash is not null))
);

-- Functions, triggers and views

-- True only within purge_audit_log() below. It names its own transaction, so that a setting left in a session, a role or
-- the configuration allows nothing.
create function audit_purge_runs(watched oid) returns boolean language sql stable as $$
  select current_setting('land_alerts.audit_purge', true) = pg_current_xact_id_if_assigned()::text
    and current_user = (select pg_get_userbyid(relowner) from pg_class where oid = watched)
$$;

create function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and audit_purge_runs(tg_relid) then return old; end if;
  raise exception 'rows of % are only added', tg_table_name using errcode = 'insufficient_privilege';
end $$;

create function refuse_truncate() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are only added', tg_table_name using errcode = 'insufficient_privilege';
end $$;

-- The personal fields may be erased as a whole, salt included, and nothing else.
create function only_erase() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and audit_purge_runs(tg_relid) then return old; end if;
  if tg_op = 'UPDATE' and new.audit_id = old.audit_id and octet_length(new.salt) = 0
    and new.actor_username = '' and new.subject_username = '' and new.description = '' and new.address = ''
    and new.old_value is null and new.new_value is null then
    return new;
  end if;
  raise exception 'rows of % are only added or erased', tg_table_name using errcode = 'insufficient_privilege';
end $$;

-- Deletes the oldest rows, at most so many positions of the chain, and none of the last 60 days. Runs as the owner, since
-- the application's role may not delete. The caller holds the chain's lock and appends the checkpoint.
create function purge_audit_log(before timestamptz, at_most integer,
  out removed integer, out through bigint, out through_hash bytea)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  older_than timestamptz := least(before, now() - interval '60 days');
begin
  with first as (
    select c.position, coalesce(l.at, c.chained_at) as at
    from (select position, audit_id, chained_at from audit_chain order by position limit at_most) c
    left join audit_log l on l.id = c.audit_id
  )
  select coalesce((select min(f.position) from first f where f.at >= older_than) - 1, (select max(f.position) from first f))
    into through;
  removed := 0;
  select hash into through_hash from audit_chain where position = through;
  -- An old checkpoint alone is no reason for a new one.
  if not exists (select from audit_chain where position <= through and kind = 'row') then return; end if;
  perform set_config('land_alerts.audit_purge', pg_current_xact_id()::text, true);
  delete from audit_personal p using audit_chain c where c.position <= through and p.audit_id = c.audit_id;
  delete from audit_log l using audit_chain c where c.position <= through and l.id = c.audit_id;
  delete from audit_chain where position <= through and kind = 'row';
  get diagnostics removed = row_count;
  delete from audit_chain where position <= through;
  perform set_config('land_alerts.audit_purge', '', true);
end $$;
revoke execute on function purge_audit_log(timestamptz, integer) from public;

create trigger audit_log_only_grows before update or delete on audit_log for each row execute function refuse_change();
create trigger audit_chain_only_grows before update or delete on audit_chain for each row execute function refuse_change();
create trigger audit_personal_only_erased before update or delete on audit_personal
  for each row execute function only_erase();
create trigger audit_log_not_truncated before truncate on audit_log for each statement execute function refuse_truncate();
create trigger audit_chain_not_truncated before truncate on audit_chain for each statement execute function refuse_truncate();
create trigger audit_personal_not_truncated before truncate on audit_personal
  for each statement execute function refuse_truncate();
