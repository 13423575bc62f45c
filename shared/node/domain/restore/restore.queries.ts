import { sql } from 'kysely'
import type { Db, Tx } from '#shared/node/platform/database/client.ts'
import type { FeedAtRestore, RestoreNoticedBy } from '#shared/node/platform/database/types/operations.ts'
import type { DatabaseNow, Mark } from './judge-mark.ts'

/**
 * Reads and locks the database's mark until the transaction ends: only one process at a time advances it or handles a
 * restore.
 */
export async function lockDatabaseMark(tx: Tx): Promise<DatabaseNow> {
  const row = await tx.selectFrom('database_mark').selectAll().forUpdate().executeTakeFirstOrThrow()
  const past = await tx.selectFrom('database_restore').select('timeline_before').execute()
  return {
    databaseId: row.database_id,
    timeline: row.timeline,
    position: row.position,
    positionAt: row.position_at,
    pastTimelines: past.map((restore) => restore.timeline_before),
  }
}

/**
 * Advances the position if the database is the one that a process has seen, and not behind it. One statement, since
 * every process asks every few seconds.
 * @returns the mark to save, or null for a closer look
 */
export async function advanceKnownMark(db: Db, seen: Mark): Promise<Mark | null> {
  const row = await db
    .updateTable('database_mark')
    .set({ position: sql<number>`position + 1`, position_at: sql<Date>`now()` })
    .where('database_id', '=', seen.databaseId)
    .where('timeline', '=', seen.timeline)
    .where('position', '>=', seen.position)
    .returning(['database_id', 'timeline', 'position'])
    .executeTakeFirst()
  return row ? { databaseId: row.database_id, timeline: row.timeline, position: row.position } : null
}

/**
 * Advances the position beyond the one that a process has seen.
 * @returns the mark to save
 */
export async function advanceDatabaseMark(tx: Tx, seen: number): Promise<Mark> {
  const row = await tx
    .updateTable('database_mark')
    .set({ position: sql<number>`greatest(position, ${seen}::bigint) + 1`, position_at: sql<Date>`now()` })
    .returning(['database_id', 'timeline', 'position'])
    .executeTakeFirstOrThrow()
  return { databaseId: row.database_id, timeline: row.timeline, position: row.position }
}

/** Covers the ids that the database gave out after the backup: no county uses up this many between two backups. */
const skippedIds = 10_000_000
/** Leaves room for the numbers of attempts that were made after the backup and are now unknown. */
const skippedAttempts = 1_000

type InDoubt = { emails: number; texts: number; held: number }

/**
 * Every open notice may have been sent since the backup, so its claims are void and it is in doubt from then on. Held
 * notices may have been released and sent.
 */
export async function markOpenNoticesInDoubt(tx: Tx, backupAt: Date): Promise<InDoubt> {
  // A worker that has claimed some of these must not write until this is done.
  await sql`lock table delivery in share row exclusive mode`.execute(tx)
  const { rows } = await sql<InDoubt>`
    with due as (
      update delivery set attempt = attempt + ${skippedAttempts}, lease_until = null,
        doubt_since = least(doubt_since, calling_at, ${backupAt}::timestamptz)
      returning notice_id),
    doubted as (
      update notice set state = 'in_doubt', maybe_sent_since = ${backupAt}
      where id in (select notice_id from due) and state in ('waiting', 'in_doubt')
      returning channel),
    held as (
      update notice set maybe_sent_since = ${backupAt} where held_since is not null returning 1)
    select count(*) filter (where channel = 'EMAIL')::integer as emails,
      count(*) filter (where channel = 'PHONE')::integer as texts,
      (select count(*)::integer from held) as held
    from doubted`.execute(tx)
  return rows[0] ?? { emails: 0, texts: 0, held: 0 }
}

/** Ends all sessions and reset links: the restore brought back sessions that had ended and links that were used. */
export async function revokeRestoredAccess(
  tx: Tx,
  keptSession: string | null,
): Promise<{ sessions: number; resetLinks: number }> {
  const sessions = await tx
    .deleteFrom('session')
    .$if(keptSession !== null, (query) => query.where('id', '<>', keptSession ?? ''))
    .executeTakeFirst()
  const links = await tx
    .updateTable('ticket')
    .set({ expires_at: sql<Date>`now()` })
    .where('purpose', '=', 'password')
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return { sessions: Number(sessions.numDeletedRows), resetLinks: Number(links.numUpdatedRows) }
}

/**
 * Restarts the emails before a purge. We cannot know who logged in or chose 'Keep my alerts' since the backup, and must
 * not purge any of these users.
 */
export async function restartPurgeLetters(tx: Tx): Promise<void> {
  await tx
    .updateTable('user')
    .set({ purge_warned_at: null, purge_reminded_at: null, purge_on: null, purge_notice_id: null })
    .where('purge_warned_at', 'is not', null)
    .execute()
}

