/**
 * The vocabulary of matching: what is watched, what was recorded, how a feed writes it, and why the two agree.
 * Everything in this folder is pure and browser-safe; the worker and the preview call the same functions.
 */

/** Opt-in widenings of one alert, all off by default, and one narrowing (`notByInitial`). */
export type Variants = { nicknames: boolean; soundAlikes: boolean; allWords: boolean; notByInitial: boolean }

export const noVariants: Variants = { nicknames: false, soundAlikes: false, allWords: false, notByInitial: false }

/** What an alert watches. `firstName` may carry middle names: 'John Rick'. */
export type Watched =
  | { alertType: 'NAME'; firstName: string; lastName: string; variants: Variants }
  | { alertType: 'BUSINESS'; businessName: string; variants: Variants }
  | { alertType: 'PARCEL_ID'; parcelId: string; variants: Variants }

/** One party of a recorded document, as the feed gave it: one string, parts, or a business name. */
export type Party = {
  role?: string
  name?: string
  firstName?: string
  middleName?: string
  lastName?: string
  suffix?: string
  businessName?: string
}

/** What matching reads of a recorded document. */
export type RecordedDocument = { parties: Party[]; parcels: string[] }

/** How one feed writes its names; null or false where the feed states nothing. */
export type FeedReading = {
  nameOrder: 'LAST_FIRST' | 'FIRST_LAST' | null
  /** Characters at which the feed cuts names; a name exactly this long matches by prefix. */
  nameWidth: number | null
  /** Two or more spaces part joint names. */
  doubleSpaceSplits: boolean
  /** The feed's parcel ids have lost leading zeros; pad them to the county's mask. */
  losesLeadingZeros: boolean
}

export const unstatedFeed: FeedReading = {
  nameOrder: null,
  nameWidth: null,
  doubleSpaceSplits: false,
  losesLeadingZeros: false,
}

/** The county's parcel mask: the lengths of its segments ('2-2-3-3-4'), or null where none is set. */
export type ParcelMask = { segments: number[]; lastOptional: boolean } | null

/** Why a record meets an alert. Stored with the match and told to the resident. */
export type Match = {
  /** Which part of the record: 'party' or 'parcel', with its place in the list (from 0). */
  field: 'party' | 'parcel'
  fieldIndex: number
  /** The role of the party as the feed gave it, or ''. */
  role: string
  /** What the alert watches and what the record says, both as they were written. */
  alertRaw: string
  recordRaw: string
  /** True where every agreement found rests on an initial alone. */
  byInitialOnly: boolean
  /** True where the two names differ in their legal form (LLC, Corp.). */
  otherLegalForm: boolean
  /** Which opt-in variant found it, or null for the standing rule. */
  variant: 'nicknames' | 'soundAlikes' | 'allWords' | null
  ruleVersion: number
  /** One or two plain sentences for the notice, under 20 words each: 'First and last name are the same.' */
  sentence: string
}

/** How a party was read, for the match report and the counts of unreadable names. */
export type ReadAs = 'person' | 'business' | 'trust' | 'unreadable'
