-- Who did what. Rows are only added; a hash chain covers them in order.

create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  type text not null check (type in ('LOGIN', 'LOGIN_REFUSED', 'LOGOUT', 'ACCOUNT', 'PASSWORD', 'ALERT', 'RECIPIENT',
    'SETTING', 'LOCKOUT', 'PURGE', 'EXPORT', 'FEED', 'MIGRATION', 'NOTICE', 'SUPPRESSION')),
  actor_id bigint,
  subject_user_id bigint,
  -- SHA-256 over the salt and the personal fields: the chain covers this, not the fields.
  personal_digest bytea not null
);
create index audit_log_at on audit_log (at);

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

create table audit_chain (
  position bigint primary key,
  -- Null for the checkpoint that a purge leaves.
  audit_id bigint unique,
  kind text not null default 'row' check (kind in ('row', 'checkpoint')),
  digest bytea not null,
  previous bytea not null,
  hash bytea not null,
  chained_at timestamptz not null default now()
);

create function refuse_change() returns trigger language plpgsql as $$
begin
  if current_setting('land_alerts.audit_purge', true) = 'on' and current_user = (select tableowner from pg_tables where schemaname = tg_table_schema and tablename = tg_table_name) then
    return old;
  end if;
  raise exception 'rows of % are only added', tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger audit_log_only_grows before update or delete on audit_log for each row execute function refuse_change();
create trigger audit_chain_only_grows before update or delete on audit_chain for each row execute function refuse_change();

-- Runs of the one-way copy from the legacy version, with what is needed to put things back.
create table migration_run (
  id bigint generated always as identity primary key,
  started_at timestamptz not null default now(),
  started_by bigint,
  state text not null default 'running' check (state in ('running', 'done', 'failed', 'restored')),
  progress json not null default '{}',
  copy json,
  ended_at timestamptz
);
