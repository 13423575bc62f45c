/** Why an address or number was stopped, as staff read it after that word: on the support desk, in the lists, in the report. */
export const stopReasons = {
  bounce: 'Messages bounce.',
  complaint: 'Marked as spam.',
  stop: 'Someone replied STOP. Only a START text from that phone can undo it.',
  unsubscribe: 'The user unsubscribed it from alerts.',
  staff: 'Staff stopped messages to it.',
} as const
export type StopReason = keyof typeof stopReasons
