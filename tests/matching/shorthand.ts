/** Shorthand for alerts and records in the tests of matching. */
import { noMatchOptions, type MatchOptions, type Criteria } from '#shared/contract/alert.ts'
import type { Match } from '#shared/contract/match.ts'
import type { Party } from '#shared/contract/party.ts'
import type { ParcelMask } from '#shared/matching/parcels/parcel.ts'
import {
  alertMatchTexts,
  parseAlert,
  alertKeys,
  decide,
  parseRecord,
  recordKeys,
  recordPrefixes,
  recordSlipKeys,
  type FeedFormat,
  type RecordedDocument,
  defaultFeedFormat,
} from '#shared/matching/public.ts'
import { findFalseClaims } from '#tests/matching/naive/check-explanation.ts'

/** 'John Rick | Smith' as a person's alert: given names before the bar; a former last name after another bar. */
export function person(name: string, variants: Partial<MatchOptions> = {}): Criteria {
  const [firstName = '', lastName = '', formerLastName = ''] = name.split('|').map((part) => part.trim())
  return { alertType: 'NAME', firstName, lastName, formerLastName, variants: { ...noMatchOptions, ...variants } }
}

export function business(businessName: string, variants: Partial<MatchOptions> = {}): Criteria {
  return { alertType: 'BUSINESS', businessName, variants: { ...noMatchOptions, ...variants } }
}

export function parcel(parcelId: string): Criteria {
  return { alertType: 'PARCEL_ID', parcelId, variants: noMatchOptions }
}

export function record(...parties: (string | Party)[]): RecordedDocument {
  return { parties: parties.map((party) => (typeof party === 'string' ? { name: party } : party)), parcels: [] }
}

export function feedFormat(reading: Partial<FeedFormat>): FeedFormat {
  return { ...defaultFeedFormat, ...reading }
}

/** What the rule says of a pair. */
export function decideUnchecked(
  criteria: Criteria,
  document: RecordedDocument,
  reading: Partial<FeedFormat> = {},
  mask: ParcelMask = null,
): Match | null {
  return decide(parseAlert(criteria, mask), parseRecord(document, feedFormat(reading), mask))
}

/** The same for names that a second reader can read: it checks whatever the rule explains. */
export function decideMatch(...pair: Parameters<typeof decideUnchecked>): Match | null {
  const match = decideUnchecked(...pair)
  const [criteria, document] = pair
  const problems = match ? findFalseClaims(criteria, document, match) : []
  if (problems.length > 0) throw new Error(`${match?.recordRaw}: ${problems.join(' ')}`)
  return match
}

/** Whether the search by keys and prefixes would find the pair, as the worker's SQL does. */
export function isFound(
  criteria: Criteria,
  document: RecordedDocument,
  reading: Partial<FeedFormat> = {},
  mask: ParcelMask = null,
): boolean {
  const alert = parseAlert(criteria, mask)
  const read = parseRecord(document, feedFormat(reading), mask)
  const keys = new Set([...recordKeys(read), ...recordSlipKeys(read)])
  const texts = alertMatchTexts(alert)
  return (
    alertKeys(alert).some((key) => keys.has(key)) ||
    recordPrefixes(read).some((prefix) => texts.some((text) => text.startsWith(prefix)))
  )
}
