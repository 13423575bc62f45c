import { recordWordKeys } from '#shared/matching/all-words.ts'
import { cutPrefixes } from './truncated-name.ts'
import { recordPersonKeys } from '#shared/matching/keys.ts'
import { readParcel, type ReadParcel, recordParcelKeys, spoiltParcel } from '#shared/matching/parcel.ts'
import { readParty, type ReadParty } from '#shared/matching/party.ts'
import type { FeedReading, ParcelMask, ReadAs, RecordedDocument } from '#shared/matching/types.ts'

/** A recorded document, read and normalised once. Opaque to callers. */
export type ReadRecord = { parties: ReadParty[]; parcels: { raw: string; index: number; parcel: ReadParcel }[] }

/** Reads every party and parcel of a document in each way section 6 of the decisions allows. Never throws. */
export function readRecord(document: RecordedDocument, feed: FeedReading, mask: ParcelMask): ReadRecord {
  const parcels: ReadRecord['parcels'] = []
  document.parcels.forEach((raw, index) => {
    const parcel = spoiltParcel(raw) === null ? readParcel(raw, mask, feed.losesLeadingZeros) : null
    if (parcel) parcels.push({ raw, index, parcel })
  })
  return { parties: document.parties.map((party, index) => readParty(party, index, feed)), parcels }
}

/** Every key the record could be hit by, 'kind:normalised', each once. */
export function recordKeys(record: ReadRecord): string[] {
  const keys = new Set<string>()
  const add = (key: string) => keys.add(key)
  for (const party of record.parties) {
    for (const person of party.people) recordPersonKeys(person).forEach(add)
    for (const { key, sorted } of party.businesses) {
      if (key !== '') add(`business:${key}`)
      if (sorted !== null) add(`trust:${sorted}`)
    }
    recordWordKeys(party.words).forEach(add)
    if (party.whole !== '') add(`whole:${party.whole}`)
  }
  for (const { parcel } of record.parcels) recordParcelKeys(parcel).forEach(add)
  return [...keys]
}

/** The beginnings that the full text of a width-cut name must have; empty for all other records. */
export function recordPrefixes(record: ReadRecord): string[] {
  const prefixes = record.parties.flatMap(({ cutPeople, wholePrefixes, partPrefixes }) => [
    ...cutPeople.flatMap(cutPrefixes),
    ...wholePrefixes,
    ...partPrefixes,
  ])
  return [...new Set(prefixes)]
}

/** How each party was read, for the match report and the counts of unreadable names. */
export function readAs(record: ReadRecord): { raw: string; as: ReadAs }[] {
  return record.parties.map(({ raw, as }) => ({ raw, as }))
}