/** Skips ids, so that no new row gets an id that links and reports from after the backup already name. */
export async function skipLostIds(tx: Tx): Promise<void> {
  await sql`select skip_ids(${skippedIds})`.execute(tx)
}

/** The last record of each open feed, for staff who ask the recorder to resend the rest. */
export async function listFeedsAtRestore(tx: Tx): Promise<FeedAtRestore[]> {
  const { rows } = await sql<FeedAtRestore>`
    select f.id, f.name,
      to_char(v.received_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "lastReceivedAt", v.document_id as "lastDocumentId"
    from feed f left join lateral (
      select received_at, document_id from event where feed_id = f.id
      order by id desc limit 1) v on true
    where f.closed_at is null order by f.name, f.id limit 100`.execute(tx)
  return rows
}

type NewRestore = {
  backupAt: Date
  noticedBy: RestoreNoticedBy
  timelineBefore: string
  inDoubt: InDoubt
  ended: { sessions: number; resetLinks: number }
  feeds: FeedAtRestore[]
}

/** Records a restore, which pauses delivery, and starts a new timeline. */
export async function insertRestore(tx: Tx, restore: NewRestore): Promise<Restore> {
  await tx
    .updateTable('database_mark')
    .set({ timeline: sql<string>`gen_random_uuid()` })
    .execute()
  return tx
    .insertInto('database_restore')
    .values((eb) => ({
      backup_at: restore.backupAt,
      // Not now(), the transaction's start: transactions that this one waited for committed after that.
      noticed_at: sql<Date>`clock_timestamp()`,
      noticed_by: restore.noticedBy,
      timeline_before: restore.timelineBefore,
      last_notice_id: eb
        .selectFrom('notice')
        .select((notice) => notice.fn.coalesce(notice.fn.max('notice.id'), sql<number>`0`).as('last')),
      emails_in_doubt: restore.inDoubt.emails,
      texts_in_doubt: restore.inDoubt.texts,
      held: restore.inDoubt.held,
      sessions_ended: restore.ended.sessions,
      reset_links_ended: restore.ended.resetLinks,
      feeds: JSON.stringify(restore.feeds),
    }))
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Moves the backup to an earlier time: open notices are in doubt from then on. */
export async function backdateRestore(tx: Tx, restore: Restore, backupAt: Date): Promise<Restore> {
  await sql`
    update delivery d set doubt_since = ${backupAt} from notice n
    where n.id = d.notice_id and n.maybe_sent_since is not null and d.doubt_since > ${backupAt}`.execute(tx)
  await sql`
    update notice set maybe_sent_since = ${backupAt}
    where maybe_sent_since > ${backupAt} and (held_since is not null or id in (select notice_id from delivery))`.execute(
    tx,
  )
  return tx
    .updateTable('database_restore')
    .set({ backup_at: backupAt })
    .where('id', '=', restore.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export type Restore = Awaited<ReturnType<typeof readOpenRestore>> & object

/** The restore for whose release delivery waits. */
export async function readOpenRestore(db: Db | Tx) {
  return db.selectFrom('database_restore').selectAll().where('released_at', 'is', null).executeTakeFirst()
}

/** The newest restore, open or released. */
export async function readLatestRestore(db: Db | Tx): Promise<Restore | undefined> {
  return db.selectFrom('database_restore').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst()
}

/** Messages that wait because of a restore: those in doubt from before it, and those decided since. */
export async function countPaused(db: Db | Tx, { last_notice_id }: Restore): Promise<{ inDoubt: number; new: number }> {
  const { rows } = await sql<{ inDoubt: number; new: number }>`
    select count(*) filter (where notice_id <= ${last_notice_id})::integer as "inDoubt",
      count(*) filter (where notice_id > ${last_notice_id} and lane > 0)::integer as new
    from delivery`.execute(db)
  return rows[0] ?? { inDoubt: 0, new: 0 }
}

export async function readRestore(db: Db | Tx, id: number): Promise<Restore | undefined> {
  return db.selectFrom('database_restore').selectAll().where('id', '=', id).executeTakeFirst()
}

/** @returns false if the restore does not exist or is already released */
export async function markRestoreReleased(tx: Tx, id: number, by: { id: number; username: string }): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('database_restore')
    .set({ released_at: sql<Date>`now()`, released_by: by.id, released_by_name: by.username })
    .where('id', '=', id)
    .where('released_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The administrators of the installation and of the provider who get emails about the database. */
export async function listTechnicalStaff(tx: Tx): Promise<{ id: number; email: string }[]> {
  return tx
    .selectFrom('user')
    .select(['id', 'email'])
    .where('role', 'in', ['FOREVER', 'TRIMIN'])
    .where('status', 'in', ['A', 'L'])
    .where('email', '<>', '')
    .orderBy('id')
    .limit(50)
    .execute()
}
