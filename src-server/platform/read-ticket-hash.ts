import { AppError } from '#shared/contract/errors.ts'
import { hashTicket, looksLikeTicket } from '#shared/node/domain/recipients/tickets.ts'

const malformed = 'This link is incomplete. Please open it again from the message, or copy all of it.'

/**
 * The hash by which the ticket of a link is stored.
 * @throws AppError `refused` for text that cannot be a ticket
 */
export function readTicketHash(ticket: string): Buffer {
  if (!looksLikeTicket(ticket)) throw new AppError('refused', malformed)
  return hashTicket(ticket)
}
