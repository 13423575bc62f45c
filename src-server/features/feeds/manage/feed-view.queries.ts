import { sql } from 'kysely'
import type { FeedMapping } from '#shared/contract/feed-mapping.ts'
import { readSampledUntil } from '#shared/node/domain/monitoring/samples.queries.ts'
import type { Db } from '#shared/node/platform/database/client.ts'

export type FeedRow = {
  id: number
  name: string
  closed: boolean
  lastSeenAt: Date | null
  /** The seconds from recording to receipt, in the latest minute of the last day that has such a record. */
  lagSeconds: number | null
  eventsToday: number
  /** Keys in effect. */
  keys: number
  quarantined: number
}

/**
 * A page of the feeds, by name.
 * @param dayStart when the county's day began
 */
export async function listFeedPage(
  db: Db,
  { dayStart, limit, offset }: { dayStart: Date; limit: number; offset: number },
): Promise<{ rows: FeedRow[]; total: number }> {
  const sampled = await readSampledUntil(db)
  // Whole minutes that are stored, and later records by the index on the time of receipt.
  const fresh = sampled && sampled > dayStart ? sampled : dayStart
  const { rows } = await sql<FeedRow>`
    with page as (select * from feed order by lower(name), id limit ${limit} offset ${offset}),
    fresh as (
      select feed_id, count(*)::integer as events,
        percentile_cont(0.5) within group (order by extract(epoch from received_at - recorded_at)::float8)
          filter (where recorded_has_time) as lag
      from event where received_at >= ${fresh} group by feed_id)
    select p.id, p.name, p.closed_at is not null as closed, p.last_seen_at as "lastSeenAt",
      coalesce((select lag from fresh where feed_id = p.id), (
        select lag_seconds from feed_minute m
        where m.feed_id = p.id and m.at >= now() - interval '1 day' and lag_seconds is not null
        order by at desc limit 1)) as "lagSeconds",
      coalesce((select sum(events)::integer from feed_minute m where m.feed_id = p.id and m.at >= ${dayStart}), 0)
        + coalesce((select events from fresh where feed_id = p.id), 0) as "eventsToday",
      (select count(*)::integer from feed_key k where k.feed_id = p.id and k.revoked_at is null) as keys,
      (select count(*)::integer from quarantine q where q.feed_id = p.id and q.settled_at is null) as quarantined
    from page p order by lower(p.name), p.id`.execute(db)
  const { total } = await db
    .selectFrom('feed')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total }
}

export type FeedKeyRow = {
  id: number
  hint: string
  createdAt: Date
  createdBy: string | null
  revokedAt: Date | null
}
export type FeedDetail = {
  id: number
  name: string
  closed: boolean
  timeZone: string | null
  nameOrder: 'LAST_FIRST' | 'FIRST_LAST' | null
  nameWidth: number | null
  mapping: FeedMapping | null
  doubleSpaceSplits: boolean
  losesLeadingZeros: boolean
  version: number
}

export async function findFeedDetail(db: Db, id: number): Promise<FeedDetail | undefined> {
  const { rows } = await sql<FeedDetail>`
    select id, name, closed_at is not null as closed, time_zone as "timeZone", name_order as "nameOrder",
      name_width as "nameWidth", column_mapping as mapping, double_space_splits as "doubleSpaceSplits",
      loses_leading_zeros as "losesLeadingZeros", version
    from feed where id = ${id}`.execute(db)
  return rows[0]
}

/** A page of a feed's keys: those in effect first, each group newest first. */
export async function listKeys(
  db: Db,
  { feedId, limit, offset }: { feedId: number; limit: number; offset: number },
): Promise<{ rows: FeedKeyRow[]; total: number }> {
  const { rows } = await sql<FeedKeyRow>`
    select k.id, k.hint, k.created_at as "createdAt", u.username as "createdBy", k.revoked_at as "revokedAt"
    from feed_key k left join "user" u on u.id = k.created_by
    where k.feed_id = ${feedId} order by k.revoked_at desc nulls first, k.id desc limit ${limit} offset ${offset}`.execute(
    db,
  )
  const { total } = await db
    .selectFrom('feed_key')
    .where('feed_id', '=', feedId)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total }
}
