/** Why an address or number is suppressed. Staff read these on screens and in the report. */
export const suppressionReasons = {
  bounce: 'Messages bounce.',
  complaint: 'Marked as spam.',
  stop: 'Someone replied STOP. Only a START text from that phone can undo it.',
  unsubscribe: 'The user unsubscribed it from alerts.',
  staff: 'Staff stopped messages to it.',
} as const
export type SuppressionReason = keyof typeof suppressionReasons

/** Owners can lift only a suppression by their own unsubscribe. */
export const canOwnerLift = ({ reason, own }: { reason: SuppressionReason; own: boolean }): boolean =>
  own && reason === 'unsubscribe'

/**
 * Staff can lift all but a STOP, which only the phone's holder can lift, with START, by law and by the provider's
 * rules.
 */
export const canStaffLift = (reason: SuppressionReason): boolean => reason !== 'stop'
