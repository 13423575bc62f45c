import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Channel } from '#shared/contract/alert.ts'
import { currentPause, displayStatus } from '#shared/node/domain/alerts/display-status.queries.ts'
import type { Database } from '#shared/node/platform/database/types.ts'
import { isSuppressed } from '#shared/node/domain/recipients/suppression.queries.ts'

export type AlertList = SelectQueryBuilder<Database, 'alert', object>

type Link = Record<'stoppedAt' | 'target' | 'userId' | 'recipientId', RawBuilder<unknown>>

/** Whether a recipient gets no messages of an alert: of this one, or of any. */
const isStoppedFor = (channel: Channel, { stoppedAt, ...recipient }: Link) =>
  sql<boolean>`${stoppedAt} is not null or ${isSuppressed({ channel: sql.lit(channel), ...recipient })}`

/**
 * Adds the status to display, the owner's name, and the recipients, each with whether it is verified and whether it is
 * stopped.
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
    .select((eb) => [
      jsonArrayFrom(
        eb
          .selectFrom('alert_email')
          .innerJoin('email_address', 'email_address.id', 'alert_email.email_id')
          .whereRef('alert_email.alert_id', '=', 'alert.id')
          .select(['email_address.id', 'email_address.address as value', 'alert_email.acknowledged'])
          .select(sql<boolean>`email_address.verified_at is not null`.as('verified'))
          .select(
            isStoppedFor('EMAIL', {
              stoppedAt: sql`alert_email.stopped_at`,
              target: sql`email_address.address_key`,
              userId: sql`email_address.owner_id`,
              recipientId: sql`email_address.id`,
            }).as('stopped'),
          )
          .orderBy('alert_email.position'),
      ).as('emails'),
      jsonArrayFrom(
        eb
          .selectFrom('alert_phone')
          .innerJoin('phone', 'phone.id', 'alert_phone.phone_id')
          .whereRef('alert_phone.alert_id', '=', 'alert.id')
          .select(['phone.id', 'phone.number as value', 'alert_phone.acknowledged'])
          .select(sql<boolean>`phone.verified_at is not null and phone.validated_at is not null`.as('verified'))
          .select(
            isStoppedFor('PHONE', {
              stoppedAt: sql`alert_phone.stopped_at`,
              target: sql`phone.number`,
              userId: sql`phone.owner_id`,
              recipientId: sql`phone.id`,
            }).as('stopped'),
          )
          .orderBy('alert_phone.position'),
      ).as('phones'),
    ])
