import { sql } from 'kysely'
import type { Tx } from '#shared/node/platform/database/client.ts'
import { type ReachOptions, reachableTarget, type Run } from './purge.queries.ts'

/** Days before the purge of the first and of the second letter. */
export const firstLetterDays = 30
const secondLetterDays = 7
/** A purge day that passed this many days ago without a purge (the schedule was off) no longer counts: the letters start over. */
const letterValidDays = 14
/** After messages for which a person waits (0) and notices about records (1): a night's letters must delay neither. */
const letterPriority = 2

export type LetterContext = {
  run: Run
  /** 'YYYY-MM-DD', the county's day. */
  today: string
  timeZone: string
  /** Days without use after which an account is purged. */
  limitDays: number
  /** Users last active before this will be purged within 30 days. */
  warnedBefore: Date
  means: ReachOptions
}

/** Clears letters to users who will no longer be purged, and letters that did not arrive, which are then written again. */
export async function clearLetters(tx: Tx, { today, warnedBefore }: LetterContext): Promise<void> {
  await sql`
    update "user" set purge_warned_at = null, purge_reminded_at = null, purge_on = null, purge_notice_id = null
    where purge_warned_at is not null and (
      last_active_at >= ${warnedBefore} or purge_warned_at <= last_active_at or not account_is_open(status)
      or role not in ('USER', 'GUEST') or purge_on is null or purge_on < ${today}::date - ${letterValidDays}::int)`.execute(
    tx,
  )
  await sql`
    update "user" u set
      purge_warned_at = case when u.purge_reminded_at is null then null else u.purge_warned_at end,
      purge_reminded_at = null
    from notice n
    where n.id = u.purge_notice_id and u.purge_warned_at is not null and n.state in ('failed', 'canceled')`.execute(tx)
}

/**
 * Writes the next letters: due second letters before first ones. A late letter moves the day of the purge, so that
 * every user has at least 7 and 30 days.
 * @returns how many were written
 */
export async function writeLetters(tx: Tx, context: LetterContext, limit: number): Promise<number> {
  const second = await write(tx, context, 'second', limit)
  return second > 0 ? second : write(tx, context, 'first', limit)
}

async function write(
  tx: Tx,
  { run, today, timeZone, limitDays, warnedBefore, means }: LetterContext,
  which: 'first' | 'second',
  limit: number,
): Promise<number> {
  const second = which === 'second'
  const days = second ? secondLetterDays : firstLetterDays
  const isDue = second
    ? sql`u.purge_warned_at is not null and u.purge_reminded_at is null and u.purge_on <= ${today}::date + ${days}::int`
    : sql`u.purge_warned_at is null and u.last_active_at < ${warnedBefore}`
  const ofRule = second
    ? sql`u.purge_on`
    : sql`(u.last_active_at at time zone ${timeZone}::text)::date + ${limitDays}::int + 1`
  const { rows } = await sql<{ written: number }>`
    with due as (
      select u.id, u.username, way.channel, way.target, way.recipient_id,
        (u.last_active_at at time zone ${timeZone}::text)::date as last_active,
        greatest(${ofRule}, ${today}::date + ${days}::int) as day
      from "user" u cross join lateral (${reachableTarget(means)}) way
      where u.role in ('USER', 'GUEST') and account_is_open(u.status) and ${isDue}
      order by u.id limit ${limit} for update of u skip locked),
    made as (
      insert into notice (kind, template, user_id, owner_key, channel, recipient_id, target, data)
      select 'account', case channel when 'EMAIL' then 'keep-alerts' else 'keep-alerts-text' end,
        id, id, channel, recipient_id, target,
        json_build_object('username', username, 'day', day, 'lastActive', last_active)
      from due returning id, user_id),
    work as (insert into delivery (notice_id, priority) select id, ${letterPriority} from made),
    told as (
      update "user" u set purge_on = due.day, purge_notice_id = made.id,
        purge_warned_at = case when ${second} then u.purge_warned_at else now() end,
        purge_reminded_at = case when ${second} then now() end
      from due join made on made.user_id = due.id where u.id = due.id),
    counted as (
      update purge_run set letters = letters + (select count(*) from made) where id = ${run.id})
    select count(*)::int as written from made`.execute(tx)
  return rows[0]?.written ?? 0
}
