import { sql } from 'kysely'
import type { Db, Tx } from '#shared/node/platform/database/client.ts'

type HeldNotices = { reason: string; notices: number; oldest: Date }

/** The notices that the flood guard holds, by reason (decisions, section 7). */
export async function countHeldNotices(db: Db | Tx): Promise<HeldNotices[]> {
  const { rows } = await sql<HeldNotices>`
    select reason, count(*)::integer as notices, min(held_since) as oldest from notice
    where held_since is not null group by reason order by reason`.execute(db)
  return rows
}

/**
 * Releases notices that the flood guard held. Each gets its work row and is then sent like any other. Send the job
 * `wakeDelivery` with it.
 * @param tx the caller's transaction, with its audit row
 * @param reason releases only notices held for this reason, as `countHeldNotices` names it; null for all
 * @param limit releases at most this many, oldest first
 * @returns notices released
 */
export async function releaseHeldRows(
  tx: Tx,
  reason: string | null = null,
  limit: number | null = null,
): Promise<number> {
  const { rows } = await sql<{ released: number }>`
    with released as (
      update notice set state = 'waiting', reason = ''
      where id = any (array(
        select id from notice where held_since is not null and (${reason}::text is null or reason = ${reason})
        order by held_since, id limit ${limit} for update skip locked))
      returning id, maybe_sent_since
    ), work as (
      -- May have been released and sent before a restore.
      insert into delivery (notice_id, lane, doubt_since) select id, 1, maybe_sent_since from released
    )
    select count(*)::integer as released from released`.execute(tx)
  return rows[0]?.released ?? 0
}
