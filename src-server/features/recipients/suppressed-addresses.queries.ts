import { sql } from 'kysely'
import type { Channel } from '#shared/contract/alert.ts'
import { alertLinks } from '#shared/node/domain/alerts/alert-links.ts'
import type { Db, Tx } from '#shared/node/platform/database/client.ts'

/** An alert that one address was unsubscribed from, by 'Stop this alert only' in a message. */
export type StoppedLink = { alertId: number; alertName: string; channel: Channel; recipientId: number; target: string }

export async function listStoppedLinks(db: Db, userId: number): Promise<StoppedLink[]> {
  const { rows } = await sql<StoppedLink>`
    select a.id as "alertId", a.name as "alertName", l.channel, l.recipient_id as "recipientId", l.target
    from alert a join (
      select l.alert_id, 'EMAIL' as channel, e.id as recipient_id, e.address as target, l.unsubscribed_at
      from alert_email l join email_address e on e.id = l.email_id
      union all
      select l.alert_id, 'PHONE', p.id, p.number, l.unsubscribed_at from alert_phone l join phone p on p.id = l.phone_id
    ) l on l.alert_id = a.id
    where a.user_id = ${userId} and l.unsubscribed_at is not null
    order by lower(a.name), a.id, l.channel, l.recipient_id`.execute(db)
  return rows
}

/** @returns false if the recipient is not unsubscribed from that alert, or the alert is not the user's */
export async function resumeLink(
  tx: Tx,
  userId: number,
  { alertId, channel, recipientId }: Pick<StoppedLink, 'alertId' | 'channel' | 'recipientId'>,
): Promise<boolean> {
  const [table, column] = alertLinks[channel]
  const { rows } = await sql`
    update ${sql.table(table)} l set unsubscribed_at = null from alert a
    where l.alert_id = ${alertId} and l.${sql.ref(column)} = ${recipientId} and l.unsubscribed_at is not null
      and a.id = l.alert_id and a.user_id = ${userId}
    returning l.alert_id`.execute(tx)
  return rows.length > 0
}
