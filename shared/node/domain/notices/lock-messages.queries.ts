import { sql } from 'kysely'
import type { Tx } from '#shared/node/platform/database/client.ts'

/**
 * Locks the messages of users who are about to be deleted, in the order of their ids. Delivery locks them in the same
 * order; any other order could deadlock.
 */
export async function lockMessages(tx: Tx, userIds: readonly number[]): Promise<void> {
  const theirs = sql`select id from notice where user_id = any(${[...userIds]}::bigint[])`
  await sql`select from delivery where notice_id in (${theirs}) order by notice_id for update`.execute(tx)
  await sql`select from notice where id in (${theirs}) order by id for update`.execute(tx)
}
