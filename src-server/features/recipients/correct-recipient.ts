import { AppError } from '#shared/contract/errors.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import type { Tx } from '#shared/node/platform/database/client.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'
import { dayToWire } from '#shared/domain/dates.ts'
import { parsePhone } from '#shared/domain/phone.ts'
import { type Correction, correctionProblems } from '#shared/domain/recipient/correction.ts'
import { formatTarget } from '#shared/domain/recipient/format-target.ts'
import type { Actor, StaffActor } from '#server/platform/actor.ts'
import { assertNoProblems } from '#server/platform/assert-no-problems.ts'
import { assertRecentPassword } from '#server/platform/recent-password.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import { findNeededUntil, listAlertIds, withNoticeChanges } from '../notice-changes/public.ts'
import {
  cancelUnsent,
  deleteRecipient,
  type LockedRecipient,
  replaceInAlerts,
  upsertRecipient,
  wasVerificationTried,
} from './change-recipient.queries.ts'
import { assertNewAddressesAllowed } from './limit-new-addresses.ts'
import { lockRecipient, type RecipientKey } from './lock-recipient.ts'
import type { SavedRecipient } from './recipient.queries.ts'
import { verifyNewRecipients } from './verify-new-recipients.ts'
import { verifyOwnAddress } from './verify-own-address.queries.ts'

/**
 * Corrects a mistyped address or number in all alerts of its owner: their links move to the right one, which starts
 * unverified unless the owner verified it before. An old one that gets notices does so for 7 more days, and its reader
 * can object (decisions, section 21); what waits for any other is canceled. A STOP or an unsubscribe stays with the old
 * one. All in one transaction.
 * @param belongsToOther staff say that the old one belongs to somebody else: nothing more goes there
 * @returns the message for the caller
 * @throws AppError `missing` for a recipient that is not the caller's to change; `refused` with a text on each wrong
 *   field, or if no alert uses it; `recentPasswordRequired` for another user's
 */
export async function correctRecipient(
  deps: Pick<ServerDeps, 'db' | 'enqueue' | 'settings' | 'env'>,
  actor: Pick<Actor, 'session'> & StaffActor,
  {
    channel,
    id,
    belongsToOther = false,
    ...correction
  }: RecipientKey & Correction & { belongsToOther?: boolean | undefined },
): Promise<string> {
  const current = await deps.settings.current()
  const { alertSettings, service } = current
  const rules = { alertSettings, otherCountries: service.otherCountries }
  return inTransaction(deps.db, async (tx) => {
    const old = await lockRecipient(tx, actor, { channel, id })
    assertNoProblems(correctionProblems(channel, correction, old.target, rules))
    if (old.alerts === 0) throw new AppError('refused', 'No alert uses it any more. You can remove it.')
    // Whoever finds staff's browser open must not silence a resident.
    if (old.ownerId !== actor.id) assertRecentPassword(actor.session)
    if (channel === 'EMAIL')
      await assertNewAddressesAllowed(tx, old.ownerId, [{ field: 'value', address: correction.value }])
    const saved = await saveCorrected(tx, old, { channel, ...correction }, { actor, ...rules })
    const { acknowledged } = correction
    const alertIds = await listAlertIds(tx, { channel, recipientId: id })
    const isOther = belongsToOther && actor.id !== old.ownerId
    const alerts = await withNoticeChanges(tx, deps, { alertIds, actor, belongsToOther: isOther }, () =>
      replaceInAlerts(tx, channel, { from: id, to: saved.id, acknowledged, by: actor.id }),
    )
    const keptUntil = await findNeededUntil(tx, { channel, id, ownerId: old.ownerId }, deps.env.COUNTY_TIME_ZONE)
    if (keptUntil === null) await dropCorrected(tx, { channel, id }, old, actor)
    await writeAudit(tx, {
      type: 'RECIPIENT',
      actor,
      subject: { id: old.ownerId },
      description: `Corrected a recipient in ${alerts === 1 ? '1 alert' : `${alerts} alerts`}.`,
      oldValue: { channel, target: old.target },
      newValue: { channel, target: saved.target },
      address: actor.address,
    })
    const owner = { id: old.ownerId }
    const asked = await verifyNewRecipients(tx, [{ ...saved, channel }], { owner, actor, settings: current })
    await deps.enqueue(tx, 'wakeDelivery', {})
    const until = keptUntil === null ? [] : [keptText(formatTarget(channel, old.target), dayToWire(keptUntil))]
    return [`Changed to ${formatTarget(channel, saved.target)}.`, ...asked, ...until].join('  ')
  })
}

const keptText = (shown: string, day: string) => `Until ${day}, alerts also go to ${shown}, and we told its reader.`

/** The owner's record of the right address. The account's own verified email is verified for its alerts too. */
async function saveCorrected(
  tx: Tx,
  { ownerId }: LockedRecipient,
  { channel, value, acknowledged }: Pick<RecipientKey, 'channel'> & Correction,
  { actor, otherCountries }: { actor: StaffActor; otherCountries: boolean },
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

/** Removes the old record, unless it holds counters that its owner must not reset; then nothing more goes to it. */
async function dropCorrected(tx: Tx, { channel, id }: RecipientKey, old: LockedRecipient, actor: StaffActor) {
  const mustStay = await isCounted(tx, { channel, id }, old, actor)
  await (mustStay ? cancelUnsent(tx, channel, id) : deleteRecipient(tx, channel, id))
}

/**
 * Whether the record of a number holds today's attempts to look it up and to verify it. Each costs the county money, so
 * only staff, who can reset them anyway, remove such a record.
 */
export async function isCounted(
  tx: Tx,
  { channel, id }: RecipientKey,
  { ownerId }: Pick<LockedRecipient, 'ownerId'>,
  actor: Pick<StaffActor, 'id'>,
): Promise<boolean> {
  return channel === 'PHONE' && ownerId === actor.id && (await wasVerificationTried(tx, channel, id))
}
