import type { AlertStatus, AlertType, MatchOptions } from './alert.ts'
import type { Marks } from './marks.ts'

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

/** What an alert would have matched among existing records. */
export type AlertPreview = {
  /** Records of the last 12 months; a lower bound if `capped`. */
  count: number
  capped: boolean
  /** More than 20 a year: the form warns and suggests how to narrow the alert. */
  tooMany: boolean
  records: PreviewRecord[]
  /**
   * How many records each match option would add, if it applies to the type; `formerLastName`: those that the former
   * last name adds, if there is one.
   */
  variantCounts: {
    nicknames?: number
    soundAlikes?: number
    typingSlips?: number
    formerName?: number
    formerLastName?: number
    allWords?: number
    possible?: number
    byInitial?: number
  }
  /** Whether the form of a new alert starts wide; null for types without automatic width. */
  width: AlertWidth | null
}

/**
 * Automatic width: whether a new alert starts with typing slips, sound-alikes and nicknames on, and what decided it:
 * all that it found among a year's records, or the census frequency of the name.
 */
export type AlertWidth = { on: boolean; by: 'records' | 'census'; perYear: number }
export type PreviewRecord = {
  documentIdentifier: string
  documentDescription: string
  recordedTimestampFormatted: string
  /** The record's own words, and which of them matched. */
  recordRaw: string
  marks: Marks
  sentence: string
}
