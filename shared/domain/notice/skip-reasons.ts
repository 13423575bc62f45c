/**
 * The reasons why a recipient gets no message about a match, in the texts of each place that shows them: `staff` where
 * staff read about a skipped notice, `history` where residents read about a match without a notice, `preview` where
 * staff read about a match that has not happened. The rule that decides is `deliverable` in the database; the first two
 * are matching's own, and the last four, and those of the weekly email, the delivery's.
 */
export const skipReasons = {
  paused: { history: 'The alert was paused.', preview: 'The alert is paused.' },
  'no-texts': { history: 'This service does not send text messages.' },
  'recipient-removed': { staff: 'The recipient was removed.' },
  'not-verified': {
    staff: 'The recipient is not verified.',
    history: 'This address was not verified.',
    preview: 'This address is not verified yet.',
  },
  suppressed: {
    staff: 'Messages to this address have been stopped.',
    history: 'Messages to this address are stopped.',
  },
  'weekly-unsubscribed': { staff: 'The owner unsubscribed this address from the weekly email.' },
  'alert-off': {
    staff: 'The alert is no longer active for this recipient.',
    history: 'Messages to this address are stopped.',
  },
  muted: {
    staff: 'The owner said that this record is not about them.',
    history: 'You said that this record is not about you.',
    preview: 'Its owner said that this record is not about them.',
  },
  'already-verified': { staff: 'The recipient is already verified.' },
  'not-validated': { staff: 'The number has not been looked up.' },
  'owner-deleted': { staff: 'The account was deleted.' },
  'owner-inactive': { staff: 'The account is not active.' },
  'record-gone': { staff: 'The record was removed.' },
  restricted: { staff: 'The record is restricted.' },
} as const

type Reasons = typeof skipReasons
type Place = 'staff' | 'history' | 'preview'
type ReasonsWith<P extends Place> = {
  [R in keyof Reasons]: Reasons[R] extends Record<P, string> ? R : never
}[keyof Reasons]

/** Why delivery skips a notice just before its call. */
export type SkipReason = ReasonsWith<'staff'>
/** Why a match has no notice. */
export type MatchSkipReason = ReasonsWith<'history'>

/** Why a notice is held until staff release it. */
export const heldReasons = {
  flood: 'Over the daily notice limit.',
  old: 'The record is older than the limit.',
} as const

/** Why a held notice was never sent. Its owner reads this in the history. */
export const discardedReason = 'The county decided not to send this message.'
