/**
 * How each notice must end: its state, how many messages its reader got in all, and whether it is marked as a possible
 * duplicate.
 */
export const endings: Record<string, [state: string, messages: number, twice?: 'twice']> = {
  'accepted-email': ['accepted', 1],
  'accepted-text': ['accepted', 1],
  'delivered-email': ['delivered', 1],
  'delivered-text': ['delivered', 1],
  'bounced-email': ['failed', 1],
  'undelivered-text': ['failed', 1],
  'complained-email': ['delivered', 1],
  'stopped-text': ['accepted', 1],
  'late-report-email': ['delivered', 1],
  'budget-text': ['accepted', 1],
  'muted-email': ['accepted', 1],
  // Staff asked for another one.
  'repeat-email': ['accepted', 2, 'twice'],
  'repeat-text': ['accepted', 2, 'twice'],
  'repeat-accepted-email': ['accepted', 2, 'twice'],
  'repeat-undelivered-text': ['accepted', 2],
  'refused-again-email': ['accepted', 1],
  // Ended without a message.
  'refused-email': ['failed', 0],
  'refused-text': ['failed', 0],
  'given-up-email': ['failed', 0],
  'removed-email': ['cancelled', 0],
  'deleted-text': ['cancelled', 0],
  // Held for staff, and one that they released.
  'held-old-email': ['held', 0],
  'held-flood-email': ['held', 0],
  'released-email': ['accepted', 1],
  'retry-email': ['accepted', 1, 'twice'],
  'retry-text': ['accepted', 1],
  // SendGrid cannot be asked, so a second message says that it may be one. Twilio can.
  'perhaps-email': ['accepted', 2, 'twice'],
  'perhaps-text': ['accepted', 1],
  'doubt-taken-email': ['accepted', 2, 'twice'],
  'doubt-taken-text': ['accepted', 1],
  'doubt-lost-email': ['accepted', 1, 'twice'],
  // Twilio does not have the first, so it was never taken.
  'doubt-lost-text': ['accepted', 1],
  'killed-lost-email': ['accepted', 1, 'twice'],
  'killed-taken-email': ['accepted', 2, 'twice'],
  'killed-taken-text': ['accepted', 1],
  // Not matched yet. The database was restored two days before, so the record may have been sent before that.
  'queued-email': ['accepted', 1, 'twice'],
  'queued-text': ['accepted', 1, 'twice'],
}
