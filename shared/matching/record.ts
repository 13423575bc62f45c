import { recordWordKeys } from '#shared/matching/all-words.ts'
import { truncatedPrefixes } from './truncated-name.ts'
import { recordPersonKeys } from '#shared/matching/keys.ts'
import {
  type ParcelMask,
  parseParcel,
  type ParsedParcel,
  recordParcelKeys,
  mangledParcelReason,
} from '#shared/matching/parcel.ts'
import { personSlipKeys, visitPersonNames } from './typing-slips.ts'
import { parseParty, type ParsedParty } from '#shared/matching/party.ts'
import type { FeedFormat, PartyKind, RecordedDocument } from './feed-format.ts'

/** A recorded document, parsed and normalized once. Opaque to callers. */
export type ParsedRecord = { parties: ParsedParty[]; parcels: { raw: string; index: number; parcel: ParsedParcel }[] }

/** Parses every party and parcel of a document, in each reading of decisions, section 6. Never throws. */
export function parseRecord(document: RecordedDocument, feed: FeedFormat, mask: ParcelMask): ParsedRecord {
  const parcels: ParsedRecord['parcels'] = []
  document.parcels.forEach((raw, index) => {
    const parcel = mangledParcelReason(raw) === null ? parseParcel(raw, mask, feed.losesLeadingZeros) : null
    if (parcel) parcels.push({ raw, index, parcel })
  })
  return { parties: document.parties.map((party, index) => parseParty(party, index, feed)), parcels }
}

/** The record's distinct candidate keys, 'kind:normalized'. */
export function recordKeys(record: ParsedRecord): string[] {
  const keys = new Set<string>()
  const add = (key: string) => keys.add(key)
  for (const party of record.parties) {
    for (const person of party.people) recordPersonKeys(person).forEach(add)
    for (const { key, sortedWords } of party.businesses) {
      if (key !== '') add(`business:${key}`)
      if (sortedWords !== null) add(`trust:${sortedWords}`)
    }
    recordWordKeys(party.words).forEach(add)
    if (party.unparsedName !== '') add(`whole:${party.unparsedName}`)
  }
  for (const { parcel } of record.parcels) recordParcelKeys(parcel).forEach(add)
  return [...keys]
}

/**
 * The record's distinct keys by which it meets alerts with typing slips. They are looked up while it is matched and
 * never stored: a name has about fifteen.
 */
export function recordSlipKeys(record: ParsedRecord): string[] {
  const people = record.parties.flatMap((party) => party.people)
  return [...new Set(people.flatMap(personSlipKeys))]
}

/** Calls `visit` with the names of the record's people, among which a preview looks for misspellings; some repeat. */
export function visitNames(record: ParsedRecord, visit: (name: string) => void): void {
  for (const party of record.parties) for (const person of party.people) visitPersonNames(person, visit)
}

/** The prefixes with which the full text of a truncated name must begin; empty for all other records. */
export function recordPrefixes(record: ParsedRecord): string[] {
  const prefixes = record.parties.flatMap(({ truncatedPeople, wholePrefixes, partPrefixes }) => [
    ...truncatedPeople.flatMap(truncatedPrefixes),
    ...wholePrefixes,
    ...partPrefixes,
  ])
  return [...new Set(prefixes)]
}

/** The kind of each party, for the match report and the counts of unreadable names. */
export function classifyParties(record: ParsedRecord): { raw: string; kind: PartyKind }[] {
  return record.parties.map(({ raw, kind }) => ({ raw, kind }))
}
