import type { Population } from '#scripts/made-up/population.ts'
import type { IngestAnswer, WireEvent } from '#shared/contract/feed.ts'

export type FeedEvent = WireEvent & { documentIdentifier: string }

/** The events of `count` records in a row. */
export const listEvents = (
  { recordAt }: Pick<Population, 'recordAt'>,
  { from, count }: { from: number; count: number },
): FeedEvent[] => Array.from({ length: count }, (_, place) => recordAt(from + place).event)

/** How an answer contradicts that each posted record is stored; null if it does not. */
export const findMiscount = (posted: number, { accepted, duplicates, rejected }: IngestAnswer): string | null =>
  rejected.length > 0 || accepted + duplicates !== posted
    ? `${posted} records posted, ${accepted} accepted, ${duplicates} known before`
    : null
