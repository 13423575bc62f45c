import { type RawBuilder, sql } from 'kysely'
import type { Channel } from '#shared/contract/alert.ts'
import type { SuppressionReason } from '#shared/domain/recipient/suppression-reasons.ts'
import { deliverable } from '#shared/node/domain/recipients/deliverable.queries.ts'
import type { Db } from '#shared/node/platform/database/client.ts'

/** A suppressed recipient of an alert, and why; 'alert' if its owner unsubscribed it from this alert only. */
export type AlertSuppression = { channel: Channel; id: number; reason: SuppressionReason | 'alert' }

const suppressionsIn = (channel: Channel, links: RawBuilder<unknown>, recipientId: RawBuilder<unknown>) => sql`
  select l.position, ${sql.lit(channel)} as channel, ${recipientId} as id,
    coalesce(d.suppressed_for, case when l.stopped_at is not null then 'alert' end) as reason
  from ${links} l join alert a on a.id = l.alert_id
    cross join ${deliverable({ mail: 'match', channel, ownerId: sql`a.user_id`, recipientId })} d`

/** The suppressions of an alert's recipients, with the same reasons as the lists of addresses. */
export async function listAlertSuppressions(db: Db, alertId: number): Promise<AlertSuppression[]> {
  const emails = suppressionsIn('EMAIL', sql`alert_email`, sql`l.email_id`)
  const phones = suppressionsIn('PHONE', sql`alert_phone`, sql`l.phone_id`)
  const { rows } = await sql<AlertSuppression>`
    select channel, id, reason from (
      ${emails} where l.alert_id = ${alertId} union all ${phones} where l.alert_id = ${alertId}) s
    where reason is not null order by channel, position`.execute(db)
  return rows
}
