import { type Kysely, sql } from 'kysely'
import type { Client, PoolClient } from 'pg'
import type { Database } from './types.ts'

/** The transaction is committed here, but perhaps on no standby: it may go with this database server. */
export class UnconfirmedCommit extends Error {
  constructor() {
    super('The database did not wait for its standby to confirm a commit.')
    this.name = 'UnconfirmedCommit'
  }
}

/** PostgreSQL's name for the place that waits for a standby: unlike the message, it is in no other language. */
const waitingForStandby = 'SyncRepWaitForLSN'

/**
 * Fails the statement whose commit gave up waiting for a synchronous standby (`pg_cancel_backend`, a time limit).
 * PostgreSQL reports success with a warning then; whoever asked must not take it for kept. The connection is treated as
 * broken, so that nothing else is done on it.
 */
export function failUnconfirmedCommits(client: Client | PoolClient): void {
  client.on('notice', ({ routine }) => {
    if (routine === waitingForStandby) client.connection.emit('error', new UnconfirmedCommit())
  })
}

/**
 * An SQL expression for a statement that may change nothing because what it would write is there already, from a
 * commit that no standby confirmed: with it, the statement's own commit waits for the standby, and so for the earlier one.
 * A commit waits only where it wrote something; this writes a log record and touches no table. Without synchronous
 * replication it does nothing. Its value has no meaning.
 */
export const standbyBarrier = `case when current_setting('synchronous_standby_names') <> ''
  then pg_logical_emit_message(true, 'land-alerts', ''::text)::text end`

/** Answers once everything that this process can see is on the standby, too: before repeating that it is kept. */
export async function awaitStandby(db: Kysely<Database>): Promise<void> {
  await sql.raw(`select ${standbyBarrier}`).execute(db)
}

/** Longer than any standby that is there needs; shorter than the patience of most that call. */
const patienceMs = 20_000

/**
 * Gives up commits of this role that wait for a standby that does not answer: each fails with `UnconfirmedCommit`.
 * PostgreSQL itself waits for ever, whatever `statement_timeout` says, and holds the rows for as long.
 */
export async function cancelStandbyWaits(db: Kysely<Database>, afterMs = patienceMs): Promise<void> {
  await sql`
    select pg_cancel_backend(pid) from pg_stat_activity
    where wait_event = 'SyncRep' and datname = current_database() and usename = current_user
      and state_change < clock_timestamp() - make_interval(secs => ${afterMs / 1000})`.execute(db)
}
