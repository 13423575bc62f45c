import type { Db } from '#shared/node/platform/database/client.ts'
import type { Message } from '../common/message.ts'

export async function insertIntoDevInbox(db: Db, noticeId: number, message: Message): Promise<number> {
  const email = message.channel === 'EMAIL' ? message : null
  const row = await db
    .insertInto('outbox_message')
    .values({
      notice_id: noticeId,
      channel: message.channel,
      recipient: message.to,
      text: message.text,
      subject: email?.subject ?? '',
      html: email?.html ?? '',
      headers: JSON.stringify(email?.headers ?? {}),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/**
 * The message that a call stored although its answer was lost. A verification has one per request, a notice only one.
 */
export async function findInDevInbox(db: Db, noticeId: number): Promise<number | null> {
  const row = await db
    .selectFrom('outbox_message')
    .select('id')
    .where('notice_id', '=', noticeId)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return row?.id ?? null
}
