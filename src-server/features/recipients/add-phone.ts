import type { AuditActor } from '#server/platform/actor.ts'
import type { Tx } from '#shared/node/platform/database/client.ts'
import type { Settings } from '#shared/settings/groups.ts'
import { linkPhone } from './account-contact.queries.ts'
import { upsertRecipient } from './change-recipient.queries.ts'
import { verifyNewRecipients } from './verify-new-recipients.ts'

type AddedPhone = {
  /** Who agrees to the texts. */
  owner: AuditActor
  /** In E.164. */
  number: string
  format: 'STANDARD' | 'INTERNATIONAL'
  /** Alerts of the owner without a phone; the caller holds their lock. */
  alertIds: readonly number[]
  settings: Settings
}

/**
 * Adds a phone to alerts of its owner, records the consent, and has it verified unless it is.
 * @returns what we sent, or why not, as sentences for the owner
 */
export async function addPhoneToAlerts(
  tx: Tx,
  { owner, number, format, alertIds, settings }: AddedPhone,
): Promise<string[]> {
  const saved = await upsertRecipient(tx, owner.id, { channel: 'PHONE', number, format, acknowledged: true })
  await linkPhone(tx, { phoneId: saved.id, alertIds, by: owner.id })
  return verifyNewRecipients(tx, [{ ...saved, channel: 'PHONE' }], { owner, actor: owner, settings })
}
