import { type RawBuilder, sql } from 'kysely'
import type { Channel } from '#shared/contract/alert.ts'
import type { Db } from '#shared/node/platform/database/client.ts'
import { suppressionReason } from '#shared/node/domain/recipients/suppression.queries.ts'
import type { SuppressionReason } from '#shared/domain/recipient/suppression-reasons.ts'

/** A suppressed recipient of an alert, and why; 'alert' if its owner stopped only this alert for it. */
export type AlertSuppression = { channel: Channel; id: number; reason: SuppressionReason | 'alert' }

const stopsIn = (channel: Channel, recipients: RawBuilder<unknown>, target: RawBuilder<unknown>) => sql`
  select ${sql.lit(channel)} as channel, r.id, l.position, coalesce(
    ${suppressionReason({ channel: sql.lit(channel), target, userId: sql`r.owner_id`, recipientId: sql`r.id` })},
    case when l.stopped_at is not null then 'alert' end) as reason
  from ${recipients}`

/** The suppressions of an alert's recipients, with the same reasons as the lists of addresses. */
export async function listAlertSuppressions(db: Db, alertId: number): Promise<AlertSuppression[]> {
  const emails = stopsIn('EMAIL', sql`alert_email l join email_address r on r.id = l.email_id`, sql`r.address_key`)
  const phones = stopsIn('PHONE', sql`alert_phone l join phone r on r.id = l.phone_id`, sql`r.number`)
  const { rows } = await sql<AlertSuppression>`
    select channel, id, reason from (
      ${emails} where l.alert_id = ${alertId} union all ${phones} where l.alert_id = ${alertId}) s
    where reason is not null order by channel, position`.execute(db)
  return rows
}
