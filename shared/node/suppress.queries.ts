import { sql } from 'kysely'
import type { Channel } from '#shared/contract/alert.ts'
import { stopReasons } from '../rules/stop-reasons.ts'
import { writeAudit } from './audit.queries.ts'
import type { Tx } from './db/client.ts'
import { queueNotice } from './notice.queries.ts'

type Stop = {
  channel: Channel
  /** An email address, or E.164. */
  target: string
  reason: 'bounce' | 'complaint' | 'stop'
  detail: string
  /** When the provider learned of it: a stop that was lifted later stays lifted. */
  at: Date
}

/**
 * Stops everything to an address or number, for every owner, and tells its owners at another address of theirs
 * (decisions, section 8). Once stopped, again changes nothing.
 * @returns whether it was new
 */
export async function suppress(tx: Tx, { channel, target, reason, detail, at }: Stop): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    insert into suppression (channel, target, reason, detail, created_at)
    select ${channel}, lower(${target}), ${reason}, ${detail}, ${at}
    where not exists (
      select from suppression s where s.channel = ${channel} and s.target = lower(${target})
        and s.owner_id is null and s.email_id is null and s.lifted_at >= ${at})
    on conflict (channel, target, coalesce(owner_id, 0), coalesce(email_id, 0)) where lifted_at is null do nothing
    returning id`.execute(tx)
  if (!rows[0]) return false
  await writeAudit(tx, {
    type: 'SUPPRESSION',
    description: `Messages to an address were stopped. ${stopReasons[reason]}`,
    newValue: { channel, target },
  })
  for (const owner of await ownersWithAnotherAddress(tx, channel, target))
    await queueNotice(tx, {
      kind: 'account',
      template: 'recipient-stopped',
      channel: 'EMAIL',
      target: owner.address,
      userId: owner.id,
      data: { channel, target, why: reason },
    })
  return true
}

/** Each owner of an address, with another email address that is verified and not stopped, or that of the account. */
async function ownersWithAnotherAddress(
  tx: Tx,
  channel: Channel,
  target: string,
): Promise<{ id: number; address: string }[]> {
  const { rows } = await sql<{ id: number; address: string }>`
    with owner as (
      select owner_id as id from email_address where ${channel} = 'EMAIL' and address_key = lower(${target})
      union select owner_id from phone where ${channel} = 'PHONE' and number = ${target})
    select distinct on (u.id) u.id, other.address from owner join "user" u on u.id = owner.id
    cross join lateral (
      select e.address, 1 as rank, e.id from email_address e where e.owner_id = u.id and e.verified_at is not null
      union all select u.email, 2, 0 where u.email <> '') other
    where u.status in ('A', 'L') and not (${channel} = 'EMAIL' and lower(other.address) = lower(${target}))
      and not exists (select from suppression s where s.channel = 'EMAIL' and s.target = lower(other.address)
        and s.lifted_at is null and s.owner_id is null and s.email_id is null)
    order by u.id, other.rank, other.id`.execute(tx)
  return rows
}

/** START undoes a STOP that came before it. Bounces and complaints stand. */
export async function liftStop(tx: Tx, number: string, at: Date): Promise<boolean> {
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
    description: 'Messages to an address are allowed again (START).',
    newValue: { channel: 'PHONE', target: number },
  })
  return true
}
