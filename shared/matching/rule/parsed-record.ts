import { recordWordKeys } from '../business/all-words.ts'
import { type ParcelMask, parseParcel, type ParsedParcel, parcelKeys, mangledParcelReason } from '../parcels/parcel.ts'
import { findParcelPieces, maxRangeIds } from '../parcels/split-parcels.ts'
import { parseParty, type ParsedParty } from '../party/party.ts'
import { truncatedPrefixes } from '../people/truncated-name.ts'
import { personSlipKeys, visitPersonNames } from '../people/typing-slips.ts'
import type { FeedFormat, PartyKind, RecordedDocument } from '../text/feed-format.ts'
import { recordPersonKeys } from './keys.ts'

/** A recorded document, parsed and normalized once. Opaque to callers. */
export type ParsedRecord = { parties: ParsedParty[]; parcels: RecordParcel[] }

/** One id that a record states. A text may state several; `start` and `end` are where in `raw` (UTF-16, half-open). */
export type RecordParcel = { raw: string; index: number; start: number; end: number; parcel: ParsedParcel }

/** The ids of ranges listed for one record; further ranges are read by their ends. */
const maxListedIds = 2_000

/** Parses every party and parcel of a document, in each possible reading. Never throws. */
export function parseRecord(document: RecordedDocument, feed: FeedFormat, mask: ParcelMask): ParsedRecord {
  const parcels = parseParcels(document.parcels, feed, mask)
  return { parties: document.parties.map((party, index) => parseParty(party, index, feed)), parcels }
}

function parseParcels(texts: string[], feed: FeedFormat, mask: ParcelMask): RecordParcel[] {
  const parcels: RecordParcel[] = []
  let listed = 0
  texts.forEach((raw, index) => {
    if (mangledParcelReason(raw) !== null) return
    const { pieces } = findParcelPieces(raw, mask, Math.min(maxRangeIds, maxListedIds - listed))
    if (pieces.length > 1) listed += pieces.length
    // Without a mask the whole text may also be one id, which an alert has in the same form.
    const ids = mask === null && pieces.length > 1 ? [...pieces, { id: raw, start: 0, end: raw.length }] : pieces
    for (const { id, start, end } of ids) {
      const parcel = parseParcel(id, mask, feed.losesLeadingZeros)
      if (parcel) parcels.push({ raw, index, start, end, parcel })
    }
  })
  return parcels
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
  for (const { parcel } of record.parcels) parcelKeys(parcel).forEach(add)
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
