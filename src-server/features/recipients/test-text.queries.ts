import { sql } from 'kysely'
import type { Db } from '#shared/node/platform/database/client.ts'
import { isSuppressed } from '#shared/node/domain/recipients/suppression.queries.ts'
import type { NoticeState } from '#shared/node/platform/database/types/notices.ts'

/** Whether texts to this number are suppressed for everybody: by a reply STOP, or because they do not arrive. */
export async function isPhoneSuppressed(db: Db, number: string): Promise<boolean> {
  const nobody = sql`null::bigint`
  const recipient = { channel: sql`'PHONE'`, target: sql`${number}::text`, userId: nobody, recipientId: nobody }
  const { rows } = await sql<{ stopped: boolean }>`
    select ${isSuppressed(recipient, 'service')} as stopped`.execute(db)
  return rows[0]?.stopped ?? false
}

/** The state of a notice, and the reason if it was not sent. */
export function noticeState(db: Db, id: number): Promise<{ state: NoticeState; reason: string } | undefined> {
  return db.selectFrom('notice').select(['state', 'reason']).where('id', '=', id).executeTakeFirst()
}
