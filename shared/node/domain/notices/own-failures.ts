/** Why a notice failed after one attempt for a reason on our side, not because of its address. */
export const ownFailures = {
  noTexts: 'This service sends no texts.',
  notRendered: 'We could not create the message.',
} as const
