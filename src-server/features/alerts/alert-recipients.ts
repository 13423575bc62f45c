import type { AlertInput, Channel, RecipientInput } from '#shared/contract/alert.ts'
import { AppError } from '#shared/contract/errors.ts'
import { acknowledgementVersion } from '#shared/contract/messages.ts'
import type { Tx } from '#shared/node/platform/database/client.ts'
import { requestVerification } from '#shared/node/domain/recipients/verification.queries.ts'
import type { AlertRules } from '#shared/domain/alert/alert.ts'
import { resendHint, verificationSentText } from '#shared/domain/recipient/asked-to-confirm.ts'
import { parsePhone, formatPhone } from '#shared/domain/phone.ts'
import type { Settings } from '#shared/settings/groups.ts'
import {
  keepConsent,
  keepEmails,
  keepPhones,
  linkRecipients,
  type SavedRecipient,
  wasAsked,
} from '../recipients/recipient.queries.ts'
import { verifyOwnAddress } from '../accounts/account/verified-email.queries.ts'

/** A recipient that is new to an alert. */
export type Fresh = SavedRecipient & { channel: Channel }

type Kept = { emails: SavedRecipient[]; phones: SavedRecipient[] }
/** Whose recipients they are, and who wrote them. */
type Whose = { owner: { id: number }; actor: { id: number; address: string } }

/** The emails that an alert names, each with its field. */
export const enteredEmails = ({ alertEmailAddresses }: AlertInput) =>
  alertEmailAddresses.flatMap(({ value }, index) =>
    value === '' ? [] : [{ field: `alertEmailAddresses.${index}.value`, address: value }],
  )

/** Keeps the recipients that an alert names; the account's own email, confirmed by a link, is confirmed for its alerts too. */
export async function keepRecipients(
  tx: Tx,
  { alertEmailAddresses, alertPhones }: AlertInput,
  { owner, actor, rules }: Whose & { rules: AlertRules },
): Promise<Kept> {
  const emails = await keepEmails(tx, owner.id, filled(alertEmailAddresses))
  const phones = await keepPhones(
    tx,
    owner.id,
    filled(alertPhones).map((item) => withNumber(item, rules)),
  )
  if (emails.every(({ verified }) => verified)) return { emails, phones }
  const own = await verifyOwnAddress(tx, owner.id, actor.address)
  return { emails: emails.map((email) => (email.target === own ? { ...email, verified: true } : email)), phones }
}

const filled = <R extends RecipientInput>(list: R[]): R[] => list.filter(({ value }) => value !== '')

function withNumber(item: RecipientInput, rules: AlertRules) {
  const read = parsePhone(item.value, rules.otherCountries)
  // alertProblems has refused what cannot be read.
  if ('problem' in read) throw new AppError('refused', read.problem)
  return { number: read.number, format: read.format, acknowledged: item.acknowledged }
}

/** Makes them the recipients of an alert, and answers those that are new to it. */
export async function linkAll(tx: Tx, alertId: number, { emails, phones }: Kept): Promise<Fresh[]> {
  return [...(await link(tx, alertId, 'EMAIL', emails)), ...(await link(tx, alertId, 'PHONE', phones))]
}

async function link(tx: Tx, alertId: number, channel: Channel, recipients: SavedRecipient[]): Promise<Fresh[]> {
  const added = await linkRecipients(tx, alertId, channel, recipients)
  return recipients.filter(({ id }) => added.has(id)).map((recipient) => ({ ...recipient, channel }))
}

/** Keeps the consent of recipients that are new, and asks those to confirm who have not. Returns a sentence for each. */
export async function askRecipients(
  tx: Tx,
  fresh: Fresh[],
  { owner, actor, settings }: Whose & { settings: Settings },
): Promise<string[]> {
  const consents = fresh
    .filter(({ acknowledged }) => acknowledged)
    .map(({ channel, target }) => ({
      userId: owner.id,
      channel,
      target,
      wordingVersion: acknowledgementVersion,
      actorId: actor.id,
      actorAddress: actor.address,
    }))
  await keepConsent(tx, consents)
  const said: string[] = []
  for (const recipient of fresh.filter(({ verified }) => !verified))
    said.push(await askToConfirm(tx, recipient, settings))
  return said
}

async function askToConfirm(tx: Tx, { channel, id, target, isNew }: Fresh, settings: Settings): Promise<string> {
  const shown = channel === 'EMAIL' ? target : formatPhone(target)
  const { emailConfirmationsExpireIn, phoneConfirmationsExpireIn } = settings.alertSettings
  const hours = channel === 'EMAIL' ? emailConfirmationsExpireIn : phoneConfirmationsExpireIn
  if (!isNew && (await wasAsked(tx, channel, id, hours))) return `${shown} was asked to confirm before.  ${resendHint}`
  const outcome = await requestVerification(tx, { channel, recipientId: id, settings })
  if ('refused' in outcome) return `${shown}: ${outcome.refused}`
  return verificationSentText(channel, shown)
}
