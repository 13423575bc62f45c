/** Why a notice failed for a reason of ours after one try, where nobody refused its address. */
export const ownFailures = {
  noTexts: 'This service sends no texts.',
  notRendered: 'We could not create the message.',
} as const
