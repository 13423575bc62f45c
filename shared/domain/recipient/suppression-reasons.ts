/** Why messages to an address or number were stopped. Staff read these after that word, on screens and in the report. */
export const suppressionReasons = {
  bounce: 'Messages bounce.',
  complaint: 'Marked as spam.',
  stop: 'Someone replied STOP. Only a START text from that phone can undo it.',
  unsubscribe: 'The user unsubscribed it from alerts.',
  staff: 'Staff stopped messages to it.',
} as const
export type SuppressionReason = keyof typeof suppressionReasons

/** Owners can undo only their own unsubscribe. */
export const canOwnerLift = ({ reason, own }: { reason: SuppressionReason; own: boolean }): boolean =>
  own && reason === 'unsubscribe'

/** Staff can undo all but a STOP, which only the phone's holder can undo, with START, by law and by the provider's rules. */
export const canStaffLift = (reason: SuppressionReason): boolean => reason !== 'stop'
