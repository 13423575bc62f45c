/** Why history has an entry without a message; residents see these texts unchanged. */
export const unsentReasons = {
  paused: 'The alert was paused.',
  unverified: 'This address was not verified.',
  stopped: 'Messages to this address are stopped.',
  muted: 'You said that this record is not about you.',
  noTexts: 'This service does not send text messages.',
} as const

/** Why a notice is held until staff release it. */
export const heldReasons = {
  flood: 'Over the daily notice limit.',
  old: 'The record is older than the limit.',
} as const
