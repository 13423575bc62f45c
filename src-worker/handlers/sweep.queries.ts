import { sql } from 'kysely'
import { maxSessionHours } from '#shared/domain/user/session.ts'
import { priorityOfKind, unwrittenAttempts } from '#shared/node/domain/notices/notice.queries.ts'
import type { Db } from '#shared/node/platform/database/client.ts'

const maxSessionAge = `${maxSessionHours} hours`
/** For this long, an expired link still shows that it expired; after that it is unknown. */
const expiredTicketRetention = '30 days'
const throttleRetention = '1 day'

const countRows = (result: { numAffectedRows?: bigint }): number => Number(result.numAffectedRows ?? 0)

/**
 * Deletes ended sessions: expired ones, and those begun before all sessions of their user, or of all end users, were
 * ended. They are already invalid; this only cleans up.
 */
export async function deleteEndedSessions(db: Db): Promise<number> {
  return countRows(
    await sql`
      delete from session s using "user" u, session_epoch e
      where u.id = s.user_id and (
        s.expires_at <= now()
        or s.created_at <= now() - ${maxSessionAge}::interval
        or s.created_at < u.sessions_ended_at
        or (u.role in ('USER', 'GUEST') and s.created_at < e.end_users_ended_at))`.execute(db),
  )
}

/** Deletes old tickets of verifications, registrations and resets, and the data of sign-ups whose link expired long ago. */
export async function deleteOldTickets(db: Db): Promise<number> {
  await sql`delete from registration where created_at < now() - ${expiredTicketRetention}::interval`.execute(db)
  return countRows(
    await sql`delete from ticket where expires_at < now() - ${expiredTicketRetention}::interval`.execute(db),
  )
}

/** Skips locked rows: a request that holds one may want another next, and the two would deadlock. */
export async function deleteOldThrottles(db: Db): Promise<number> {
  return countRows(
    await sql`
      delete from throttle where key in (
        select key from throttle where window_started_at < now() - ${throttleRetention}::interval
        for update skip locked)`.execute(db),
  )
}

/**
 * Queues restricted records that only a worker of an earlier version has matched, which could not read their content:
 * while versions change, it may take one first.
 */
export async function requeueUnreadRestricted(db: Db): Promise<void> {
  await sql`
    insert into match_queue (event_id)
    select c.event_id from restricted_content c join event e on e.id = c.event_id
    where c.matched_at is null and e.restricted and e.received_at < now() - interval '1 minute'
    order by c.event_id on conflict do nothing`.execute(db)
}

/**
 * Restores missing work rows. A waiting notice always has one, since they are written and ended together; without one
 * (after a restored backup, or a manual delete) it would wait forever. The row remembers the calls that were recorded, so
 * that a message that may have been accepted is looked up or marked before it is sent again.
 * @param newest checks only this many of the newest notices; null checks all and reads the whole table, because an index
 *   of waiting notices would have to be updated with every delivery
 */
export async function restoreLostDeliveries(db: Db, newest: number | null): Promise<number> {
  return countRows(
    await sql`
      insert into delivery (notice_id, priority, decided_at, fence, attempts, in_doubt_since, perhaps_taken_since)
      select n.id, ${priorityOfKind(sql`n.kind`)}, n.created_at,
        -- A worker may still hold a claim of the lost row, or of one restored before it.
        coalesce(greatest(made.latest, n.resent_after), 0)
          + ${sql.lit(unwrittenAttempts)} * (select nextval('delivery_restored'))::int, made.calls,
        coalesce(case when n.state = 'in_doubt' then made.in_doubt_since end, n.maybe_sent_since), made.perhaps_taken_since
      from (
        select * from (select * from notice order by id desc limit ${newest}) recent
        where state in ('waiting', 'in_doubt') and created_at < now() - interval '1 minute'
          and not exists (select from delivery d where d.notice_id = recent.id) offset 0) n
      cross join lateral (
        select max(a.attempt) as latest, count(*) filter (where a.attempt > coalesce(n.resent_after, 0)) as calls,
          max(a.called_at) filter (where a.outcome = 'in_doubt' and a.attempt > coalesce(n.resent_after, 0)) as in_doubt_since,
          min(a.called_at) filter (
            where a.outcome = 'perhaps_taken' and a.attempt > coalesce(n.resent_after, 0)) as perhaps_taken_since
        from notice_attempt a where a.notice_id = n.id) made
      on conflict do nothing`.execute(db),
  )
}
