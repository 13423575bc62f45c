import { sql } from 'kysely'
import type { Db } from '#shared/node/db/client.ts'
import type { NoticeState } from '#shared/node/db/types.ts'

/** Whether texts to this number have been stopped for everybody: by a reply STOP, or because they do not arrive. */
export async function phoneIsStopped(db: Db, number: string): Promise<boolean> {
  const row = await db
    .selectFrom('suppression')
    .select(sql`1`.as('one'))
    .where('channel', '=', 'PHONE')
    .where('target', '=', number)
    .where('owner_id', 'is', null)
    .where('email_id', 'is', null)
    .where('lifted_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** How far a notice is, and why it ended where it did not go out. */
export function noticeState(db: Db, id: number): Promise<{ state: NoticeState; reason: string } | undefined> {
  return db.selectFrom('notice').select(['state', 'reason']).where('id', '=', id).executeTakeFirst()
}
