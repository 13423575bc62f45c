import type { AuditActor } from '#server/platform/actor.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import type { Channel } from '#shared/contract/alert.ts'
import { toTargetKey } from '#shared/domain/recipient/correction.ts'
import type { Tx } from '#shared/node/platform/database/client.ts'
import type { Settings } from '#shared/settings/groups.ts'
import { countAlertsTo, findOwnRecord, markWasAccount } from './account-contact.queries.ts'
import { replaceRecipient } from './replace-recipient.ts'

type ContactChange = {
  ownerId: number
  actor: AuditActor
  channel: Channel
  /** The account's email or phone before and after the change; '' for none. */
  from: string
  to: string
  /** How the alerts that use the old one move to the new one; undefined if they keep the old one. */
  move?: { acknowledged: boolean; belongsToOther?: boolean } | undefined
  settings: Settings
}

/**
 * What a new email or phone of an account means for its alerts. Those that use the old one move if the caller chose
 * that, by the rules of `replaceRecipient`; about the others, home says that they still use the old one. The caller
 * holds the lock of the owner's alerts, and has stored the new one in the account.
 * @returns how many alerts moved, and what we sent to have the new one verified, as sentences for the caller
 */
export async function changeAccountContact(
  tx: Tx,
  deps: Pick<ServerDeps, 'enqueue' | 'env'>,
  { ownerId, actor, channel, from, to, move, settings }: ContactChange,
): Promise<{ moved: number; asked: string[] }> {
  if (toTargetKey(channel, from) === toTargetKey(channel, to)) return { moved: 0, asked: [] }
  const former = { channel, ownerId, value: from }
  await markWasAccount(tx, former, true)
  await markWasAccount(tx, { ...former, value: to }, false)
  const old = await findOwnRecord(tx, former)
  // A county that sends no texts offers no phone.
  if (channel === 'PHONE' && deps.env.SMS_TRANSPORT === 'none') return { moved: 0, asked: [] }
  if (!move || to === '' || !old || (await countAlertsTo(tx, former)) === 0) return { moved: 0, asked: [] }
  const { alerts, asked } = await replaceRecipient(tx, deps, {
    channel,
    old: { ...old, ownerId },
    value: to,
    ...move,
    actor,
    settings,
  })
  return { moved: alerts, asked }
}
