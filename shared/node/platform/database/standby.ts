import { type Kysely, sql } from 'kysely'
import type { Client, PoolClient } from 'pg'
import type { Database } from './types.ts'

/** The transaction is committed on the primary, but perhaps on no standby: it is lost if this database server is lost. */
export class UnconfirmedCommit extends Error {
  constructor() {
    super('The database did not wait for its standby to confirm a commit.')
    this.name = 'UnconfirmedCommit'
  }
}

/** PostgreSQL's name for the routine that waits for a standby. Unlike the message, it is never translated. */
const waitingForStandby = 'SyncRepWaitForLSN'

/**
 * Fails the statement whose commit gave up waiting for a synchronous standby (`pg_cancel_backend`, a time limit).
 * PostgreSQL reports success with a warning then, but the caller must not treat it as saved. The connection counts as
 * broken, so that nothing else runs on it.
 */
export function failUnconfirmedCommits(client: Client | PoolClient): void {
  const { connection } = client
  const fail = () => connection.emit('error', new UnconfirmedCommit())
  client.on('notice', ({ routine }) => {
    // The warning arrives before others see the commit. A caller that immediately repeats its work must find it.
    if (routine === waitingForStandby) connection.prependOnceListener('readyForQuery', fail)
  })
}

/**
 * An SQL expression for a statement that may change nothing because its rows already exist, perhaps from a commit that
 * no standby confirmed. A commit waits for the standby only if it wrote something, so this writes a log record, and
 * thereby waits for the earlier commit too. It touches no table, and without synchronous replication it does nothing.
 * Its value has no meaning.
 */
export const standbyBarrier = `case when current_setting('synchronous_standby_names') <> ''
  then pg_logical_emit_message(true, 'land-alerts', ''::text)::text end`

/** Resolves once everything that this process can see is on the standby too. Call it before reporting existing rows as saved. */
export async function awaitStandby(db: Kysely<Database>): Promise<void> {
  await sql.raw(`select ${standbyBarrier}`).execute(db)
}

/** Longer than a healthy standby needs; shorter than most callers' timeouts. */
const maxWaitMs = 20_000

/**
 * Cancels this role's commits that wait for a standby that does not answer; each fails with `UnconfirmedCommit`.
 * PostgreSQL itself would wait forever, whatever `statement_timeout` says, and keep the rows locked.
 */
export async function cancelStandbyWaits(db: Kysely<Database>, afterMs = maxWaitMs): Promise<void> {
  await sql`
    select pg_cancel_backend(pid) from pg_stat_activity
    where wait_event = 'SyncRep' and datname = current_database() and usename = current_user
      and state_change < clock_timestamp() - make_interval(secs => ${afterMs / 1000})`.execute(db)
}
