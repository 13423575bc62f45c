import { sql } from 'kysely'
import { deliverable } from '#shared/node/domain/recipients/deliverable.queries.ts'
import type { Db } from '#shared/node/platform/database/client.ts'
import type { NoticeState } from '#shared/node/platform/database/types/notices.ts'

/** Whether the number is suppressed for all users: by a reply STOP, or because texts do not arrive. */
export async function isPhoneSuppressed(db: Db, number: string): Promise<boolean> {
  const nobody = sql`null`
  const text = {
    mail: 'service',
    channel: 'PHONE',
    target: sql`${number}`,
    ownerId: nobody,
    recipientId: nobody,
  } as const
  const { rows } = await sql`select from ${deliverable(text)} d where d.skip_reason is not null`.execute(db)
  return rows.length > 0
}

/** The status of a notice, and the reason if it was not sent. */
export function noticeState(db: Db, id: number): Promise<{ state: NoticeState; reason: string } | undefined> {
  return db.selectFrom('notice').select(['state', 'reason']).where('id', '=', id).executeTakeFirst()
}
