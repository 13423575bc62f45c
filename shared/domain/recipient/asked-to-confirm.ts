import type { Channel } from '#shared/contract/alert.ts'

/**
 * What the server says when it has asked a new recipient to confirm. A screen that shows that recipient's own box,
 * which says the same, leaves it out.
 * @param shown the address, or the number as it is shown
 */
export const askedToConfirm = (channel: Channel, shown: string): string =>
  channel === 'EMAIL'
    ? `We emailed a link to ${shown}. Please follow it to verify the address.`
    : `We sent a code to ${shown}. Please enter it to verify the number.`

/** What the server adds of a recipient that was asked before; its box says the same, and there Resend is. */
export const askAgain = 'Choose Resend to send it again.'
