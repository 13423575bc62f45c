import type { Party } from '#shared/contract/party.ts'

/** What matching reads of a recorded document. */
export type RecordedDocument = { parties: Party[]; parcels: string[] }

/** How one feed writes its names; null or false where the feed states nothing. */
export type FeedFormat = {
  nameOrder: 'LAST_FIRST' | 'FIRST_LAST' | null
  /** Characters at which the feed cuts names; a name exactly this long matches by prefix. */
  nameWidth: number | null
  /** Two or more spaces part joint names. */
  doubleSpaceSplits: boolean
  /** The feed's parcel ids have lost leading zeros; pad them to the county's mask. */
  losesLeadingZeros: boolean
}

export const defaultFeedFormat: FeedFormat = {
  nameOrder: null,
  nameWidth: null,
  doubleSpaceSplits: false,
  losesLeadingZeros: false,
}

/** How a party was read, for the match report and the counts of unreadable names. */
export type PartyKind = 'person' | 'business' | 'trust' | 'unreadable'
