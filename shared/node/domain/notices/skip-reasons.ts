/** Why a notice is skipped, as staff and the history show it. */
export const skipReasons = {
  suppressed: 'Messages to this address have been stopped.',
  'owner-deleted': 'The account was deleted.',
  'owner-inactive': 'The account is not active.',
  'recipient-removed': 'The recipient was removed.',
  'already-verified': 'The recipient is already verified.',
  'not-validated': 'The number has not been looked up.',
  'not-verified': 'The recipient is not verified.',
  'alert-off': 'The alert is no longer active for this recipient.',
  muted: 'The owner said that this record is not about them.',
  'record-gone': 'The record was removed.',
} as const
export type SkipReason = keyof typeof skipReasons
