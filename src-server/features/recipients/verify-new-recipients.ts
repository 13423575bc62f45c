import type { AuditActor } from '#server/platform/actor.ts'
import type { Channel } from '#shared/contract/alert.ts'
import { acknowledgementVersion } from '#shared/contract/messages.ts'
import { formatTarget } from '#shared/domain/recipient/format-target.ts'
import { resendHint, verificationSentText } from '#shared/domain/recipient/verification-texts.ts'
import { requestVerification } from '#shared/node/domain/recipients/verification.queries.ts'
import type { Tx } from '#shared/node/platform/database/client.ts'
import type { Settings } from '#shared/settings/groups.ts'
import { isVerificationPending, recordConsent, type SavedRecipient } from './recipient.queries.ts'

/** A recipient that is new to an alert. */
export type NewRecipient = SavedRecipient & { channel: Channel }

/** Whose recipients they are, who entered them, and the limits. */
type Verification = { owner: { id: number }; actor: Pick<AuditActor, 'id' | 'address'>; settings: Settings }

/**
 * Records the consent of new recipients and sends the unverified ones a verification message. Returns a sentence for
 * each.
 */
export async function verifyNewRecipients(
  tx: Tx,
  newRecipients: NewRecipient[],
  { owner, actor, settings }: Verification,
): Promise<string[]> {
  const consents = newRecipients
    .filter(({ acknowledged }) => acknowledged)
    .map(({ channel, target }) => ({
      userId: owner.id,
      channel,
      target,
      wordingVersion: acknowledgementVersion,
      actorId: actor.id,
      actorAddress: actor.address,
    }))
  await recordConsent(tx, consents)
  const sentences: string[] = []
  for (const recipient of newRecipients.filter(({ verified }) => !verified))
    sentences.push(await requestConfirmation(tx, recipient, settings))
  return sentences
}

async function requestConfirmation(
  tx: Tx,
  { channel, id, target, isNew }: NewRecipient,
  settings: Settings,
): Promise<string> {
  const shown = formatTarget(channel, target)
  const { emailConfirmationsExpireIn, phoneConfirmationsExpireIn } = settings.alertSettings
  const hours = { EMAIL: emailConfirmationsExpireIn, PHONE: phoneConfirmationsExpireIn }[channel]
  if (!isNew && (await isVerificationPending(tx, channel, id, hours)))
    return `${shown} already got a request to verify.  ${resendHint}`
  const outcome = await requestVerification(tx, { channel, recipientId: id, settings })
  if ('refused' in outcome) return `${shown}: ${outcome.refused}`
  return verificationSentText(channel, shown)
}
