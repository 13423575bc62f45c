/** Why an address or number was stopped, as staff read it after that word: on the support desk, in the lists, in the report. */
export const stopReasons = {
  bounce: 'Messages come back.',
  complaint: 'Marked as spam.',
  stop: 'Someone replied STOP. Only a text with START from that phone undoes it.',
  unsubscribe: 'The user stopped alerts to it.',
  staff: 'By staff.',
} as const
export type StopReason = keyof typeof stopReasons
