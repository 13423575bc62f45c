import { acknowledgementVersion } from '#shared/contract/messages.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import type { Tx } from '#shared/node/platform/database/client.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import { listAlertIds, withNoticeChanges } from '../notice-changes/public.ts'
import { findOwnEmail, replaceInAlerts, upsertRecipient } from './change-recipient.queries.ts'
import { recordConsent } from './recipient.queries.ts'

type Move = {
  owner: { id: number; username: string }
  from: string
  to: string
  /** Of the call, for the audit log. */
  address: string
}

/**
 * Puts the new email of an account in the place of its old one in every alert that goes to that. Its readers are notified,
 * and it gets their notices for 7 more days (decisions, section 21). The caller holds the lock of the owner's alerts, and
 * has made the new email the account's.
 * @returns how many alerts moved
 */
export async function moveAlertsToEmail(
  tx: Tx,
  deps: Pick<ServerDeps, 'env'>,
  { owner, from, to, address }: Move,
): Promise<number> {
  const old = await findOwnEmail(tx, owner.id, from)
  if (old === undefined) return 0
  const alertIds = await listAlertIds(tx, { channel: 'EMAIL', recipientId: old })
  if (alertIds.length === 0) return 0
  const saved = await upsertRecipient(tx, owner.id, { channel: 'EMAIL', value: to, acknowledged: true })
  const moved = await withNoticeChanges(tx, deps, { alertIds, actor: owner }, () =>
    replaceInAlerts(tx, 'EMAIL', { from: old, to: saved.id, acknowledged: true, by: owner.id }),
  )
  await recordConsent(tx, [
    {
      userId: owner.id,
      channel: 'EMAIL',
      target: saved.target,
      wordingVersion: acknowledgementVersion,
      actorId: owner.id,
      actorAddress: address,
    },
  ])
  await writeAudit(tx, {
    type: 'RECIPIENT',
    actor: owner,
    subject: owner,
    description: 'Moved alerts to the new email of the account, as its owner chose.',
    oldValue: { channel: 'EMAIL', target: from },
    newValue: { channel: 'EMAIL', target: saved.target, alerts: moved },
    address,
  })
  return moved
}
