import { type SelectQueryBuilder, sql } from 'kysely'
import type { Channel } from '#shared/contract/alert.ts'
import { alertLinks } from '#shared/node/domain/alerts/alert-links.ts'
import { currentPause, displayStatus } from '#shared/node/domain/alerts/display-status.queries.ts'
import { deliverable } from '#shared/node/domain/recipients/deliverable.queries.ts'
import type { Database } from '#shared/node/platform/database/types.ts'

export type AlertList = SelectQueryBuilder<Database, 'alert', object>

type AlertRecipient = { id: number; value: string; acknowledged: boolean; verified: boolean; stopped: boolean }

/** The recipients of an alert on one channel, each with whether it is verified and whether it gets no messages of it. */
function recipients(channel: Channel) {
  const [table, column] = alertLinks[channel]
  const recipientId = sql.ref(`l.${column}`)
  return sql<AlertRecipient[]>`(
  select coalesce(json_agg(json_build_object('id', ${recipientId}, 'value', d.target, 'acknowledged', l.acknowledged,
    'verified', d.verified, 'stopped', l.stopped_at is not null or d.suppressed_for is not null) order by l.position), '[]')
  from ${sql.table(table)} l cross join ${deliverable({ mail: 'match', channel, ownerId: sql`alert.user_id`, recipientId })} d
  where l.alert_id = alert.id)`
}

/**
 * Adds the status to display, the owner's name, and the recipients, each with whether it is verified and whether it
 * gets no messages of the alert.
 */
export const withRecipients = (query: AlertList, today: string) =>
  query
    .leftJoin('user', 'user.id', 'alert.user_id')
    .selectAll('alert')
    .select([
      'user.username',
      displayStatus('alert', today).as('display_status'),
      currentPause('alert', today).as('current_pause'),
    ])
    .select([recipients('EMAIL').as('emails'), recipients('PHONE').as('phones')])
