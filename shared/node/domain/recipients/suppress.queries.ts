import { sql } from 'kysely'
import type { Channel } from '#shared/contract/alert.ts'
import { suppressionReasons } from '#shared/domain/recipient/suppression-reasons.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import type { Tx } from '#shared/node/platform/database/client.ts'
import type { SuppressionScope } from '#shared/node/platform/database/types/recipients.ts'
import { queueNotice } from '../notices/notice.queries.ts'

type NewSuppression = {
  channel: Channel
  /** An email address, or E.164. */
  target: string
  reason: 'bounce' | 'complaint' | 'stop'
  /** For a complaint: whether it suppresses all messages, or only mail that asks to verify or register. */
  scope?: 'messages' | 'requests'
  detail: string
  /** When the provider learned of it: a suppression that was lifted after that stays lifted. */
  at: Date
}

/** SQL: a number that grows with how much a suppression for every owner covers. */
const width = (scope: string) => sql`array_position(array['requests', 'messages', 'everything'], ${sql.raw(scope)})`

/**
 * Suppresses an address or number for every owner, and notifies its owners at another of their addresses (decisions,
 * section 8). Replaces an existing suppression that covers less; repeating it changes nothing.
 * @returns whether more is suppressed than before
 */
export async function suppress(tx: Tx, suppression: NewSuppression): Promise<boolean> {
  const { channel, target, reason, detail, at } = suppression
  const scope: SuppressionScope = reason === 'complaint' ? (suppression.scope ?? 'messages') : 'everything'
  const { rows } = await sql<{ id: number }>`
    with made as (select ${scope}::text as scope)
    insert into suppression (channel, target, reason, scope, detail, created_at)
    select ${channel}, lower(${target}), ${reason}, made.scope, ${detail}, ${at} from made
    where not exists (
      select from suppression s where s.channel = ${channel} and s.target = lower(${target})
        and s.owner_id is null and s.email_id is null and s.lifted_at >= ${at} and ${width('s.scope')} >= ${width('made.scope')})
    on conflict (channel, target, coalesce(owner_id, 0), coalesce(email_id, 0)) where lifted_at is null
      do update set reason = excluded.reason, scope = excluded.scope, detail = excluded.detail, created_at = excluded.created_at
      where ${width('excluded.scope')} > ${width('suppression.scope')}
    returning id`.execute(tx)
  if (!rows[0]) return false
  const requests = scope === 'requests'
  await writeAudit(tx, {
    type: 'SUPPRESSION',
    description: requests
      ? 'Suppressed emails that ask to verify or register an address. One was marked as spam.'
      : `Suppressed an address. ${suppressionReasons[reason]}`,
    newValue: { channel, target },
  })
  for (const owner of await findOwnersWithAnotherAddress(tx, channel, target))
    await queueNotice(tx, {
      kind: 'account',
      template: 'recipient-stopped',
      channel: 'EMAIL',
      target: owner.address,
      userId: owner.id,
      data: { channel, target, why: reason, ...(requests && { requestsOnly: true }) },
    })
  return true
}

/** Owners of an address (a recipient, or an account's email), each with another email address to write to. */
async function findOwnersWithAnotherAddress(
  tx: Tx,
  channel: Channel,
  target: string,
): Promise<{ id: number; address: string }[]> {
  const { rows } = await sql<{ id: number; address: string }>`
    with owner as (
      select owner_id as id from email_address where ${channel} = 'EMAIL' and address_key = lower(${target})
      union select id from "user" where ${channel} = 'EMAIL' and lower(email) = lower(${target})
      union select owner_id from phone where ${channel} = 'PHONE' and number = ${target})
    select u.id, other.address from owner join "user" u on u.id = owner.id
    cross join lateral (
      select w.address from verified_emails(u.id, 'service') w
      where not (${channel} = 'EMAIL' and lower(w.address) = lower(${target}))
      order by w.rank, w.email_id limit 1) other
    where u.status in ('A', 'L') order by u.id`.execute(tx)
  return rows
}

/** START lifts an earlier STOP. Bounces and complaints remain. */
export async function liftTextStop(tx: Tx, number: string, at: Date): Promise<boolean> {
  const lifted = await tx
    .updateTable('suppression')
    .set({ lifted_at: at })
    .where('channel', '=', 'PHONE')
    .where('target', '=', number)
    .where('reason', '=', 'stop')
    .where('lifted_at', 'is', null)
    .where('created_at', '<=', at)
    .executeTakeFirst()
  if (lifted.numUpdatedRows === 0n) return false
  await writeAudit(tx, {
    type: 'SUPPRESSION',
    description: 'Lifted the suppression of an address: START was received.',
    newValue: { channel: 'PHONE', target: number },
  })
  return true
}
