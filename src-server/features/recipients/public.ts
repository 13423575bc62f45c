export type { SavedRecipient } from './recipient.queries.ts'
export { keepConsent, keepEmails, keepPhones, linkRecipients, toldBy, wasAsked } from './recipient.queries.ts'
export { refuseNewAddresses } from './limit-new-addresses.ts'
export { verifyOwnAddress } from './verify-own-address.queries.ts'
