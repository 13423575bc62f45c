import type { Match } from '#shared/contract/match.ts'

/** The texts that say what an alert watches and what the record says, by where the record matches. */
export const reasonKeys = {
  party: { watches: 'notice.watches', record: 'notice.recordSays' },
  parcel: { watches: 'notice.watchesParcel', record: 'notice.recordLists' },
} as const satisfies Record<Match['field'], object>
