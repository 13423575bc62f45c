/** Short ways to write alerts and records in the tests of matching. */
import { alertKeys, alertMatchTexts, readAlert } from '#shared/matching/alert.ts'
import { decide } from '#shared/matching/decide.ts'
import { readRecord, recordKeys, recordPrefixes } from '#shared/matching/record.ts'
import {
  type FeedReading,
  type Match,
  noVariants,
  type ParcelMask,
  type Party,
  type RecordedDocument,
  unstatedFeed,
  type Variants,
  type Watched,
} from '#shared/matching/types.ts'

/** 'John Rick | Smith' as a person's alert: given names before the bar. */
export function person(name: string, variants: Partial<Variants> = {}): Watched {
  const [firstName = '', lastName = ''] = name.split('|').map((part) => part.trim())
  return { alertType: 'NAME', firstName, lastName, variants: { ...noVariants, ...variants } }
}

export function business(businessName: string, variants: Partial<Variants> = {}): Watched {
  return { alertType: 'BUSINESS', businessName, variants: { ...noVariants, ...variants } }
}

export function parcel(parcelId: string): Watched {
  return { alertType: 'PARCEL_ID', parcelId, variants: noVariants }
}

export function record(...parties: (string | Party)[]): RecordedDocument {
  return { parties: parties.map((party) => (typeof party === 'string' ? { name: party } : party)), parcels: [] }
}

export function feed(reading: Partial<FeedReading>): FeedReading {
  return { ...unstatedFeed, ...reading }
}

export function judge(
  watched: Watched,
  document: RecordedDocument,
  reading: Partial<FeedReading> = {},
  mask: ParcelMask = null,
): Match | null {
  return decide(readAlert(watched, mask), readRecord(document, feed(reading), mask))
}

/** Whether the search by keys and by prefixes would bring the two together, as the worker's SQL does. */
export function found(
  watched: Watched,
  document: RecordedDocument,
  reading: Partial<FeedReading> = {},
  mask: ParcelMask = null,
): boolean {
  const alert = readAlert(watched, mask)
  const read = readRecord(document, feed(reading), mask)
  const keys = new Set(recordKeys(read))
  const texts = alertMatchTexts(alert)
  return (
    alertKeys(alert).some((key) => keys.has(key)) ||
    recordPrefixes(read).some((prefix) => texts.some((text) => text.startsWith(prefix)))
  )
}
