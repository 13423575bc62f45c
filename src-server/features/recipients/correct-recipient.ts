import type { Actor, StaffActor } from '#server/platform/actor.ts'
import { assertNoProblems } from '#server/platform/assert-no-problems.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import { assertRecentPassword } from '#server/platform/recent-password.ts'
import { AppError } from '#shared/contract/errors.ts'
import { dayToWire } from '#shared/domain/dates.ts'
import { type Correction, correctionProblems } from '#shared/domain/recipient/correction.ts'
import { formatTarget } from '#shared/domain/recipient/format-target.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'
import { assertNewAddressesAllowed } from './limit-new-addresses.ts'
import { lockRecipient, type RecipientKey } from './lock-recipient.ts'
import { replaceRecipient } from './replace-recipient.ts'

/**
 * Corrects a mistyped address or number in all alerts of its owner, by the rules of `replaceRecipient`, in one
 * transaction.
 * @param belongsToOther staff say that the old one belongs to another person: it gets nothing more
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
  const settings = await deps.settings.current()
  const rules = { alertSettings: settings.alertSettings, otherCountries: settings.service.otherCountries }
  return inTransaction(deps.db, async (tx) => {
    const old = await lockRecipient(tx, actor, { channel, id })
    assertNoProblems(correctionProblems(channel, correction, old.target, rules))
    if (old.alerts === 0) throw new AppError('refused', 'No alert uses it any more. You can remove it.')
    // A stranger at a clerk's open browser must not be able to silence a resident.
    if (old.ownerId !== actor.id) assertRecentPassword(actor.session)
    if (channel === 'EMAIL')
      await assertNewAddressesAllowed(tx, old.ownerId, [{ field: 'value', address: correction.value }])
    const { target, asked, keptUntil } = await replaceRecipient(tx, deps, {
      channel,
      old,
      ...correction,
      belongsToOther,
      actor,
      settings,
    })
    const until = keptUntil === null ? [] : [keptText(formatTarget(channel, old.target), dayToWire(keptUntil))]
    return [`Changed to ${formatTarget(channel, target)}.`, ...asked, ...until].join('  ')
  })
}

const keptText = (shown: string, day: string) => `Until ${day}, alerts also go to ${shown}, and we told its reader.`
