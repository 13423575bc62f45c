import { sql } from 'kysely'
import type { Channel } from '#shared/contract/alert.ts'
import { suppressionReasons } from '#shared/domain/recipient/suppression-reasons.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import type { Tx } from '#shared/node/platform/database/client.ts'
import { queueNotice } from '../notices/notice.queries.ts'
import {
  hasComplaintOfAnother,
  liftNumberSuppression,
  type NewSuppression,
  storeSuppression,
  type SuppressedOwner,
} from './suppression.queries.ts'

type Suppressed = Omit<NewSuppression, 'scope' | 'owner'> & {
  /** For a complaint about a notice: its owner. */
  owner?: SuppressedOwner | undefined
  /** For a complaint: whether it suppresses all messages, or only mail that asks to verify or register. */
  scope?: 'messages' | 'requests'
}

/**
 * Suppresses an address or number for every owner, or after a first complaint about a notice for its owner only, and
 * notifies the owners at another of their addresses. Replaces an existing suppression that covers less; repeating it
 * changes nothing.
 * @returns whether more is suppressed than before
 */
export async function suppress(tx: Tx, suppressed: Suppressed): Promise<boolean> {
  const { channel, target, reason } = suppressed
  const scope = reason === 'complaint' ? (suppressed.scope ?? 'messages') : 'everything'
  const ofOne = suppressed.owner
  const owner = ofOne && !(await hasComplaintOfAnother(tx, { channel, target, owner: ofOne })) ? ofOne : undefined
  if (!(await storeSuppression(tx, { ...suppressed, owner, scope }))) return false
  const requests = scope === 'requests'
  await writeAudit(tx, {
    type: 'SUPPRESSION',
    description: requests
      ? 'Suppressed emails that ask to verify or register an address. One was marked as spam.'
      : `Suppressed an address${owner ? ' for one owner' : ''}. ${suppressionReasons[reason]}`,
    newValue: { channel, target },
  })
  for (const otherOwner of await findOwnersWithAnotherAddress(tx, channel, target)) {
    if (owner && owner.userId !== otherOwner.id) continue
    await queueNotice(tx, {
      kind: 'account',
      template: 'recipient-stopped',
      channel: 'EMAIL',
      target: otherOwner.address,
      userId: otherOwner.id,
      data: { channel, target, why: reason, ...(requests && { requestsOnly: true }) },
    })
  }
  return true
}

/** Owners of an address (a recipient, or an account's email), each with another email address that we can write to. */
async function findOwnersWithAnotherAddress(
  tx: Tx,
  channel: Channel,
  target: string,
): Promise<{ id: number; address: string }[]> {
  const { rows } = await sql<{ id: number; address: string }>`
    with owner as (
      select owner_id as id from recipient where channel = ${channel} and target_key = lower(${target})
      union select id from "user" where ${channel} = 'EMAIL' and lower(email) = lower(${target}))
    select u.id, other.address from owner join "user" u on u.id = owner.id
    cross join lateral (
      select way.target as address from owner_addresses(u.id, 'service') way
      where way.channel = 'EMAIL' and not (${channel} = 'EMAIL' and lower(way.target) = lower(${target}))
      order by way.rank, way.recipient_id limit 1) other
    where account_is_open(u.status) order by u.id`.execute(tx)
  return rows
}

/** START lifts an earlier STOP. Bounces and complaints remain. */
export async function liftTextStop(tx: Tx, number: string, at: Date): Promise<boolean> {
  if (!(await liftNumberSuppression(tx, number, at))) return false
  await writeAudit(tx, {
    type: 'SUPPRESSION',
    description: 'Lifted the suppression of an address: START was received.',
    newValue: { channel: 'PHONE', target: number },
  })
  return true
}
