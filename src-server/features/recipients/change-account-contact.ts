import type { Channel } from '#shared/contract/alert.ts'
import { toTargetKey } from '#shared/domain/recipient/correction.ts'
import type { Tx } from '#shared/node/platform/database/client.ts'
import type { Settings } from '#shared/settings/groups.ts'
import type { AuditActor } from '#server/platform/actor.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import { countAlertsTo, findOwnRecord, markWasAccount } from './account-contact.queries.ts'
import { replaceRecipient } from './replace-recipient.ts'

type ContactChange = {
  ownerId: number
  actor: AuditActor
  channel: Channel
  /** The account's email or phone until now, and from now on; '' for none. */
  from: string
  to: string
  /** How the alerts that go to the old one move along; undefined if they stay with it. */
  move?: { acknowledged: boolean; belongsToOther?: boolean } | undefined
  settings: Settings
}

/**
 * What a new email or phone of an account means for its alerts. Those that go to the old one move along if that is
 * chosen, by the rules of `replaceRecipient`; home says of the others that they still go there. The caller holds the lock
 * of the owner's alerts, and has made the new one the account's.
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
  // A county that sends no texts offers no phone (decisions, section 8).
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
