import type { Party } from '#shared/matching/types.ts'
import type { FeedColumns } from '#shared/node/watched.ts'
import type { Query } from './transaction.ts'

/** A record taken from the queue, at its current revision, with how its feed writes. */
export type TakenEvent = FeedColumns & {
  id: number
  revision: number
  recorded_on: string
  parties: Party[]
  parcels: string[]
  /** Versions of the rule that alerts' keys were derived by; null where there is no alert. */
  oldest_rule: number | null
  newest_rule: number | null
  /** The setting as it stood when those keys were derived. */
  parcel_mask: string | null
}

/**
 * Held shared by every batch and alone by whoever derives keys anew: candidates are never looked for among keys that
 * are half old, half new.
 */
export const shareKeys = 'select pg_advisory_xact_lock_shared(7302)'

// The record's row is locked against a revision until this batch is stored. A revision that comes later finds the
// queue row gone and queues the record again; one that came first is what is read here.
const take = `
  with taken as materialized (
    select e.id, e.revision, e.recorded_on, e.parties, e.parcels, e.feed_id
    from match_queue q join event e on e.id = q.event_id
    where q.not_before <= now() and ($2::bigint[] is null or q.event_id = any ($2))
    order by q.event_id limit $1
    for update of q skip locked for share of e skip locked
  ), gone as (
    delete from match_queue where event_id = any (array(select id from taken))
  )
  select t.id, t.revision, t.recorded_on, t.parties, t.parcels,
    f.name_order, f.name_width, f.double_space_splits, f.loses_leading_zeros,
    (select min(rule_version) from alert) as oldest_rule, (select max(rule_version) from alert) as newest_rule,
    (select value ->> 'parcelMask' from setting where key = 'service') as parcel_mask
  from taken t join feed f on f.id = t.feed_id`

/** Takes records off the queue; they are back on it if the transaction fails. */
export function takeEvents(query: Query, limit: number, only: number[] | null): Promise<TakenEvent[]> {
  return query<TakenEvent>('take_events', take, [limit, only])
}
