import { sql } from 'kysely'
import type { FeedFinding } from '#shared/contract/feed-finding.ts'
import type { FeedFormatColumns } from '#shared/node/domain/alerts/criteria-columns.ts'
import type { Db } from '#shared/node/platform/database/client.ts'
import { unmatchedIds } from '../matching/quarantine.queries.ts'
import type { HeldRecord } from './signs/sign.ts'

/** At this many records a feed is checked for the first time, without waiting for the night. */
const firstRecords = 1_000

/** What a feed's check may read: records, bytes of their names and parcels, and how far back among all feeds' records. */
export const checkLimits = { records: 5_000, bytes: 8_000_000, span: 50_000 } as const
type CheckLimits = { [K in keyof typeof checkLimits]: number }

// Up to a thousand entries of an index.
const heldUpToLimit = sql<number>`(
  select count(*)::integer from (select from event e where e.feed_id = f.id limit ${firstRecords}) held)`

const isAskedFor = sql<boolean>`(c.requested_at is not null and (c.tried_at is null or c.tried_at < c.requested_at))`
/** It has reached its first thousand records since its last check; after a failure it waits an hour. */
const hasGrown = sql<boolean>`(
  coalesce(c.held, 0) < ${firstRecords} and (c.tried_at is null or c.checked_at = c.tried_at
    or c.tried_at < now() - interval '1 hour') and ${heldUpToLimit} = ${firstRecords})`
/** Checked every night: the last check is not from last night. */
const isOld = sql<boolean>`(c.tried_at is null or c.tried_at < now() - interval '20 hours')`

/**
 * The open feeds to check now, those that were asked for first.
 * @param nightly also those that were not checked since last night
 */
export async function listDueFeeds(db: Db, { nightly }: { nightly: boolean }): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select f.id from feed f left join feed_check c on c.feed_id = f.id
    where f.closed_at is null and (${isAskedFor} or ${hasGrown} or (${nightly} and ${isOld}))
    order by ${isAskedFor} desc nulls last, f.id`.execute(db)
  return rows.map(({ id }) => id)
}

/** To the millisecond, which survives the way through JavaScript. */
const now = sql<Date>`date_trunc('milliseconds', now())`

export type CheckedFeed = FeedFormatColumns & {
  version: number
  held: number
  parcel_mask: string | null
  /** Whether any active alert looks for typing slips. */
  has_typing_slips: boolean
  /** When this check began. */
  started: Date
}

/** Records that a check of an open feed begins, and reads its settings; undefined if there is no such feed. */
export async function beginCheck(db: Db, feedId: number): Promise<CheckedFeed | undefined> {
  const { rows } = await sql<CheckedFeed>`
    with begun as (
      insert into feed_check (feed_id, tried_at)
      select id, ${now} from (select id from feed where id = ${feedId} and closed_at is null for key share) f
      on conflict (feed_id) do update set tried_at = excluded.tried_at
      returning feed_id, tried_at)
    select f.version, f.name_order, f.name_width, f.double_space_splits, f.loses_leading_zeros, b.tried_at as started,
      exists (select from alert where typing_slips and status = 'A') as has_typing_slips,
      ${heldUpToLimit} as held, (select value ->> 'parcelMask' from setting where key = 'service') as parcel_mask
    from begun b join feed f on f.id = b.feed_id`.execute(db)
  return rows[0]
}

/** Stores what a check found, unless a later check has stored its own. */
export async function saveCheck(
  db: Db,
  feedId: number,
  { version, held, started }: CheckedFeed,
  { records, findings }: { records: number; findings: FeedFinding[] },
): Promise<void> {
  await db
    .updateTable('feed_check')
    .set({ checked_at: started, feed_version: version, held, records, findings: JSON.stringify(findings) })
    .where('feed_id', '=', feedId)
    .where((eb) => eb.or([eb('checked_at', 'is', null), eb('checked_at', '<=', started)]))
    .execute()
}

/**
 * The newest records of a feed within the limits, without those that could not be matched: such a record may kill its
 * worker. Nothing is scanned beyond the limits: of a feed that is silent among busy ones, we take those with the
 * highest document numbers.
 */
export async function readSample(db: Db, feedId: number, limits: CheckLimits = checkLimits): Promise<HeldRecord[]> {
  const newest = await db
    .selectFrom('event')
    .select((eb) => eb.fn.max<number | null>('id').as('id'))
    .executeTakeFirst()
  const after = (newest?.id ?? 0) - limits.span
  const recent = await readRecords(db, limits, {
    where: sql`feed_id = ${feedId} and id > ${after}`,
    order: sql`id desc`,
  })
  if (recent.length >= firstRecords) return recent
  return readRecords(db, limits, { where: sql`feed_id = ${feedId}`, order: sql`document_id desc` })
}

type Fragment = ReturnType<typeof sql>

async function readRecords(
  db: Db,
  limits: CheckLimits,
  { where, order }: { where: Fragment; order: Fragment },
): Promise<HeldRecord[]> {
  const { rows } = await sql<HeldRecord>`
    with chosen as (
      select id, document_id, recorded_on, parties, parcels,
        -- Of a restricted record staff see no more than number and day.
        case when restricted then '' else document_url end as document_url
      from event
      where ${where} and id <> all (array(${sql.raw(unmatchedIds)})) order by ${order} limit ${limits.records}),
    measured as (
      select *, sum(octet_length(parties::text) + octet_length(parcels::text)) over (order by ${order}) as bytes
      from chosen)
    select id, document_id, recorded_on, document_url, parties, parcels from measured where bytes <= ${limits.bytes} order by ${order}`.execute(
    db,
  )
  return rows
}
