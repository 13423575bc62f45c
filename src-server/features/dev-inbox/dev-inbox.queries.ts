import type { Db } from '#shared/node/platform/database/client.ts'

/** A message of the demo's mailbox, as the route returns it. */
export type DevMessage = {
  id: number
  channel: 'EMAIL' | 'PHONE'
  /** An email address, or E.164. */
  to: string
  subject: string
  text: string
  html: string
  createdAt: string
}

/** The newest messages, to one address or to all. */
export async function listDevMessages(db: Db, to: string | null, limit: number): Promise<DevMessage[]> {
  const rows = await db
    .selectFrom('outbox_message')
    .select(['id', 'channel', 'recipient as to', 'subject', 'text', 'html', 'created_at'])
    .$if(to !== null, (qb) =>
      qb.where((eb) => eb(eb.fn<string>('lower', ['recipient']), '=', (to ?? '').toLowerCase())),
    )
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ created_at, ...row }) => ({ ...row, createdAt: created_at.toISOString() }))
}
