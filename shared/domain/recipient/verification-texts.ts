import type { Channel } from '#shared/contract/alert.ts'

/**
 * The server's message after it asked a new recipient to verify. A screen with that recipient's own box omits it,
 * because the box says the same.
 * @param shown the address, or the number as it is shown
 */
export const verificationSentText = (channel: Channel, shown: string): string => sentTexts[channel](shown)

const sentTexts: Record<Channel, (shown: string) => string> = {
  EMAIL: (address) => `We emailed a link to ${address}. Please follow it to verify the address.`,
  PHONE: (number) =>
    `We texted a link and a code to ${number}. Please follow the link, or enter the code in the alert, to verify the number.`,
}

/** Added for a recipient that we asked before; its box says the same and has the Resend button. */
export const resendHint = 'Choose Resend to send it again.'
