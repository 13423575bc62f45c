import type { Client } from 'pg'

/**
 * A journal of what happened to each notice, in a schema of the run's own: the product keeps only the last state. Each
 * line has the transaction, its start (which leases count from) and the start of the statement that wrote it, so that
 * lines can be compared with the moment at which another transaction was committed, whatever the processes' clocks say.
 */
const journal = `
  create schema chaos;
  create table chaos.journal (
    id bigint generated always as identity primary key,
    what text not null,
    notice_id bigint,
    attempt integer,
    from_state text,
    to_state text,
    target text,
    xid xid8 not null default pg_current_xact_id(),
    begun_at timestamptz not null default now(),
    statement_at timestamptz not null default statement_timestamp());

  create function chaos.keep_state() returns trigger language plpgsql security definer as $$ begin
    insert into chaos.journal (what, notice_id, from_state, to_state)
    values ('state', new.id, case when tg_op = 'UPDATE' then old.state end, new.state);
    return null;
  end $$;
  create trigger chaos_begun after insert on notice for each row execute function chaos.keep_state();
  create trigger chaos_moved after update of state on notice for each row
    when (old.state is distinct from new.state) execute function chaos.keep_state();

  -- claimed: another claim took it over. called: its call is committed. settled: an outcome ended or postponed it.
  -- freed: another worker ended the lease of a call early.
  create function chaos.keep_claim() returns trigger language plpgsql security definer as $$ begin
    if tg_op = 'DELETE' then
      insert into chaos.journal (what, notice_id, attempt) values ('settled', old.notice_id, old.fence);
    elsif new.fence <> old.fence then
      insert into chaos.journal (what, notice_id, attempt) values ('claimed', new.notice_id, new.fence);
    elsif new.calling_at is not null and old.calling_at is null then
      insert into chaos.journal (what, notice_id, attempt) values ('called', new.notice_id, new.fence);
    elsif new.calling_at is null and old.calling_at is not null then
      insert into chaos.journal (what, notice_id, attempt) values ('settled', old.notice_id, old.fence);
    elsif new.calling_at is not null and new.lease_until < old.lease_until then
      insert into chaos.journal (what, notice_id, attempt) values ('freed', new.notice_id, new.fence);
    end if;
    return null;
  end $$;
  create trigger chaos_claim after update or delete on delivery for each row execute function chaos.keep_claim();

  create function chaos.keep_outcome() returns trigger language plpgsql security definer as $$ begin
    insert into chaos.journal (what, notice_id, attempt) values ('outcome', new.notice_id, new.attempt);
    return null;
  end $$;
  create trigger chaos_outcome after insert on notice_attempt for each row execute function chaos.keep_outcome();

  create function chaos.keep_stop() returns trigger language plpgsql security definer as $$ begin
    insert into chaos.journal (what, target) values ('stopped', lower(new.target));
    return null;
  end $$;
  create trigger chaos_stop after insert on suppression for each row when (new.scope <> 'requests')
    execute function chaos.keep_stop();

  create function chaos.keep_account() returns trigger language plpgsql security definer as $$ begin
    insert into chaos.journal (what, target)
      select 'stopped', lower(address) from email_address where owner_id = new.id;
    return null;
  end $$;
  create trigger chaos_account after update of status on "user" for each row
    when (old.status = 'A' and new.status = 'I') execute function chaos.keep_account();`

/** Flags of a PostgreSQL whose journal tells when transactions were committed. */
export const journalFlags = ['-c', 'track_commit_timestamp=on']

/** Begins the journal, after the people are stored. Only the run itself reads it. */
export async function startJournal(client: Client): Promise<void> {
  await client.query(journal)
}
