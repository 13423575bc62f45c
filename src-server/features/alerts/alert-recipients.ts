import type { AuditActor } from '#server/platform/actor.ts'
import type { AlertInput, Channel, RecipientInput } from '#shared/contract/alert.ts'
import { AppError } from '#shared/contract/errors.ts'
import type { AlertRules } from '#shared/domain/alert/alert.ts'
import { parsePhone } from '#shared/domain/phone.ts'
import type { Tx } from '#shared/node/platform/database/client.ts'
import {
  upsertEmails,
  upsertPhones,
  linkRecipients,
  type NewRecipient,
  type SavedRecipient,
  verifyOwnAddress,
} from '../recipients/public.ts'

type UpsertedRecipients = { emails: SavedRecipient[]; phones: SavedRecipient[] }
/** Whose recipients they are, and who entered them. */
type Whose = { owner: { id: number }; actor: Pick<AuditActor, 'id' | 'address'> }

/** The emails that an alert names, each with its field. */
export const enteredEmails = ({ alertEmailAddresses }: AlertInput) =>
  alertEmailAddresses.flatMap(({ value }, index) =>
    value === '' ? [] : [{ field: `alertEmailAddresses.${index}.value`, address: value }],
  )

/** Inserts the recipients of an alert that are new. The account's own verified email is verified for its alerts too. */
export async function upsertRecipients(
  tx: Tx,
  { alertEmailAddresses, alertPhones }: AlertInput,
  { owner, actor, rules }: Whose & { rules: AlertRules },
): Promise<UpsertedRecipients> {
  const emails = await upsertEmails(tx, owner.id, filled(alertEmailAddresses))
  const phones = await upsertPhones(
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
  // alertProblems refuses unreadable numbers before this.
  if ('problem' in read) throw new AppError('refused', read.problem)
  return { number: read.number, format: read.format, acknowledged: item.acknowledged }
}

/** Links recipients to an alert and returns the recipients that are new to it. */
export async function linkToAlert(
  tx: Tx,
  alertId: number,
  { emails, phones }: UpsertedRecipients,
): Promise<NewRecipient[]> {
  return [...(await link(tx, alertId, 'EMAIL', emails)), ...(await link(tx, alertId, 'PHONE', phones))]
}

async function link(tx: Tx, alertId: number, channel: Channel, recipients: SavedRecipient[]): Promise<NewRecipient[]> {
  const added = await linkRecipients(tx, alertId, channel, recipients)
  return recipients.filter(({ id }) => added.has(id)).map((recipient) => ({ ...recipient, channel }))
}
