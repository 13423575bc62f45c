import type { Match } from '#shared/contract/match.ts'

/** The texts that introduce the alert's words and the record's words, by the part of the record that matches. */
export const reasonKeys = {
  party: { watches: 'notice.watches', record: 'notice.recordSays' },
  parcel: { watches: 'notice.watchesParcel', record: 'notice.recordLists' },
} as const satisfies Record<Match['field'], object>
