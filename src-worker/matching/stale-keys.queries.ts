import { sql } from 'kysely'
import { RULE_VERSION } from '#shared/matching/public.ts'
import { saveAlertKeys } from '#shared/node/domain/alerts/alert-keys.queries.ts'
import { parseMaskOrNull, criteriaColumns, criteriaFromRow } from '#shared/node/domain/alerts/criteria-columns.ts'
import type { Db, Tx } from '#shared/node/platform/database/client.ts'
import { locks } from '#shared/node/platform/database/locks.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'

/**
 * Derives the keys of up to `limit` alerts with stale keys while matching waits. When none is left, queues the records
 * that were matched by old keys again.
 * @returns the number of alerts
 */
export function deriveStaleKeysBatch(db: Db, limit: number): Promise<number> {
  return inTransaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(${locks.alertKeys})`.execute(tx)
    const { rows: settings } = await sql<{ mask: string | null }>`
      select value ->> 'parcelMask' as mask from setting where key = 'service'`.execute(tx)
    const mask = parseMaskOrNull(settings[0]?.mask ?? null)
    const rows = await tx
      .selectFrom('alert')
      .select(['id', 'rule_version', ...criteriaColumns])
      .where('rule_version', '<', RULE_VERSION)
      .orderBy('rule_version')
      .limit(limit)
      .forNoKeyUpdate()
      .execute()
    await saveAlertKeys(
      tx,
      rows.map((row) => ({ id: row.id, criteria: criteriaFromRow(row), mask })),
    )
    if (rows.some(({ rule_version }) => rule_version > 0)) await rereadAll(tx)
    if (rows.length < limit) {
      await sql`
        with again as (delete from match_again returning event_id)
        insert into match_queue (event_id) select event_id from again order by event_id on conflict do nothing`.execute(
        tx,
      )
    }
    return rows.length
  })
}

/** Older workers, which stop when they see keys of the new rule, may have matched records until now. */
async function rereadAll(tx: Tx): Promise<void> {
  await sql`
    insert into reread_backlog (before_event) select max(id) + 1 from event having max(id) is not null
    on conflict ("only") do update set before_event = excluded.before_event`.execute(tx)
}
