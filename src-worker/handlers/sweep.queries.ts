import { sql } from 'kysely'
import type { Db } from '#shared/node/platform/database/client.ts'

/** No session outlives this, whatever it does (decisions, section 4). */
const maxSessionAge = '12 hours'
/** An expired link can still say that it expired for this long; then it is unknown. */
const expiredTicketRetention = '30 days'
const throttleRetention = '1 day'

const countRows = (result: { numAffectedRows?: bigint }): number => Number(result.numAffectedRows ?? 0)

/**
 * Deletes sessions that are over: expired, or begun before the epoch of their user or of all end users. They have not
 * counted since that moment; this only clears them.
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

/** Verifications, registrations and resets that nobody completed, and what sign-ups entered that no link brings now. */
export async function deleteOldTickets(db: Db): Promise<number> {
  await sql`delete from registration where created_at < now() - ${expiredTicketRetention}::interval`.execute(db)
  return countRows(
    await sql`delete from ticket where expires_at < now() - ${expiredTicketRetention}::interval`.execute(db),
  )
}

/** Leaves out counts that a call holds at this moment: it may want another one next, and each would wait for the other. */
export async function deleteOldThrottles(db: Db): Promise<number> {
  return countRows(
    await sql`
      delete from throttle where key in (
        select key from throttle where window_started_at < now() - ${throttleRetention}::interval
        for update skip locked)`.execute(db),
  )
}

/**
 * A notice that waits always has a work row; they are written and ended together. One without (a restored backup, a
 * row deleted by hand) would wait for ever, so it gets one.
 * @param newest looks at so many notices, the newest; null at all, which reads the whole table: no index tells which
 *   notices wait, since it would have to be written with every delivery
 */
export async function restoreLostDeliveries(db: Db, newest: number | null): Promise<number> {
  return countRows(
    await sql`
      insert into delivery (notice_id, lane, decided_at, doubt_since)
      select n.id, case when n.kind = 'match' then 1 else 0 end, n.created_at, n.maybe_sent_since
      from (select * from notice order by id desc limit ${newest}) n
      where n.state in ('waiting', 'in_doubt') and n.created_at < now() - interval '1 minute'
        and not exists (select from delivery d where d.notice_id = n.id)
      on conflict do nothing`.execute(db),
  )
}
