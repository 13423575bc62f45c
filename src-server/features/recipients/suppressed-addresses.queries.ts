import { sql } from 'kysely'
import type { Channel } from '#shared/contract/alert.ts'
import type { Db, Tx } from '#shared/node/platform/database/client.ts'
import type { SuppressionReason, SuppressionScope } from '#shared/node/platform/database/types/recipients.ts'

export type ActiveSuppression = {
  id: number
  channel: Channel
  /** An email address as its owner wrote it, or E.164. */
  target: string
  reason: SuppressionReason
  scope: SuppressionScope
  /** The user verified it. */
  verified: boolean
  /** It is also the verified email of the user's account. */
  ofAccount: boolean
  /** It applies only to this user's alerts; otherwise to every owner's. */
  own: boolean
  /** The user dismissed the warning, which only the user's own suppressions allow. */
  dismissed: boolean
}

/**
 * Suppressions of a user's addresses, numbers and account email. A user cannot dismiss those for every owner, since
 * many users share that row.
 */
export async function listActiveSuppressions(db: Db, userId: number): Promise<ActiveSuppression[]> {
  const { rows } = await sql<ActiveSuppression>`
    with mine as (
      select 'EMAIL' as channel, address_key as key, address as target, verified_at from email_address where owner_id = ${userId}
      union all select 'PHONE', number, number, verified_at from phone where owner_id = ${userId}
      union all select 'EMAIL', lower(u.email), u.email, u.email_verified_at from "user" u where u.id = ${userId} and u.email <> ''
        and not exists (select from email_address e where e.owner_id = u.id and e.address_key = lower(u.email)))
    select s.id, s.channel, m.target, s.reason, s.scope, s.owner_id is not null as own,
      m.verified_at is not null as verified, u.email_verified_at is not null and lower(u.email) = m.key as "ofAccount",
      s.owner_id is not null and s.told_at is not null as dismissed
    from suppression s join mine m on m.channel = s.channel and m.key = s.target join "user" u on u.id = ${userId}
    where s.lifted_at is null and (s.owner_id = ${userId} or (s.owner_id is null and s.email_id is null))
    order by s.created_at, s.id`.execute(db)
  return rows
}

export async function markSuppressionSeen(db: Db, userId: number, id: number): Promise<void> {
  await db
    .updateTable('suppression')
    .set({ told_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('owner_id', '=', userId)
    .where('told_at', 'is', null)
    .execute()
}

/**
 * Lifts the user's own unsubscribe.
 * @returns what it had stopped, or undefined if there is no such suppression
 */
export function liftUnsubscribe(tx: Tx, userId: number, id: number) {
  return tx
    .updateTable('suppression')
    .set({ lifted_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('owner_id', '=', userId)
    .where('reason', '=', 'unsubscribe')
    .where('lifted_at', 'is', null)
    .returning(['channel', 'target'])
    .executeTakeFirst()
}

/** An alert that its owner stopped for one address, from a message ('this alert only'). */
export type StoppedLink = { alertId: number; alertName: string; channel: Channel; recipientId: number; target: string }

export async function listStoppedLinks(db: Db, userId: number): Promise<StoppedLink[]> {
  const { rows } = await sql<StoppedLink>`
    select a.id as "alertId", a.name as "alertName", l.channel, l.recipient_id as "recipientId", l.target
    from alert a join (
      select l.alert_id, 'EMAIL' as channel, e.id as recipient_id, e.address as target, l.stopped_at
      from alert_email l join email_address e on e.id = l.email_id
      union all
      select l.alert_id, 'PHONE', p.id, p.number, l.stopped_at from alert_phone l join phone p on p.id = l.phone_id
    ) l on l.alert_id = a.id
    where a.user_id = ${userId} and l.stopped_at is not null
    order by lower(a.name), a.id, l.channel, l.recipient_id`.execute(db)
  return rows
}

/** @returns whether the alert was stopped for that recipient and is the user's own */
export async function resumeLink(
  tx: Tx,
  userId: number,
  { alertId, channel, recipientId }: Pick<StoppedLink, 'alertId' | 'channel' | 'recipientId'>,
): Promise<boolean> {
  const [table, column] =
    channel === 'EMAIL' ? (['alert_email', 'email_id'] as const) : (['alert_phone', 'phone_id'] as const)
  const { rows } = await sql`
    update ${sql.table(table)} l set stopped_at = null from alert a
    where l.alert_id = ${alertId} and l.${sql.ref(column)} = ${recipientId} and l.stopped_at is not null
      and a.id = l.alert_id and a.user_id = ${userId}
    returning l.alert_id`.execute(tx)
  return rows.length > 0
}
