import type { FeedReading, ParcelMask, ReadAs, RecordedDocument } from '#shared/matching/types.ts'

/** A recorded document, read and normalised once. Opaque to callers. */
export type ReadRecord = { document: RecordedDocument; feed: FeedReading; mask: ParcelMask }

export function readRecord(document: RecordedDocument, feed: FeedReading, mask: ParcelMask): ReadRecord {
  return { document, feed, mask }
}

export function recordKeys(_record: ReadRecord): string[] {
  return []
}

export function recordPrefixes(_record: ReadRecord): string[] {
  return []
}

export function readAs(_record: ReadRecord): { raw: string; as: ReadAs }[] {
  return []
}
