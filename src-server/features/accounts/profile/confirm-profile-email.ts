import { changeAccountContact, countAlertsTo, verifyOwnAddress } from '#server/features/recipients/public.ts'
import type { Caller } from '#server/platform/actor.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import { lockUser } from '#server/platform/find-user.queries.ts'
import { lockAlertsOfOwner } from '#server/platform/owner.queries.ts'
import { readTicketHash } from '#server/platform/read-ticket-hash.ts'
import { AppError } from '#shared/contract/errors.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'
import { queueAccountEmail } from '../account/account-mail.ts'
import { ticketTexts } from '../account/ticket-texts.ts'
import { findTicket, keepEmailChange } from '../account/ticket.queries.ts'
import { confirmPendingEmail } from '../account/user.queries.ts'
import { usernameForEmail } from '../account/verified-email.queries.ts'

/** The account's email, its earlier one, and the alerts that moved with it or still go to the earlier one. */
export type ConfirmedEmail = { email: string; from: string; moved: number; left: number }

/**
 * Puts a new profile email into effect by the ticket of the link that we sent to it, and emails the old address. If the
 * owner chose so, alerts that go to the old address move along; the email says that too, and the old address gets their
 * notices for 7 more days. The link gives the same answer again.
 * @throws AppError `refused` for a ticket that is malformed, unknown or expired, each with its own text
 */
export async function confirmProfileEmail(
  deps: Pick<ServerDeps, 'db' | 'enqueue' | 'env' | 'settings'>,
  caller: Pick<Caller, 'address'>,
  ticket: string,
): Promise<ConfirmedEmail> {
  const hash = readTicketHash(ticket)
  const texts = ticketTexts['profile-email']
  const settings = await deps.settings.current()
  return inTransaction(deps.db, async (tx) => {
    const found = await findTicket(tx, hash, 'profile-email')
    if (found) await lockAlertsOfOwner(tx, found.userId)
    const user = found && (await lockUser(tx, found.userId))
    if (!found || !user) throw new AppError('refused', texts.unknown)
    const isIts = (email: string | null) => email !== null && email.toLowerCase() === found.target.toLowerCase()
    const countLeft = (from: string) => countAlertsTo(tx, { channel: 'EMAIL', ownerId: user.id, value: from })
    if (isIts(user.email)) {
      const { from, moved } = found.done ?? { from: '', moved: 0 }
      return { email: user.email, from, moved, left: await countLeft(from) }
    }
    if (user.pending_email === null || !isIts(user.pending_email)) throw new AppError('refused', texts.unknown)
    if (found.expired) throw new AppError('refused', texts.expired)
    // Read before the new email replaces the old one.
    const username = await usernameForEmail(tx, user)
    await confirmPendingEmail(tx, user.id)
    await writeAudit(tx, {
      type: 'ACCOUNT',
      actor: user,
      subject: user,
      description: 'Verified a new email by the link.',
      oldValue: { email: user.email },
      newValue: { email: user.pending_email },
      address: caller.address,
    })
    const { moved } = await changeAccountContact(tx, deps, {
      ownerId: user.id,
      actor: { id: user.id, username: user.username, address: caller.address },
      channel: 'EMAIL',
      from: user.email,
      to: user.pending_email,
      move: user.pending_email_moves_alerts ? { acknowledged: true } : undefined,
      settings,
    })
    await verifyOwnAddress(tx, user.id, caller.address)
    if (user.email)
      await queueAccountEmail(tx, deps, {
        template: 'email-changed',
        target: user.email,
        userId: user.id,
        data: { username },
      })
    await keepEmailChange(tx, found.id, { from: user.email, moved })
    return { email: user.pending_email, from: user.email, moved, left: await countLeft(user.email) }
  })
}
