import { type RawBuilder, sql } from 'kysely'
import type { Channel } from '#shared/contract/alert.ts'
import type { Db } from '#shared/node/platform/database/client.ts'
import { suppressionReason } from '#shared/node/domain/recipients/suppression.queries.ts'
import type { SuppressionReason } from '#shared/domain/recipient/suppression-reasons.ts'

/** A recipient of an alert that gets nothing, and why; 'alert' where its owner stopped this alert alone for it. */
export type AlertStop = { channel: Channel; id: number; reason: SuppressionReason | 'alert' }

const stopsIn = (channel: Channel, recipients: RawBuilder<unknown>, target: RawBuilder<unknown>) => sql`
  select ${sql.lit(channel)} as channel, r.id, l.position, coalesce(
    ${suppressionReason({ channel: sql.lit(channel), target, userId: sql`r.owner_id`, recipientId: sql`r.id` })},
    case when l.stopped_at is not null then 'alert' end) as reason
  from ${recipients}`

/** What stands against telling the recipients of an alert, the reasons as in the lists of addresses. */
export async function stopsOfAlert(db: Db, alertId: number): Promise<AlertStop[]> {
  const emails = stopsIn('EMAIL', sql`alert_email l join email_address r on r.id = l.email_id`, sql`r.address_key`)
  const phones = stopsIn('PHONE', sql`alert_phone l join phone r on r.id = l.phone_id`, sql`r.number`)
  const { rows } = await sql<AlertStop>`
    select channel, id, reason from (
      ${emails} where l.alert_id = ${alertId} union all ${phones} where l.alert_id = ${alertId}) s
    where reason is not null order by channel, position`.execute(db)
  return rows
}
