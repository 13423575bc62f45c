import { sql } from 'kysely'
import type { Tx } from '#shared/node/platform/database/client.ts'

/**
 * Before users are deleted: holds what was or is to be sent to them in the order of its ids, in which the delivery
 * takes it too. In any other the two could wait for each other for ever.
 */
export async function lockMessages(tx: Tx, userIds: readonly number[]): Promise<void> {
  const theirs = sql`select id from notice where user_id = any(${[...userIds]}::bigint[])`
  await sql`select from delivery where notice_id in (${theirs}) order by notice_id for update`.execute(tx)
  await sql`select from notice where id in (${theirs}) order by id for update`.execute(tx)
}
