import { sql } from 'kysely'
import type { FeedFinding, FindingDismissal } from '#shared/contract/feed-finding.ts'
import type { Db, Tx } from '#shared/node/platform/database/client.ts'

export type FeedCheckRow = {
  feedId: number
  requestedAt: Date | null
  triedAt: Date | null
  checkedAt: Date | null
  /** Whether the last check used the feed's current settings. */
  isCurrent: boolean
  records: number
  findings: FeedFinding[]
  dismissed: FindingDismissal[]
}

/** The last checks of these feeds; a feed whose check was neither requested nor made has no row. */
export async function readFeedChecks(db: Db | Tx, feedIds: readonly number[]): Promise<FeedCheckRow[]> {
  const { rows } = await sql<FeedCheckRow>`
    select c.feed_id as "feedId", c.requested_at as "requestedAt", c.tried_at as "triedAt",
      c.checked_at as "checkedAt", coalesce(c.feed_version = f.version, false) as "isCurrent", c.records, c.findings,
      c.dismissed
    from feed_check c join feed f on f.id = c.feed_id where c.feed_id = any (${feedIds}::bigint[])`.execute(db)
  return rows
}

/** The last check of one feed, locked until the transaction ends. */
export async function lockFeedCheck(tx: Tx, feedId: number): Promise<FeedCheckRow | undefined> {
  await tx.selectFrom('feed_check').select('feed_id').where('feed_id', '=', feedId).forUpdate().execute()
  return (await readFeedChecks(tx, [feedId]))[0]
}

export async function saveDismissals(tx: Tx, feedId: number, dismissed: FindingDismissal[]): Promise<void> {
  await tx
    .updateTable('feed_check')
    .set({ dismissed: JSON.stringify(dismissed) })
    .where('feed_id', '=', feedId)
    .execute()
}
