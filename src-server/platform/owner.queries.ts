import { sql } from 'kysely'
import type { Db, Tx } from '#shared/node/platform/database/client.ts'
import { locks } from '#shared/node/platform/database/locks.ts'

/**
 * A followed link proves that the account's owner is still there.
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
 * Blocks other saves of this owner's alerts until the transaction ends: two together could both pass a limit, and could
 * wait for each other's recipients. Take it before any row.
 */
export async function lockAlertsOfOwner(tx: Tx, userId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${locks.alertsOfOwner}::int, ${userId % 2 ** 31}::int)`.execute(tx)
}
