import type { AuditActor } from '#server/platform/actor.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import type { Channel } from '#shared/contract/alert.ts'
import { AppError } from '#shared/contract/errors.ts'
import { parsePhone } from '#shared/domain/phone.ts'
import type { Correction } from '#shared/domain/recipient/correction.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import type { Tx } from '#shared/node/platform/database/client.ts'
import type { Settings } from '#shared/settings/groups.ts'
import { cancelWaitingMessages, findNeededUntil, listAlertIds, withNoticeChanges } from '../notice-changes/public.ts'
import {
  cancelUnsent,
  deleteRecipient,
  replaceInAlerts,
  upsertRecipient,
  wasVerificationTried,
} from './change-recipient.queries.ts'
import type { RecipientKey } from './lock-recipient.ts'
import type { SavedRecipient } from './recipient.queries.ts'
import { verifyNewRecipients } from './verify-new-recipients.ts'
import { verifyOwnAddress } from './verify-own-address.queries.ts'

type Replacement = Correction & {
  channel: Channel
  /** The recipient to replace; the caller holds the lock of its owner's alerts. */
  old: { id: number; ownerId: number; target: string }
  /** Staff say that the old one belongs to another person: it gets nothing more. */
  belongsToOther?: boolean
  actor: AuditActor
  settings: Settings
}

export type Replaced = {
  /** The new one, as stored. */
  target: string
  /** How many alerts had the old one. */
  alerts: number
  /** What we sent to have the new one verified, as sentences for the caller. */
  asked: string[]
  /** The last day on which the old one also gets notices, 'YYYY-MM-DD'; or null. */
  keptUntil: string | null
}

/**
 * Puts an address or number in the place of another in all alerts of its owner. It starts unverified unless the owner
 * verified it before. An old one that gets notices keeps getting them for 7 more days, so that its reader can object to
 * the change; messages that wait for any other are canceled. A STOP or an unsubscribe stays with the old one.
 * @param value valid: `correctionProblems` found nothing wrong
 */
export async function replaceRecipient(
  tx: Tx,
  deps: Pick<ServerDeps, 'enqueue' | 'env'>,
  { channel, old, value, acknowledged, belongsToOther = false, actor, settings }: Replacement,
): Promise<Replaced> {
  const { id, ownerId } = old
  const otherCountries = settings.service.otherCountries
  const saved = await saveNew(tx, ownerId, { channel, value, acknowledged }, { actor, otherCountries })
  const alertIds = await listAlertIds(tx, { channel, recipientId: id })
  const isOther = belongsToOther && actor.id !== ownerId
  const alerts = await withNoticeChanges(tx, deps, { alertIds, actor, belongsToOther: isOther }, () =>
    replaceInAlerts(tx, channel, { from: id, to: saved.id, acknowledged, by: actor.id }),
  )
  if (isOther) await cancelWaitingMessages(tx, ownerId, { channel, target: old.target })
  const keptUntil = await findNeededUntil(tx, { channel, id, ownerId }, deps.env.COUNTY_TIME_ZONE)
  if (keptUntil === null) await dropOld(tx, actor, { channel, id }, old)
  await writeAudit(tx, {
    type: 'RECIPIENT',
    actor,
    subject: { id: ownerId },
    description: `Corrected a recipient in ${alerts === 1 ? '1 alert' : `${alerts} alerts`}.`,
    oldValue: { channel, target: old.target },
    newValue: { channel, target: saved.target },
    address: actor.address,
  })
  const asked = await verifyNewRecipients(tx, [{ ...saved, channel }], { owner: { id: ownerId }, actor, settings })
  await deps.enqueue(tx, 'wakeDelivery', {})
  return { target: saved.target, alerts, asked, keptUntil }
}

/**
 * The owner's record of the right address. If it is the account's own verified email, it is verified for alerts too.
 */
async function saveNew(
  tx: Tx,
  ownerId: number,
  { channel, value, acknowledged }: Pick<RecipientKey, 'channel'> & Correction,
  { actor, otherCountries }: { actor: AuditActor; otherCountries: boolean },
): Promise<SavedRecipient> {
  if (channel === 'EMAIL') {
    const saved = await upsertRecipient(tx, ownerId, { channel, value, acknowledged })
    if (saved.verified) return saved
    const own = await verifyOwnAddress(tx, ownerId, actor.address)
    return { ...saved, verified: saved.target === own }
  }
  const read = parsePhone(value, otherCountries)
  // correctionProblems refuses unreadable numbers before this.
  if ('problem' in read) throw new AppError('refused', read.problem)
  return upsertRecipient(tx, ownerId, { channel, number: read.number, format: read.format, acknowledged })
}

/**
 * Removes the old record, unless it holds counters that its owner must not reset; in that case the record stays but
 * gets nothing more.
 */
async function dropOld(tx: Tx, actor: AuditActor, { channel, id }: RecipientKey, old: { ownerId: number }) {
  const mustStay = await isCounted(tx, actor, { channel, id }, old)
  await (mustStay ? cancelUnsent(tx, channel, id) : deleteRecipient(tx, channel, id))
}

/**
 * Whether the record of a number counts today's lookups and verifications. Each costs the county money, so only staff,
 * who can reset them anyway, remove such a record.
 */
export async function isCounted(
  tx: Tx,
  actor: Pick<AuditActor, 'id'>,
  { channel, id }: RecipientKey,
  { ownerId }: { ownerId: number },
): Promise<boolean> {
  return channel === 'PHONE' && ownerId === actor.id && (await wasVerificationTried(tx, channel, id))
}
