export type { SavedRecipient } from './recipient.queries.ts'
export {
  recordConsent,
  upsertEmails,
  upsertPhones,
  linkRecipients,
  findAlertTargets,
  isVerificationPending,
} from './recipient.queries.ts'
export { assertNewAddressesAllowed } from './limit-new-addresses.ts'
export { verifyOwnAddress } from './verify-own-address.queries.ts'
