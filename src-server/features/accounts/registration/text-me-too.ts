import { addPhoneToAlerts, listAlertsWithoutPhone } from '#server/features/recipients/public.ts'
import type { Caller } from '#server/platform/actor.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import type { UserRow } from '#server/platform/find-user.queries.ts'
import { throttledAddress } from '#server/platform/throttle/address-block.ts'
import { countOrThrow } from '#server/platform/throttle/throttle.queries.ts'
import { AppError } from '#shared/contract/errors.ts'
import { messages } from '#shared/contract/messages.ts'
import { parsePhone } from '#shared/domain/phone.ts'
import { needsAcknowledgment } from '#shared/domain/recipient/correction.ts'
import { formatTarget } from '#shared/domain/recipient/format-target.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import type { Db, Tx } from '#shared/node/platform/database/client.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'
import type { Settings } from '#shared/settings/groups.ts'
import { ticketTexts } from '../account/ticket-texts.ts'
import { lockRegistrationTicket } from './registration-ticket.ts'
import { findWatch } from './registration.queries.ts'

type Deps = Pick<ServerDeps, 'db' | 'env' | 'settings' | 'enqueue'>
type Offered = { number: string; format: 'STANDARD' | 'INTERNATIONAL'; alertIds: number[] }

/** The account's phone number that its registration's alerts could text too; undefined without such a number. */
async function findOffer(
  db: Db | Tx,
  { env }: Pick<Deps, 'env'>,
  settings: Settings,
  { user, registrationId }: { user: Pick<UserRow, 'id' | 'phone'>; registrationId: number | null },
): Promise<Offered | undefined> {
  if (env.SMS_TRANSPORT === 'none' || settings.alertSettings.numberOfPhones === 0) return undefined
  const read = parsePhone(user.phone, settings.service.otherCountries)
  if ('problem' in read) return undefined
  const { outcome } = (await findWatch(db, user.id, registrationId)) ?? {}
  const made = (outcome ?? []).flatMap((item) => ('alertId' in item ? [item.alertId] : []))
  const alertIds = await listAlertsWithoutPhone(db, user.id, made)
  return alertIds.length > 0 ? { ...read, alertIds } : undefined
}

/**
 * The number that 'Text me too' offers, formatted, and whether its consent is a checkbox; null if it offers no number.
 */
export async function findTextOffer(
  db: Db | Tx,
  deps: Pick<Deps, 'env'>,
  settings: Settings,
  of: { user: Pick<UserRow, 'id' | 'phone'>; registrationId: number | null },
): Promise<{ phone: string; acknowledge: boolean } | null> {
  const offer = await findOffer(db, deps, settings, of)
  if (!offer) return null
  return { phone: formatTarget('PHONE', offer.number), acknowledge: needsAcknowledgment('PHONE', settings) }
}

/**
 * 'Text me too', on the page of a completed registration: adds the account's phone to the alerts that it made, and has
 * it verified. Entering the phone there was no consent to texts, so this asks for its own.
 * @returns what we sent, or why not, for the reader
 * @throws AppError `refused` for a link that does not work, an incomplete registration, a missing consent, or a number
 *   that is no longer offered; `tooMany`
 */
export async function textMeToo(
  deps: Deps,
  caller: Pick<Caller, 'address'>,
  { ticket, acknowledged }: { ticket: string; acknowledged: boolean },
): Promise<string> {
  await countOrThrow(deps.db, deps.env.APP_SECRET, 'enter', throttledAddress(caller.address))
  const settings = await deps.settings.current()
  return inTransaction(deps.db, async (tx) => {
    const { found, user } = await lockRegistrationTicket(tx, ticket)
    if (user.status === 'P') throw new AppError('refused', ticketTexts.registration.incomplete)
    if (needsAcknowledgment('PHONE', settings) && !acknowledged) throw new AppError('refused', messages.acknowledge)
    const offer = await findOffer(tx, deps, settings, { user, registrationId: found.registrationId })
    if (!offer) throw new AppError('refused', messages.notFound)
    const actor = { id: user.id, username: user.username, address: caller.address }
    const { number, format, alertIds } = offer
    const asked = await addPhoneToAlerts(tx, { owner: actor, number, format, alertIds, settings })
    await writeAudit(tx, {
      type: 'RECIPIENT',
      actor,
      subject: user,
      description: 'Added the phone of the account to the alerts of a registration.',
      newValue: { channel: 'PHONE', target: number, alerts: alertIds.length },
      address: caller.address,
    })
    await deps.enqueue(tx, 'wakeDelivery', {})
    return asked.join('  ')
  })
}
