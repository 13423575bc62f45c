import { sql } from 'kysely'
import { discardedReason } from '#shared/domain/notice/skip-reasons.ts'
import type { Db, Tx } from '#shared/node/platform/database/client.ts'

type HeldNotices = { reason: string; notices: number; oldest: Date }

/** The notices that the flood guard holds, by reason. */
export async function countHeldNotices(db: Db | Tx): Promise<HeldNotices[]> {
  const { rows } = await sql<HeldNotices>`
    select reason, count(*)::integer as notices, min(held_since) as oldest from notice
    where held_since is not null group by reason order by reason`.execute(db)
  return rows
}

/** Which held notices to select: those that fit every part given; all of them without any part. */
export type HeldFilter = { reason?: string | undefined; feedId?: number | undefined; eventId?: number | undefined }

/** Locks up to `limit` of them, oldest first, and skips those about which another user is deciding. */
const lockHeld = ({ reason, feedId, eventId }: HeldFilter, limit: number | null) => sql`
  select n.id from notice n
  where n.held_since is not null
    and (${reason ?? null}::text is null or n.reason = ${reason ?? null})
    and (${eventId ?? null}::bigint is null or n.event_id = ${eventId ?? null})
    and (${feedId ?? null}::bigint is null
      or exists (select from event e where e.id = n.event_id and e.feed_id = ${feedId ?? null}))
  order by n.held_since, n.id limit ${limit} for update of n skip locked`

/**
 * Releases notices that the flood guard held. Each gets its work row and is then sent like any other. Send the job
 * `wakeDelivery` with it.
 * @param tx the caller's transaction, with its audit row
 * @param limit releases at most this many, oldest first
 * @returns notices released
 */
export async function releaseHeldRows(tx: Tx, which: HeldFilter = {}, limit: number | null = null): Promise<number> {
  const { rows } = await sql<{ released: number }>`
    with released as (
      update notice set state = 'waiting', reason = '' where id = any (array(${lockHeld(which, limit)}))
      returning id, maybe_sent_since
    ), work as (
      -- They may have been released and sent before a restore.
      insert into delivery (notice_id, lane, doubt_since) select id, 1, maybe_sent_since from released
    )
    select count(*)::integer as released from released`.execute(tx)
  return rows[0]?.released ?? 0
}

/**
 * Discards such notices: they are never sent, and the history of their owners says so.
 * @param tx the caller's transaction, with its audit row
 * @param limit discards at most this many, oldest first
 * @returns notices discarded
 */
export async function discardHeldRows(tx: Tx, which: HeldFilter, limit: number | null = null): Promise<number> {
  const { rows } = await sql<{ discarded: number }>`
    with discarded as (
      update notice set state = 'cancelled', reason = ${discardedReason}, ended_at = now()
      where id = any (array(${lockHeld(which, limit)}))
      returning id
    )
    select count(*)::integer as discarded from discarded`.execute(tx)
  return rows[0]?.discarded ?? 0
}
