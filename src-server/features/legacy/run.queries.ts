import { sql } from 'kysely'
import type { Db, Tx } from '#shared/node/platform/database/client.ts'
import { locks } from '#shared/node/platform/database/locks.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'

export type RunKind = 'import' | 'restore'
export type RunState = 'running' | 'done' | 'failed' | 'restored'

/** The current phase of a run. */
export type RunPhase = 'reading' | 'copying' | 'wiping' | 'importing' | 'restoring' | 'finishing'

/** A run's figures, stored with it. */
export type RunCounts = {
  emailsRead: number
  alertsRead: number
  emailsTaken: number
  alertsTaken: number
  emailsSkipped: number
  alertsSkipped: number
  /** Addresses with several ids there, imported once. */
  emailsJoined: number
  /** Addresses that were unverified in the legacy version. */
  emailsUnverified: number
  /** Rows of other counties, not read. */
  otherCountyEmails: number
  otherCountyAlerts: number
  emailsWiped: number
  alertsWiped: number
  emailsRestored: number
  alertsRestored: number
}

export type RunProgress = {
  phase: RunPhase
  /** Rows done in this phase. */
  done: number
  /** Null if unknown. */
  total: number | null
  counts: Partial<RunCounts>
  /** The result, for the administrator. */
  message: string
}

type RunRow = {
  id: number
  kind: RunKind
  state: RunState
  progress: RunProgress
  startedAt: Date
  endedAt: Date | null
  startedBy: string | null
  skipped: number
}

/** Held while a run lives, on its own connection, so that it ends with the process or the connection. */
export async function takeRunLock(connection: Db): Promise<boolean> {
  const { rows } = await sql<{
    taken: boolean
  }>`select pg_try_advisory_lock(${locks.legacyMigration}) as taken`.execute(connection)
  return rows[0]?.taken === true
}

export async function releaseRunLock(connection: Db): Promise<void> {
  await sql`select pg_advisory_unlock(${locks.legacyMigration})`.execute(connection)
}

/** For a run whose process died: its transaction rolled back, so it changed nothing. */
const lostMessage = 'The server stopped while this was running. Nothing was changed.'

/** Marks lost runs failed. Only the holder of the run's lock may, since then no run is alive. */
export async function failLostRuns(connection: Db | Tx): Promise<void> {
  await sql`
    update migration_run set state = 'failed', ended_at = now(),
      progress = progress::jsonb || jsonb_build_object('message', ${lostMessage}::text)
    where state = 'running'`.execute(connection)
}

/** The same for a reader; does nothing while a run is alive. */
export async function failLostRunsIfIdle(db: Db): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { rows } = await sql<{ taken: boolean }>`
      select exists (select from migration_run where state = 'running')
        and pg_try_advisory_xact_lock(${locks.legacyMigration}) as taken`.execute(tx)
    if (rows[0]?.taken) await failLostRuns(tx)
  })
}

export async function insertRun(
  db: Db,
  run: { kind: RunKind; restores: number | null; startedBy: number; progress: RunProgress },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into migration_run (kind, restores, started_by, progress)
    values (${run.kind}, ${run.restores}, ${run.startedBy}, ${JSON.stringify(run.progress)})
    returning id`.execute(db)
  const id = rows[0]?.id
  if (id === undefined) throw new Error('The run was not kept.')
  return id
}

export async function saveProgress(db: Db, id: number, progress: RunProgress): Promise<void> {
  await sql`
    update migration_run set progress = ${JSON.stringify(progress)} where id = ${id} and state = 'running'`.execute(db)
}

/** @returns false if it has already ended: the database received its commit, but we did not learn of it */
export async function endLegacyRun(
  db: Db | Tx,
  id: number,
  state: 'done' | 'failed',
  progress: RunProgress,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update migration_run set state = ${state}, ended_at = clock_timestamp(), progress = ${JSON.stringify(progress)}
    where id = ${id} and state = 'running'`.execute(db)
  return numAffectedRows === 1n
}

export async function markRestored(tx: Tx, id: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update migration_run set state = 'restored' where id = ${id} and state = 'done' and kind = 'import'`.execute(tx)
  return numAffectedRows === 1n
}

/** The latest runs first. */
export async function listRuns(db: Db, limit: number): Promise<RunRow[]> {
  const { rows } = await sql<RunRow>`
    select r.id, r.kind, r.state, r.progress, r.started_at as "startedAt", r.ended_at as "endedAt",
      u.username as "startedBy", (select count(*)::int from migration_skipped s where s.run_id = r.id) as skipped
    from migration_run r left join "user" u on u.id = r.started_by
    order by r.id desc limit ${limit}`.execute(db)
  return rows
}

/** The import that can be undone: the latest successful one whose copies still exist. */
export async function restorableRun(db: Db | Tx): Promise<{ id: number; startedAt: Date } | undefined> {
  const { rows } = await sql<{ id: number; startedAt: Date }>`
    select r.id, r.started_at as "startedAt" from migration_run r
    where r.kind = 'import' and r.state = 'done'
      and r.id = (select max(id) from migration_run where kind = 'import' and state = 'done')
      and not r.copy_deleted`.execute(db)
  return rows[0]
}

export type SkippedRow = { of: 'EMAIL' | 'ALERT'; legacyId: string; reason: string }

export async function listSkipped(
  db: Db,
  runId: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: SkippedRow[]; total: number; reasons: { of: 'EMAIL' | 'ALERT'; reason: string; rows: number }[] }> {
  const { rows } = await sql<SkippedRow>`
    select of, legacy_id as "legacyId", reason from migration_skipped where run_id = ${runId}
    order by id limit ${limit} offset ${offset}`.execute(db)
  const { rows: reasons } = await sql<{ of: 'EMAIL' | 'ALERT'; reason: string; rows: number }>`
    select of, reason, count(*)::int as rows from migration_skipped where run_id = ${runId}
    group by of, reason order by count(*) desc, of, reason`.execute(db)
  return { rows, reasons, total: reasons.reduce((sum, reason) => sum + reason.rows, 0) }
}

/** Deletes what a run staged. */
export async function deleteStaged(db: Db | Tx, runId: number): Promise<void> {
  await sql`delete from migration_email where run_id = ${runId}`.execute(db)
  await sql`delete from migration_alert where run_id = ${runId}`.execute(db)
}
