import { AppError } from '#shared/contract/errors.ts'
import { messages } from '#shared/contract/messages.ts'
import { hashTicket, looksLikeTicket } from '#shared/node/domain/recipients/tickets.ts'

const malformed = 'This link is not complete.  Please open it again from the message, or copy all of it.'
export const notActive = 'This account is not active.  Please contact the county.'

/** What we say about a link that is foreign, expired or used; each purpose says what to do instead. */
export const ticketTexts = {
  registration: {
    unknown: 'This link is not one of ours, or is no longer kept.  Please register again.',
    expired: messages.registrationExpired,
    over: 'This link is no longer needed.  Please log in, or choose Forgot Password to set a new password.',
    manyLinks: 'We have sent several links to this address.  Please look for them, or try again later.',
  },
  password: {
    unknown: 'This link is not one of ours, or is no longer kept.  Choose Forgot Password to get a new one.',
    expired: 'This link has expired.  Choose Forgot Password to get a new one.',
    used: 'This link was used, or a newer one was sent.  Choose Forgot Password to get a new one.',
  },
  usernames: {
    unknown: 'This link is not one of ours, or is no longer kept.  Choose Forgot Username to get a new one.',
    expired: 'This link has expired.  Choose Forgot Username to get a new one.',
  },
  'not-me': {
    unknown: 'This link is not one of ours, or is no longer kept.  Please call the county.',
    expired: 'This link has expired.  Please call the county.',
    over: 'The new email address was verified already, so this link can no longer stop it.  Please call the county now.',
  },
  'profile-email': {
    unknown: 'This link is not one of ours, or another email was entered since.  Please see your profile.',
    expired: 'This link has expired.  Please enter the new email in your profile again.',
  },
} as const

/** @throws AppError `refused` for what cannot be a ticket at all */
export function readTicketHash(ticket: string): Buffer {
  if (!looksLikeTicket(ticket)) throw new AppError('refused', malformed)
  return hashTicket(ticket)
}
