import { sql } from 'kysely'
import { skipReasons } from '#shared/domain/notice/skip-reasons.ts'
import type { Db, Tx } from '#shared/node/platform/database/client.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'
import { requeueNotice } from './notice.queries.ts'

/** A match of a name or business alert with a restricted record. */
export type WithheldKey = { eventId: number; alertId: number }

/**
 * Puts back the history that a match had before its record was restricted. Sends its notices that were skipped for that
 * reason, but not again those that a provider accepted.
 * @returns false if the match had no history: then matching still has to notify its recipients
 */
export async function restoreHistory(tx: Tx, { eventId, alertId }: WithheldKey): Promise<boolean> {
  const { rows } = await sql<{ skipped: number | null }>`
    with held as (
      select lines from withheld_match where event_id = ${eventId} and alert_id = ${alertId} and lines is not null for update
    ), cleared as (
      update withheld_match set lines = null where event_id = ${eventId} and alert_id = ${alertId}
    ), back as (
      insert into outgoing_event (id, user_id, event_id, revision, alert_id, alert_name, criteria, channel, recipient_id,
        target, match, notice_id, unsent_reason, created_at)
      overriding system value
      select l.id, l.user_id, l.event_id, l.revision, l.alert_id, l.alert_name, l.criteria, l.channel, l.recipient_id,
        l.target, l.match, l.notice_id, l.unsent_reason, l.created_at
      from held cross join lateral json_populate_recordset(null::outgoing_event, held.lines) l
      on conflict do nothing
      returning notice_id
    )
    select n.id as skipped from held left join (
      select distinct n.id from back join notice n on n.id = back.notice_id
      where n.state = 'cancelled' and n.reason = ${skipReasons.restricted.staff}) n on true
    order by 1`.execute(tx)
  for (const { skipped } of rows) if (skipped !== null) await requeueNotice(tx, skipped, ['cancelled'])
  return rows.length > 0
}

const maxRestored = 1_000

/**
 * Ends the withholding of matches whose record is no longer restricted: their history is put back, and matching has
 * notified the others with the revision that lifted the restriction.
 * @returns matches restored
 */
export async function restoreUnrestricted(db: Db): Promise<number> {
  const { rows } = await sql<WithheldKey>`
    select w.event_id as "eventId", w.alert_id as "alertId" from withheld_match w join event e on e.id = w.event_id
    where not e.restricted and not exists (select from match_queue q where q.event_id = w.event_id)
    order by 1, 2 limit ${maxRestored}`.execute(db)
  for (const key of rows)
    await inTransaction(db, async (tx) => {
      await restoreHistory(tx, key)
      await sql`
        delete from withheld_match w using event e
        where w.event_id = ${key.eventId} and w.alert_id = ${key.alertId} and e.id = w.event_id and not e.restricted`.execute(
        tx,
      )
    })
  return rows.length
}
