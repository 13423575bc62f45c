/** Why an address or number takes no messages, as staff read it: on the support desk, in the lists, in the reports. */
export const stopReasons = {
  bounce: 'Messages come back.',
  complaint: 'Marked as spam.',
  stop: 'Someone replied STOP. Only a text with START from that phone undoes it.',
  unsubscribe: 'The user stopped alerts to it.',
  staff: 'Stopped by staff.',
} as const
export type StopReason = keyof typeof stopReasons
