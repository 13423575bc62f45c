import type { Channel } from '#shared/contract/alert.ts'

/** Against text-message fraud and mail to strangers (decisions, sections 5 and 8). */
export const verificationLimits = {
  textsPerNumberAndDay: 3,
  secondsBetween: 60,
  numbersPerUserAndDay: 5,
  /** Links to one address and day that one owner asks for; and that all do: nobody's mailbox is filled through us. */
  emailsPerAddressAndDay: 20,
  /** Other addresses that one user may have links sent to: nobody writes to strangers through us. */
  addressesPerUserAndDay: 20,
  /** Addresses that are new to an owner: until one of the owner's is verified, and from then on. */
  newAddressesPerDay: { first: 5, proven: 20 },
} as const

/** @returns how many more new addresses an owner may enter today (decisions, section 8) */
export function newAddressesLeft({ today, verified }: { today: number; verified: boolean }): number {
  const { first, proven } = verificationLimits.newAddressesPerDay
  return Math.max(0, (verified ? proven : first) - today)
}

/** What is known when somebody asks for a verification message. Counts are of the last 24 hours. */
export type VerificationFacts = {
  channel: Channel
  verified: boolean
  /** The address or number must not be written to. */
  suppressed: boolean
  /** Verification messages to this address that its owner asked for; to this number, whoever asked. */
  sentToday: number
  secondsSinceLast: number | null
} & (
  | {
      channel: 'EMAIL'
      /** It is the verified email of the owner's account: no stranger's request is in question. */
      ownAccount: boolean
      /** Links to this address, whoever asked. */
      sentByAnyoneToday: number
      secondsSinceAnyone: number | null
      /** Other addresses that this user had links sent to. */
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
      /** Texts of this recipient that were sent, or still wait. */
      attempts: number
      maxAttempts: number
      /** Other numbers that this user had texts sent to. */
      otherNumbersToday: number
      /** Verification texts of the whole county in the last hour. */
      countyLastHour: number
      countyPerHour: number
    }
)

/** Plain words for each refusal; a resend shows them. */
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
 * Whether a verification message may be sent now (decisions, section 5).
 * @returns null, or why not, for the user to read
 */
export function verificationRefusal(facts: VerificationFacts): string | null {
  const say = verificationRefusals
  if (facts.verified) return say.verified
  if (facts.channel === 'EMAIL') {
    if (facts.suppressed) return say.emailStopped
    const refused = tooManyLinks(facts.sentToday, facts.secondsSinceLast)
    if (refused) return refused
    // Strangers must not use up the owner's links: the first one of the day goes whatever others have asked for.
    if (facts.sentToday > 0 && !facts.ownAccount) {
      const flooded = tooManyLinks(facts.sentByAnyoneToday, facts.secondsSinceAnyone)
      if (flooded) return flooded
    }
    return facts.otherAddressesToday >= verificationLimits.addressesPerUserAndDay ? say.addressesToday : null
  }
  if (facts.suppressed) return say.phoneStopped
  if (!facts.otherCountries && !/^\+1\d{10}$/.test(facts.number)) return say.abroad
  if (!facts.validated && facts.validationAttempts >= facts.maxValidationAttempts) return say.cannotText
  if (facts.attempts >= facts.maxAttempts) return say.attempts
  if (isTooSoon(facts.secondsSinceLast)) return say.tooSoon
  if (facts.sentToday >= verificationLimits.textsPerNumberAndDay) return say.textsToday
  if (facts.otherNumbersToday >= verificationLimits.numbersPerUserAndDay) return say.numbersToday
  return facts.countyLastHour >= facts.countyPerHour ? say.county : null
}

const isTooSoon = (seconds: number | null): boolean => seconds !== null && seconds < verificationLimits.secondsBetween

function tooManyLinks(sentToday: number, secondsSinceLast: number | null): string | null {
  if (isTooSoon(secondsSinceLast)) return verificationRefusals.emailTooSoon
  return sentToday >= verificationLimits.emailsPerAddressAndDay ? verificationRefusals.emailTooMany : null
}
