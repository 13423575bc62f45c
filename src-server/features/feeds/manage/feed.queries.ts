import { sql } from 'kysely'
import type { FeedMapping } from '#shared/contract/feed-mapping.ts'
import type { Db, Tx } from '#shared/node/platform/database/client.ts'

/** A feed as ingest needs it. */
export type OpenFeed = { id: number; name: string; timeZone: string | null; mapping: FeedMapping | null }

/** The open feed of a key that is not revoked. */
export async function findFeedByKey(db: Db, keyHash: Buffer): Promise<OpenFeed | undefined> {
  return db
    .selectFrom('feed_key as k')
    .innerJoin('feed as f', 'f.id', 'k.feed_id')
    .select(['f.id', 'f.name', 'f.time_zone as timeZone', 'f.column_mapping as mapping'])
    .where('k.key_hash', '=', keyHash)
    .where('k.revoked_at', 'is', null)
    .where('f.closed_at', 'is', null)
    .executeTakeFirst()
}

/** Records that a feed called, unless we did so in the last seconds, so that its row does not become a hot spot. */
export async function updateLastSeen(db: Db, feedId: number, everyMs: number): Promise<void> {
  await db
    .updateTable('feed')
    .set({ last_seen_at: sql<Date>`now()` })
    .where('id', '=', feedId)
    .where(sql<boolean>`coalesce(last_seen_at not between now() - ${everyMs} * interval '1 ms' and now(), true)`)
    .execute()
}

export type FeedFields = {
  name: string
  time_zone: string | null
  name_order: 'LAST_FIRST' | 'FIRST_LAST' | null
  name_width: number | null
  column_mapping: FeedMapping | null
  double_space_splits: boolean
  loses_leading_zeros: boolean
}

const toColumns = ({ column_mapping, ...fields }: FeedFields) => ({
  ...fields,
  column_mapping: column_mapping && JSON.stringify(column_mapping),
})

/** @returns undefined if another feed has the name */
export async function insertFeed(tx: Tx, fields: FeedFields): Promise<{ id: number } | undefined> {
  return tx
    .insertInto('feed')
    .values(toColumns(fields))
    .onConflict((oc) => oc.doNothing())
    .returning('id')
    .executeTakeFirst()
}

export async function saveFeed(tx: Tx, id: number, fields: FeedFields): Promise<void> {
  await tx
    .updateTable('feed')
    .set((eb) => ({ ...toColumns(fields), version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

export async function setClosed(tx: Tx, id: number, closedAt: Date | null): Promise<void> {
  await tx
    .updateTable('feed')
    .set((eb) => ({ closed_at: closedAt, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** Asks for a check, which a worker makes within a minute, or immediately if a job wakes it. */
export async function requestFeedCheck(tx: Db | Tx, feedId: number): Promise<void> {
  // To the millisecond, as the worker compares it. Every caller locks the feed first.
  await sql`
    insert into feed_check (feed_id, requested_at)
    select id, date_trunc('milliseconds', now()) from (select id from feed where id = ${feedId} for key share) f
    on conflict (feed_id) do update set requested_at = excluded.requested_at`.execute(tx)
}

export function findFeed(db: Db | Tx, by: { id: number } | { name: string }) {
  const feeds = db.selectFrom('feed').selectAll()
  const found =
    'id' in by
      ? feeds.where('id', '=', by.id)
      : feeds.where((eb) => eb(eb.fn('lower', ['name']), '=', by.name.trim().toLowerCase()))
  return found.executeTakeFirst()
}

/** The same feed, locked until the transaction ends. */
export function lockFeed(tx: Tx, id: number) {
  return tx.selectFrom('feed').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

export async function insertKey(
  tx: Tx,
  key: { feed_id: number; key_hash: Buffer; hint: string; created_by: number | null },
): Promise<{ id: number }> {
  return tx
    .insertInto('feed_key')
    .values({ ...key, revoked_at: null })
    .returning('id')
    .executeTakeFirstOrThrow()
}

/** @returns undefined if there is no such key in effect */
export async function revokeKey(tx: Tx, id: number, at: Date): Promise<{ feed_id: number; hint: string } | undefined> {
  return tx
    .updateTable('feed_key')
    .set({ revoked_at: at })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning(['feed_id', 'hint'])
    .executeTakeFirst()
}

/** Every feed with its keys, by name. */
export async function listFeeds(db: Db) {
  const feeds = await db.selectFrom('feed').selectAll().orderBy('name').execute()
  const keys = await db
    .selectFrom('feed_key')
    .select(['id', 'feed_id', 'hint', 'created_at', 'revoked_at'])
    .orderBy('id')
    .execute()
  return feeds.map((feed) => ({ ...feed, keys: keys.filter((key) => key.feed_id === feed.id) }))
}
