/** Why messages to an address or number were stopped. Staff read these after that word, on screens and in the report. */
export const suppressionReasons = {
  bounce: 'Messages come back.',
  complaint: 'Marked as spam.',
  stop: 'Someone replied STOP. Only a text with START from that phone undoes it.',
  unsubscribe: 'The user stopped alerts to it.',
  staff: 'By staff.',
} as const
export type SuppressionReason = keyof typeof suppressionReasons
