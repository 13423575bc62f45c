import type { FeedChanges } from './feed-settings.ts'

/** What the records that we hold of a feed say about its format (decisions, section 6a). */

export const findingKinds = [
  'nameOrder',
  'doubleSpaces',
  'nameWidth',
  'leadingZeros',
  'parcelMask',
  'severalParcels',
  'parcelRange',
] as const
export type FindingKind = (typeof findingKinds)[number]

/** The setting of the feed that a finding suggests. */
export type FindingChange = Partial<
  Required<Pick<FeedChanges, 'nameOrder' | 'nameWidth' | 'doubleSpaceSplits' | 'losesLeadingZeros'>>
>

/**
 * What a suggested setting changes, counted in the sample: possible readings of names as people, names that cannot be
 * read, names read as cut off, parcel ids that lost zeros and are found with them, and matches of records of the last
 * 12 months with the active alerts.
 */
export const findingMeasures = ['readings', 'unreadable', 'cutNames', 'zeroIds', 'matches'] as const
export type FindingMeasure = (typeof findingMeasures)[number]
export type FindingEffect = {
  measure: FindingMeasure
  before: number
  after: number
  /** Matches that would be new, and that would be gone. */
  gained?: number
  lost?: number
}

export type FeedFinding = {
  kind: FindingKind
  /** Null if no setting of the feed would help. */
  change: FindingChange | null
  /** Names or parcel ids that show it, and how many we looked at. */
  count: number
  of: number
  /** A few of them, as the feed sent them. */
  samples: string[]
  /** Empty without a change. */
  effects: FindingEffect[]
}

/** A finding as it was when staff dismissed it. */
export type FindingDismissal = Pick<FeedFinding, 'kind' | 'change'> & {
  /** The share of names or ids that showed it. */
  share: number
}
