import type { Channel } from '#shared/contract/alert.ts'

/** Limits against text-message fraud and mail to strangers. */
export const verificationLimits = {
  textsPerNumberAndDay: 3,
  secondsBetween: 60,
  numbersPerUserAndDay: 5,
  /** Links per address and day, first for one owner and then for all users: no one can flood a mailbox through us. */
  emailsPerAddressAndDay: 20,
  /** Other addresses to which one user may have links sent: no one can write to strangers through us. */
  addressesPerUserAndDay: 20,
  /** New addresses per owner: before the owner has verified one, and after. */
  newAddressesPerDay: { first: 5, proven: 20 },
} as const

/** @returns how many more new addresses an owner may enter today */
export function newAddressesLeft({ today, verified }: { today: number; verified: boolean }): number {
  const { first, proven } = verificationLimits.newAddressesPerDay
  return Math.max(0, (verified ? proven : first) - today)
}

/** The history of a request for a verification message. Counts cover the last 24 hours. */
export type VerificationHistory = {
  channel: Channel
  verified: boolean
  /** The address or number must not get messages. */
  suppressed: boolean
  /** Verification messages: to this address at its owner's request, or to this number at anyone's. */
  sentToday: number
  secondsSinceLast: number | null
} & (
  | {
      channel: 'EMAIL'
      /** The owner's verified account email, so the request cannot be a stranger's. */
      ownAccount: boolean
      /** Links to this address at any user's request. */
      sentByAnyoneToday: number
      secondsSinceAnyone: number | null
      /** Other addresses to which this user had links sent. */
      otherAddressesToday: number
    }
  | {
      channel: 'PHONE'
      /** E.164 */
      number: string
      otherCountries: boolean
      validated: boolean
      validationAttempts: number
      maxValidationAttempts: number
      /** Texts to this recipient, sent or pending. */
      attempts: number
      maxAttempts: number
      /** Other numbers to which this user had texts sent. */
      otherNumbersToday: number
      /** Verification texts of the whole county in the last hour. */
      countyLastHour: number
      countyPerHour: number
    }
)

/** The message for each refusal; a resend shows it. */
export const verificationRefusals = {
  verified: 'This is already verified.',
  emailStopped: 'Messages to this address have been stopped. Please use another address.',
  phoneStopped: 'Texts to this number have been stopped. Text START to our number to allow them again.',
  emailTooSoon: 'We have just sent a link. Please wait a minute before you ask for another.',
  emailTooMany: 'We have sent many links to this address today. Please look for them, or try again tomorrow.',
  addressesToday: 'You have asked for links to 20 addresses today. Please try again tomorrow.',
  abroad: 'We can only text numbers in the United States, Canada and the Caribbean.',
  cannotText: 'This number cannot receive texts. Please use another number.',
  attempts: 'We have sent this number the maximum number of codes. Please call the county.',
  tooSoon: 'We have just sent a text. Please wait a minute before you ask for another.',
  textsToday: 'We have sent 3 texts to this number today. Please try again tomorrow.',
  numbersToday: 'You have asked for texts to 5 numbers today. Please try again tomorrow.',
  county: 'We are sending many texts right now. Please try again in an hour.',
} as const

/**
 * Decides whether we may send a verification message now.
 * @returns null if so, else the reason for the user
 */
export function verificationRefusal(history: VerificationHistory): string | null {
  const texts = verificationRefusals
  if (history.verified) return texts.verified
  if (history.channel === 'EMAIL') {
    if (history.suppressed) return texts.emailStopped
    const refused = tooManyLinks(history.sentToday, history.secondsSinceLast)
    if (refused) return refused
    // Strangers must not use up the owner's links, so the owner's first link of the day is always sent.
    if (history.sentToday > 0 && !history.ownAccount) {
      const flooded = tooManyLinks(history.sentByAnyoneToday, history.secondsSinceAnyone)
      if (flooded) return flooded
    }
    return history.otherAddressesToday >= verificationLimits.addressesPerUserAndDay ? texts.addressesToday : null
  }
  if (history.suppressed) return texts.phoneStopped
  if (!history.otherCountries && !/^\+1\d{10}$/.test(history.number)) return texts.abroad
  if (!history.validated && history.validationAttempts >= history.maxValidationAttempts) return texts.cannotText
  if (history.attempts >= history.maxAttempts) return texts.attempts
  if (isTooSoon(history.secondsSinceLast)) return texts.tooSoon
  if (history.sentToday >= verificationLimits.textsPerNumberAndDay) return texts.textsToday
  if (history.otherNumbersToday >= verificationLimits.numbersPerUserAndDay) return texts.numbersToday
  return history.countyLastHour >= history.countyPerHour ? texts.county : null
}

const isTooSoon = (seconds: number | null): boolean => seconds !== null && seconds < verificationLimits.secondsBetween

function tooManyLinks(sentToday: number, secondsSinceLast: number | null): string | null {
  if (isTooSoon(secondsSinceLast)) return verificationRefusals.emailTooSoon
  return sentToday >= verificationLimits.emailsPerAddressAndDay ? verificationRefusals.emailTooMany : null
}
