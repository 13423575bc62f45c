import type { Caller } from '#server/platform/actor.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import { lockUser } from '#server/platform/find-user.queries.ts'
import { readTicketHash } from '#server/platform/read-ticket-hash.ts'
import { AppError } from '#shared/contract/errors.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'
import { ticketTexts } from '../account/ticket-texts.ts'
import { endTickets, findTicket } from '../account/ticket.queries.ts'
import { deletePendingEmail } from '../account/user.queries.ts'

/**
 * 'This was not me', pressed by the reader of the current mailbox: cancels the email that waits to be verified and ends
 * its link. A second press gives the same answer.
 * @throws AppError `refused` for a ticket that is malformed, unknown or expired, and if the new email is already in
 *   effect, each with its own text
 */
export async function stopEmailChange(
  { db }: Pick<ServerDeps, 'db'>,
  { address }: Pick<Caller, 'address'>,
  ticket: string,
): Promise<void> {
  const hash = readTicketHash(ticket)
  const texts = ticketTexts['not-me']
  await inTransaction(db, async (tx) => {
    const found = await findTicket(tx, hash, 'not-me')
    const user = found && (await lockUser(tx, found.userId))
    if (!found || !user) throw new AppError('refused', texts.unknown)
    if (user.email.toLowerCase() !== found.target.toLowerCase()) throw new AppError('refused', texts.over)
    if (found.expired) throw new AppError('refused', texts.expired)
    if (user.pending_email === null) return
    await deletePendingEmail(tx, user.id)
    await endTickets(tx, user.id, 'profile-email')
    await writeAudit(tx, {
      type: 'ACCOUNT',
      subject: user,
      description: 'Stopped a change of email, by the link sent to the old address.',
      oldValue: { pendingEmail: user.pending_email },
      newValue: { pendingEmail: '' },
      address,
    })
  })
}
