import type { Party } from '#shared/contract/party.ts'

/** The part of a recorded document that matching uses. */
export type RecordedDocument = { parties: Party[]; parcels: string[] }

/** How a feed writes names and parcel ids; null or false if the feed does not say. */
export type FeedFormat = {
  nameOrder: 'LAST_FIRST' | 'FIRST_LAST' | null
  /** The length at which the feed truncates names; a name exactly this long matches by prefix. */
  nameWidth: number | null
  /** Two or more spaces separate joint names. */
  doubleSpaceSplits: boolean
  /** The feed's parcel ids lack leading zeros, so they are padded to the county's mask. */
  losesLeadingZeros: boolean
}

export const defaultFeedFormat: FeedFormat = {
  nameOrder: null,
  nameWidth: null,
  doubleSpaceSplits: false,
  losesLeadingZeros: false,
}

/** What kind of name a party has, for the match report and the counts of unreadable names. */
export type PartyKind = 'person' | 'business' | 'trust' | 'unreadable'
