import { sql } from 'kysely'
import type { Db } from '#shared/node/platform/database/client.ts'

/** What came in before is not read back, however long nobody looked: stored callbacks are kept for longer than this. */
const longestLookBack = sql`interval '7 days'`

/** Whose turn it is to look, since when texts may be missing, and when the look began, by the database's clock. */
export type LookBack = { since: Date; begun: Date }

/**
 * Takes the turn to look for missing texts.
 * @param everyMs at most one look in so many milliseconds, whichever worker makes it
 * @returns null where the last look was made less long ago
 */
export async function claimLookBack(db: Db, everyMs: number): Promise<LookBack | null> {
  const { rows } = await sql<LookBack>`
    update inbound_texts set looked_at = now()
    where looked_at is null or looked_at <= now() - ${everyMs} * interval '1 ms'
    returning greatest(complete_until, now() - ${longestLookBack}) as since, now() as begun`.execute(db)
  return rows[0] ?? null
}

/** Every text that came in before is stored. */
export async function recordTextsComplete(db: Db, until: Date): Promise<void> {
  await sql`update inbound_texts set complete_until = greatest(complete_until, ${until}::timestamptz)`.execute(db)
}
