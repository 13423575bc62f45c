import { z } from 'zod'

/** A property as residents see it in the county's parcel roll: never with its owner. */
export type Property = { parcelId: string; address: string; city: string; zip: string }
/** What else a notice says about a property. */
export type PropertyDetails = Property & { legalDescription: string }

/** The result of the search, best first; `more` if other properties match too. */
export type FoundProperties = {
  properties: Property[]
  more: boolean
  /** The roll lacks the apartment or unit that was typed: these are at the same house number. */
  near?: true
}

/** The maximum properties in one result. */
export const maxFoundProperties = 8
/** A shorter text finds nothing. */
export const minFindCharacters = 3
/** How long the client waits after a keystroke before it searches. */
export const findDelayMs = 250
/** Longer texts are not addresses, and the search ignores the rest. */
export const maxFindCharacters = 10_000

/** Input of the search, as typed. */
export const findInput = z.strictObject({ text: z.string().max(maxFindCharacters) })

/** The columns of a roll by the headers that need no mapping, in any order and case. */
export const rollHeaders = {
  parcelId: 'PARCEL_ID',
  address: 'SITUS_ADDRESS',
  city: 'SITUS_CITY',
  zip: 'SITUS_ZIP',
  legalDescription: 'LEGAL_DESCRIPTION',
  ownerName: 'OWNER_NAME',
  mailAddress: 'MAIL_ADDRESS',
  mailCity: 'MAIL_CITY',
  mailState: 'MAIL_STATE',
  mailZip: 'MAIL_ZIP',
} as const
export type RollField = keyof typeof rollHeaders

/** The states of a version of the roll, as the table's comment explains them. */
export const rollStates = [
  'uploading',
  'waiting',
  'loading',
  'loaded',
  'current',
  'former',
  'removed',
  'failed',
] as const
export type RollState = (typeof rollStates)[number]
