import { sql } from 'kysely'
import type { Db, Tx } from '#shared/node/platform/database/client.ts'

export type Letter = {
  userId: number | null
  username: string
  /** 'YYYY-MM-DD': when the purge deletes the account. */
  day: string
  /** The user used the account since the letter. */
  kept: boolean
}

/** The letter before a purge, by its notice; `userId` is null once the account is deleted. */
export async function findLetter(db: Db | Tx, noticeId: number): Promise<Letter | undefined> {
  const { rows } = await sql<Letter>`
    select u.id as "userId", coalesce(u.username, '') as username, coalesce(u.purge_on::text, '') as day,
      coalesce(u.last_active_at >= n.created_at, false) as kept
    from notice n left join "user" u on u.id = n.user_id
    where n.id = ${noticeId} and n.kind = 'account' and n.template in ('keep-alerts', 'keep-alerts-text')`.execute(db)
  return rows[0]
}

/** Marks the owner active and forgets the letters. */
export async function recordKept(tx: Tx, userId: number): Promise<void> {
  await tx
    .updateTable('user')
    .set({
      last_active_at: sql<Date>`now()`,
      purge_warned_at: null,
      purge_reminded_at: null,
      purge_on: null,
      purge_notice_id: null,
    })
    .where('id', '=', userId)
    .execute()
}
