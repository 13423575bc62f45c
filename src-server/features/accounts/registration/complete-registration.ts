import { AppError } from '#shared/contract/errors.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'
import type { Caller } from '#server/platform/actor.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import { applyRegistration } from './registration.queries.ts'
import { findTicket } from '../account/ticket.queries.ts'
import { notActive, readTicketHash, ticketTexts } from '../account/ticket-texts.ts'
import { lockUser } from '#server/platform/find-user.queries.ts'
import { verifyOwnAddress } from '#server/features/recipients/public.ts'

export type Registered = { fullName: string; username: string }

/**
 * Completes a registration by the ticket of its link, with the details and the password of the sign-up behind that
 * link. The link stays good until it expires and gives the same answer again, since mail scanners open links. Of
 * several links, the last one followed before the first log-in counts; after it none changes anything (decisions,
 * section 4).
 * @throws AppError `refused` for a ticket that is malformed, unknown or expired, each with its own text
 */
export async function completeRegistration(
  { db }: Pick<ServerDeps, 'db'>,
  { address }: Pick<Caller, 'address'>,
  ticket: string,
): Promise<Registered> {
  const hash = readTicketHash(ticket)
  const texts = ticketTexts.registration
  return inTransaction(db, async (tx) => {
    const found = await findTicket(tx, hash, 'registration')
    const user = found && (await lockUser(tx, found.userId))
    if (!found || !user) throw new AppError('refused', texts.unknown)
    // The account may have another address by now: this link proves only the one that we sent it to.
    if (found.target.toLowerCase() !== user.email.toLowerCase()) throw new AppError('refused', texts.unknown)
    if (user.status === 'I') throw new AppError('refused', notActive)
    if (found.expired || found.used) throw new AppError('refused', user.status === 'P' ? texts.expired : texts.over)
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
    if (!now) throw new AppError('refused', texts.unknown)
    return { fullName: `${now.first_name} ${now.last_name}`.trim(), username: now.username }
  })
}
