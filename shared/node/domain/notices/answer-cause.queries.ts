import type { MatchGrade } from '#shared/contract/match.ts'
import type { NotMeCause } from '#shared/contract/not-me-cause.ts'
import {
  type CriteriaColumns,
  criteriaColumns,
  type FeedFormatColumns,
} from '#shared/node/domain/alerts/criteria-columns.ts'
import type { Tx } from '#shared/node/platform/database/client.ts'

/** What staff count of an answer, without names: why the record had matched, how surely, and how common the names are. */
export type AnswerCause = {
  cause: NotMeCause
  grade: MatchGrade | null
  expectedRecords: number | null
  expectedRecordsOfPair: number | null
}

/** The criteria of an alert, and the format of the feed of a record; undefined if either is deleted. */
export function findAlertAndFeed(
  tx: Tx,
  { alertId, eventId }: { alertId: number; eventId: number },
): Promise<(CriteriaColumns & FeedFormatColumns) | undefined> {
  return tx
    .selectFrom('alert as a')
    .innerJoin('event as e', (join) => join.on('e.id', '=', eventId))
    .innerJoin('feed as f', 'f.id', 'e.feed_id')
    .where('a.id', '=', alertId)
    .select(criteriaColumns.map((column) => `a.${column}` as const))
    .select(['f.name_order', 'f.name_width', 'f.double_space_splits', 'f.loses_leading_zeros'])
    .executeTakeFirst()
}
