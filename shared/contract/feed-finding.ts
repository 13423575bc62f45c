import type { FeedChanges } from './feed-settings.ts'

/** What the stored records of a feed show about its format. */

/** Signs that a feed is not written as the settings say. */
export const signKinds = [
  'nameOrder',
  'doubleSpaces',
  'nameWidth',
  'leadingZeros',
  'parcelMask',
  'severalParcels',
  'parcelRange',
  'futureDates',
] as const
export type SignKind = (typeof signKinds)[number]
/** `unreadableNames` is only a count; every check makes it. */
export type FindingKind = SignKind | 'unreadableNames'

/** The setting of the feed that a finding suggests. */
export type FindingChange = Partial<
  Required<Pick<FeedChanges, 'nameOrder' | 'nameWidth' | 'doubleSpaceSplits' | 'losesLeadingZeros'>>
>

/**
 * What is counted in the sample before and after a suggested setting: possible readings of names as people, names that
 * we cannot read, names read as truncated, parcel ids that lost zeros and are found with them, ids that do not fit the
 * parcel mask, and matches of records of the last 12 months with the active alerts. `ids` needs no setting: the fields
 * that hold several parcel ids with the ids that we read in them, or the ids that we match from overly long ranges with
 * all that the ranges cover.
 */
export const findingMeasures = ['readings', 'unreadable', 'cutNames', 'zeroIds', 'misfits', 'ids', 'matches'] as const
export type FindingMeasure = (typeof findingMeasures)[number]
export type FindingEffect = {
  measure: FindingMeasure
  before: number
  after: number
  /** Matches that would be added, and that would disappear. */
  gained?: number
  lost?: number
}

export type FeedFinding<K extends FindingKind = FindingKind> = {
  kind: K
  /** Null if no setting of the feed would help. */
  change: FindingChange | null
  /** One of the county's parcel masks that more of the ids would fit. */
  mask?: string
  /** How many names, parcel ids or records show the problem, and how many we looked at. */
  count: number
  of: number
  /** A few of them, as the feed sent them. */
  samples: string[]
  /** Of `futureDates`: the county's page of the record in the first sample, if its feed sent one. */
  link?: string
  /** Empty if there is nothing to compare. */
  effects: FindingEffect[]
}

/** A finding as it was when staff discarded it. */
export type FindingDismissal = Pick<FeedFinding<SignKind>, 'kind' | 'change'> & {
  /** The share of names, ids or records that showed it. */
  share: number
}
