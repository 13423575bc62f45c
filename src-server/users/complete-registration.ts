import { AppError } from '#shared/contract/errors.ts'
import { writeAudit } from '#shared/node/audit.queries.ts'
import type { Context } from '../trpc/context.ts'
import { findTicket } from './ticket.queries.ts'
import { notActive, ticketHash, ticketTexts } from './ticket-texts.ts'
import { activate, lockUser } from './user.queries.ts'

export type Registered = { fullName: string; username: string }

/**
 * Completes a registration by the ticket of its link. The link stays good until it expires and may be opened again
 * with the same answer, since mail scanners open links (decisions, section 4).
 * @throws AppError `refused` for a ticket that is malformed, unknown or expired, each with its own text
 */
export async function completeRegistration(
  { db, address }: Pick<Context, 'db' | 'address'>,
  ticket: string,
): Promise<Registered> {
  const hash = ticketHash(ticket)
  const texts = ticketTexts.registration
  return db.transaction().execute(async (tx) => {
    const found = await findTicket(tx, hash, 'registration')
    const user = found && (await lockUser(tx, found.userId))
    if (!found || !user) throw new AppError('refused', texts.unknown)
    if (user.status === 'I') throw new AppError('refused', notActive)
    if (user.status === 'P') {
      // Staff may have put another address in its place: this link proves only the one it went to.
      if (found.target.toLowerCase() !== user.email.toLowerCase()) throw new AppError('refused', texts.unknown)
      if (found.expired || found.used) throw new AppError('refused', texts.expired)
      await activate(tx, user.id)
      await writeAudit(tx, {
        type: 'ACCOUNT',
        actor: user,
        subject: user,
        description: 'The registration was completed.',
        oldValue: { status: 'P' },
        newValue: { status: 'A' },
        address,
      })
    }
    return { fullName: `${user.first_name} ${user.last_name}`.trim(), username: user.username }
  })
}
