import { lockUser, type UserRow } from '#server/platform/find-user.queries.ts'
import { lockAlertsOfOwner } from '#server/platform/owner.queries.ts'
import { readTicketHash } from '#server/platform/read-ticket-hash.ts'
import { AppError } from '#shared/contract/errors.ts'
import type { Tx } from '#shared/node/platform/database/client.ts'
import { notActive, ticketTexts } from '../account/ticket-texts.ts'
import { type AccountTicket, findTicket } from '../account/ticket.queries.ts'

/**
 * The account behind a registration link, locked while the caller changes it and its alerts.
 * @throws AppError `refused` for a ticket that is malformed, unknown or expired, each with its own text
 */
export async function lockRegistrationTicket(tx: Tx, ticket: string): Promise<{ found: AccountTicket; user: UserRow }> {
  const hash = readTicketHash(ticket)
  const texts = ticketTexts.registration
  const found = await findTicket(tx, hash, 'registration')
  if (!found) throw new AppError('refused', texts.unknown)
  // Locked before any row, as every save of an alert does.
  await lockAlertsOfOwner(tx, found.userId)
  const user = await lockUser(tx, found.userId)
  if (!user) throw new AppError('refused', texts.unknown)
  // The account may have another address by now: this link proves only the address that we sent it to.
  if (found.target.toLowerCase() !== user.email.toLowerCase()) throw new AppError('refused', texts.unknown)
  if (user.status === 'I') throw new AppError('refused', notActive)
  if (found.expired || found.used) throw new AppError('refused', user.status === 'P' ? texts.expired : texts.over)
  return { found, user }
}
