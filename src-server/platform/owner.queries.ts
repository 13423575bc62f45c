import { sql } from 'kysely'
import type { Db, Tx } from '#shared/node/platform/database/client.ts'
import { locks } from '#shared/node/platform/database/locks.ts'

/**
 * A link in a message was followed, so its owner is still there (decisions, section 9).
 * @returns false if the account was deleted
 */
export async function recordOwnerActivity(db: Db | Tx, userId: number | null): Promise<boolean> {
  if (userId === null) return true
  const owner = await db
    .updateTable('user')
    .set({ last_active_at: sql`now()` })
    .where('id', '=', userId)
    .returning('id')
    .executeTakeFirst()
  return owner !== undefined
}

/**
 * Lets nobody else save alerts of this owner until the transaction ends: two at once would count past each other, and
 * could wait for each other's recipients. Take it before any row.
 */
export async function lockAlertsOfOwner(tx: Tx, userId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${locks.alertsOfOwner}::int, ${userId % 2 ** 31}::int)`.execute(tx)
}
