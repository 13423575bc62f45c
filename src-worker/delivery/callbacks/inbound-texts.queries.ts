import { sql } from 'kysely'
import type { Db } from '#shared/node/platform/database/client.ts'

/** Texts older than this are never recovered. Stored callbacks are kept longer, so that duplicates are recognized. */
const longestLookBack = sql`interval '7 days'`

/** A worker's turn to look: from when on texts may be missing, and when the look began, by the database's clock. */
type LookBack = { since: Date; begun: Date }

/**
 * Takes the turn to look for missing texts.
 * @param everyMs minimum milliseconds between two looks, by any worker
 * @returns null if the last look was more recent
 */
export async function claimLookBack(db: Db, everyMs: number): Promise<LookBack | null> {
  const { rows } = await sql<LookBack>`
    update inbound_texts set looked_at = now()
    where looked_at is null or looked_at <= now() - ${everyMs} * interval '1 ms'
    returning greatest(complete_until, now() - ${longestLookBack}) as since, now() as begun`.execute(db)
  return rows[0] ?? null
}

/** Records that every text that arrived before `begun` is stored. */
export async function recordTextsComplete(db: Db, until: Date): Promise<void> {
  await sql`update inbound_texts set complete_until = greatest(complete_until, ${until}::timestamptz)`.execute(db)
}
