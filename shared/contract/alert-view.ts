import type { AlertStatus, AlertType, MatchOptions } from './alert.ts'
import type { AlertWidth } from './automatic-width.ts'
import type { Marks } from './marks.ts'
import type { MatchGrade } from './match.ts'

/** A recipient as the server returns it. */
export type Recipient = { id: number; value: string; verified: boolean; acknowledged: boolean; saved: boolean }

/** An alert as the server returns it. */
export type AlertView = {
  id: number
  userId: number | null
  /** The owner's username; absent for migrated alerts. */
  username?: string
  name: string
  alertType: AlertType
  firstName: string
  lastName: string
  formerLastName: string
  businessName: string
  parcelId: string
  /** The address of a parcel alert's property, if the county's roll has it. */
  property?: string
  /** Its legal description, if the roll has it. */
  legalDescription?: string
  criteria: string
  criteriaType: string
  statusType: AlertStatus
  deliveryMethodStatus: 'VERIFIED' | 'PARTIAL' | 'UNVERIFIED'
  /** True if the alert is active but all of its verified recipients are suppressed. */
  nothingSent: boolean
  pausedUntil: string
  variants: MatchOptions
  emailAddressDTOs: { emailAddress: string; verified: boolean }[]
  phoneDTOs: { phoneNumber: string; verified: boolean }[]
  alertEmailAddresses: Recipient[]
  alertPhones: Recipient[]
}

export type GradeCounts = Record<MatchGrade, number>
/** What the preview counts separately: each match option that widens, and the former last name, if there is one. */
export type CountedOption = Exclude<keyof MatchOptions, 'notByInitial'> | 'formerLastName'

/** What an alert would have matched among existing records. */
export type AlertPreview = {
  /** Records of the last 12 months, of every grade; a lower bound if `capped`. */
  count: number
  capped: boolean
  /** The same by grade: certain and likely ones are notified right away, possible ones in the weekly email. */
  grades: GradeCounts
  /** More than 20 a year to notify right away: the form warns and suggests how to narrow the alert. */
  tooMany: boolean
  /** The surest first, then the newest: ten at most. */
  records: PreviewRecord[]
  /**
   * How many records each option of the type adds, or if on contributes. A record that it makes surer counts under its
   * new grade; `possible` counts what the weekly email would hold.
   */
  variantCounts: Partial<Record<CountedOption, GradeCounts>>
  /** How many give only an initial; undefined for types to which that does not apply. */
  byInitial?: number
  /** Whether the form of a new alert starts wide; null for types without automatic width. */
  width: AlertWidth | null
}

export type PreviewRecord = {
  documentIdentifier: string
  documentDescription: string
  recordedTimestampFormatted: string
  /** The record's own words, and which of them matched. */
  recordRaw: string
  marks: Marks
  sentence: string
  grade: MatchGrade
}
