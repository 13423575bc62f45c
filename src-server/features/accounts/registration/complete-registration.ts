import {
  decideWatchWidth,
  deleteRegisteredAlerts,
  findWatchedAlerts,
  makeRegisteredAlerts,
} from '#server/features/alerts/public.ts'
import { verifyOwnAddress } from '#server/features/recipients/public.ts'
import type { Caller } from '#server/platform/actor.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import { lockUser, type UserRow } from '#server/platform/find-user.queries.ts'
import { readTicketHash } from '#server/platform/read-ticket-hash.ts'
import { AppError } from '#shared/contract/errors.ts'
import type { Registered } from '#shared/contract/registered.ts'
import type { WatchedAlert } from '#shared/contract/several-alerts.ts'
import { formatCriteria } from '#shared/domain/alert/alert-types.ts'
import { today } from '#shared/domain/dates.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import type { Tx } from '#shared/node/platform/database/client.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'
import type { Settings } from '#shared/settings/groups.ts'
import { ticketTexts } from '../account/ticket-texts.ts'
import { findTicket } from '../account/ticket.queries.ts'
import { lockRegistrationTicket } from './registration-ticket.ts'
import { applyRegistration, clearOtherOutcomes, findWatch, storeOutcome } from './registration.queries.ts'
import { findTextOffer } from './text-me-too.ts'

type Deps = Pick<ServerDeps, 'db' | 'env' | 'settings' | 'enqueue'>

/**
 * Completes a registration by the ticket of its link, with the details, the password and the alerts of the sign-up
 * behind that link. The link works until it expires and gives the same answer again, since mail scanners open links. Of
 * several links, the one followed last before the first login counts; after that login none changes anything.
 * @throws AppError `refused` for a ticket that is malformed, unknown or expired, each with its own text
 */
export async function completeRegistration(
  deps: Deps,
  { address }: Pick<Caller, 'address'>,
  ticket: string,
): Promise<Registered> {
  const settings = await deps.settings.current()
  const widened = await widenWatch(deps, settings, ticket)
  return inTransaction(deps.db, async (tx) => {
    const { found, user } = await lockRegistrationTicket(tx, ticket)
    const open = user.status === 'P' || (user.status === 'A' && user.last_login_at === null)
    if (open && (await applyRegistration(tx, user.id, found.registrationId)))
      await writeAudit(tx, {
        type: 'ACCOUNT',
        actor: user,
        subject: user,
        description: 'Completed the registration.',
        oldValue: { status: user.status },
        newValue: { status: 'A' },
        address,
      })
    // Staff may have made alerts for it.
    await verifyOwnAddress(tx, user.id, address)
    const now = open ? await lockUser(tx, user.id) : user
    if (!now) throw new AppError('refused', ticketTexts.registration.unknown)
    if (open) await applyWatch(tx, deps, { user: now, address, settings }, { id: found.registrationId, widened })
    return {
      fullName: `${now.first_name} ${now.last_name}`.trim(),
      username: now.username,
      email: now.email,
      sampleSent: found.sampleSent,
      textOffer: await findTextOffer(tx, deps, settings, { user: now, registrationId: found.registrationId }),
      ...(await describeWatch(tx, deps, now.id, found.registrationId)),
    }
  })
}

/** The alerts of a sign-up, with the automatic width decided for each. */
type Widened = { registrationId: number; watch: WatchedAlert[] }

/**
 * Reads the sign-up behind an open link whose alerts are still to be made; undefined if the link has no such sign-up.
 */
async function widenWatch(deps: Deps, settings: Settings, ticket: string): Promise<Widened | undefined> {
  const found = await findTicket(deps.db, readTicketHash(ticket), 'registration')
  if (!found || found.expired || found.used) return undefined
  const wanted = await findWatch(deps.db, found.userId, found.registrationId)
  if (!wanted || wanted.outcome !== null) return undefined
  return { registrationId: wanted.id, watch: await decideWatchWidth(deps, settings, wanted.watch) }
}

/**
 * Makes the alerts of a sign-up, and deletes those that another link of the account made. Opening the link in effect
 * again changes nothing.
 */
async function applyWatch(
  tx: Tx,
  deps: Deps,
  { user, address, settings }: { user: UserRow; address: string; settings: Settings },
  { id, widened }: { id: number | null; widened: Widened | undefined },
): Promise<void> {
  const wanted = await findWatch(tx, user.id, id)
  if (!wanted || wanted.outcome !== null) return
  const owner = { id: user.id, username: user.username, address }
  await deleteRegisteredAlerts(tx, owner, await clearOtherOutcomes(tx, user.id, wanted.id))
  const { consent, created_at: askedAt } = wanted
  const watch = widened?.registrationId === wanted.id ? widened.watch : wanted.watch
  const account = { owner, email: user.email, settings }
  await storeOutcome(tx, wanted.id, await makeRegisteredAlerts(tx, deps, account, { watch, consent, askedAt }))
}

/**
 * What the link's alerts watch for, and which of them were not made. Empty after the first login, when home says it.
 */
async function describeWatch(
  tx: Tx,
  { env }: Pick<Deps, 'env'>,
  userId: number,
  registrationId: number | null,
): Promise<Pick<Registered, 'watching' | 'notWatching'>> {
  const { watch = [], outcome } = (await findWatch(tx, userId, registrationId)) ?? {}
  const ids = (outcome ?? []).flatMap((item) => ('alertId' in item ? [item.alertId] : []))
  return {
    watching: await findWatchedAlerts(tx, { userId, ids, today: today(env.COUNTY_TIME_ZONE) }),
    notWatching: (outcome ?? []).flatMap((item, index) => {
      const alert = watch[index]
      return alert && 'problem' in item
        ? [{ name: alert.name, criteria: formatCriteria(alert.criteria), problem: item.problem }]
        : []
    }),
  }
}
