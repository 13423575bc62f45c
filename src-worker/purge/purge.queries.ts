import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { lockMessages } from '#shared/node/domain/notices/lock-messages.queries.ts'
import { tellAccountsDeleted } from '#shared/node/domain/users/account-deleted.queries.ts'
import { unusedSince } from '#shared/node/domain/users/purge.queries.ts'
import type { Db, Tx } from '#shared/node/platform/database/client.ts'
import type { SettingsKey } from '#shared/settings/groups.ts'

export type Run = {
  id: number
  scheduledOn: string | null
  activeBefore: Date
  by: { id: number; username: string } | null
  letters: number
  purged: number
}
type Purged = { id: number; username: string; role: string; status: string; lastActive: Date }

/** How users can be reached; by text only if the county sends texts. */
export type ReachOptions = { texts: boolean }

/**
 * SQL: the best way to reach user `u`: a verified email, else a verified number that an active alert uses. Excludes those
 * suppressed by a bounce, a complaint or STOP, but not by an unsubscribe, which concerns only alerts.
 */
export const reachableTarget = ({ texts }: ReachOptions): RawBuilder<unknown> => sql`
  select way.channel, way.target, way.recipient_id from owner_addresses(u.id, 'service') way
  where ${texts} or way.channel = 'EMAIL'
  order by way.rank, way.recipient_id limit 1`

/**
 * SQL: whom a run may delete now. Purge Now: all users last active before its day. The schedule: those among them who had
 * both letters and whose day has passed, and those whom no message can reach: closed accounts, and users without a
 * working address or number.
 */
const due = (run: Run, today: string, means: ReachOptions): RawBuilder<SqlBool> =>
  run.scheduledOn === null
    ? unusedSince(run.activeBefore)
    : sql<SqlBool>`${unusedSince(run.activeBefore)} and (
        not account_is_open(u.status)
        or not exists (${reachableTarget(means)})
        or (u.purge_reminded_at > u.last_active_at and u.purge_on <= ${today}::date and exists (
          select from notice n where n.id = u.purge_notice_id and n.state in ('accepted', 'delivered'))))`

/**
 * Inserts today's scheduled run, unless another worker already did.
 * @param today 'YYYY-MM-DD', the county's day
 */
export async function beginScheduledRun(db: Db, today: string, activeBefore: Date, means: ReachOptions): Promise<void> {
  const run: Run = { id: 0, scheduledOn: today, activeBefore, by: null, letters: 0, purged: 0 }
  await sql`
    insert into purge_run (scheduled_on, active_before, found)
    select ${today}, ${activeBefore}, (select count(*) from "user" u where ${due(run, today, means)})
    on conflict (scheduled_on) do nothing`.execute(db)
}

export async function hasScheduledRun(db: Db, today: string): Promise<boolean> {
  const row = await db.selectFrom('purge_run').where('scheduled_on', '=', today).select('id').executeTakeFirst()
  return row !== undefined
}

/** When staff last changed a group of settings; null if they never did. */
export async function settingChangedAt(db: Db, key: SettingsKey): Promise<Date | null> {
  const row = await db.selectFrom('setting').where('key', '=', key).select('updated_at').executeTakeFirst()
  return row?.updated_at ?? null
}

/** Runs that have not ended, oldest first, including those whose worker was killed. */
export async function listOpenRuns(db: Db): Promise<number[]> {
  const rows = await db.selectFrom('purge_run').where('ended_at', 'is', null).select('id').orderBy('id').execute()
  return rows.map(({ id }) => id)
}

/** Locks a run until the transaction ends; undefined if it has ended or another worker has it. */
export async function lockRun(tx: Tx, id: number): Promise<Run | undefined> {
  const row = await tx
    .selectFrom('purge_run')
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .selectAll()
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!row) return undefined
  return {
    id: row.id,
    scheduledOn: row.scheduled_on,
    activeBefore: row.active_before,
    by: row.started_by === null ? null : { id: row.started_by, username: row.started_by_name },
    letters: row.letters,
    purged: row.purged,
  }
}

export async function endPurgeRun(tx: Tx, id: number): Promise<void> {
  await tx
    .updateTable('purge_run')
    .set({ ended_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}

/**
 * Deletes the next users of a run with everything they own, cancels unsent messages to them, letters included, and notifies
 * those who got their notices.
 * Waits for a user who is logging in at that moment, and does not delete them.
 */
export async function deleteUnusedUsers(
  tx: Tx,
  run: Run,
  { limit, today, means }: { limit: number; today: string; means: ReachOptions },
): Promise<Purged[]> {
  const { rows } = await sql<Purged>`
    select u.id, username, role, status, last_active_at as "lastActive" from "user" u
    where ${due(run, today, means)} order by u.id limit ${limit} for update of u`.execute(tx)
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return rows
  await tellAccountsDeleted(tx, { userIds: ids, day: today, texts: means.texts, unused: true })
  await lockMessages(tx, ids)
  await sql`delete from delivery where notice_id in (select id from notice where user_id = any(${ids}))`.execute(tx)
  await sql`
    update notice set state = 'canceled', reason = 'The account was deleted.', ended_at = now()
    where user_id = any(${ids}) and state in ('held', 'waiting', 'in_doubt')`.execute(tx)
  await sql`delete from event_match where alert_id in (select id from alert where user_id = any(${ids}))`.execute(tx)
  await sql`delete from possible_match where alert_id in (select id from alert where user_id = any(${ids}))`.execute(tx)
  await sql`delete from "user" where id = any(${ids})`.execute(tx)
  await sql`update purge_run set purged = purged + ${ids.length} where id = ${run.id}`.execute(tx)
  return rows
}
