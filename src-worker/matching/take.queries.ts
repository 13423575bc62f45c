import type { Party } from '#shared/contract/party.ts'
import { locks } from '#shared/node/platform/database/locks.ts'
import type { FeedFormatColumns } from '#shared/node/domain/alerts/criteria.ts'
import type { Query } from './transaction.ts'

/** A record taken from the queue, at its current revision, with how its feed writes. */
export type TakenEvent = FeedFormatColumns & {
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
export const shareKeys = `select pg_advisory_xact_lock_shared(${locks.alertKeys})`

// Whoever revises a record queues it first, and so waits for this batch or is skipped by it.
const take = `
  delete from match_queue where event_id = any (array(
    select event_id from match_queue
    where not_before <= now() and ($2::bigint[] is null or event_id = any ($2))
    order by event_id limit $1 for update skip locked))
  returning event_id`

// A statement of its own: it sees the revision that was queued, however late that was committed.
const read = `
  select e.id, e.revision, e.recorded_on, e.parties, e.parcels,
    f.name_order, f.name_width, f.double_space_splits, f.loses_leading_zeros,
    (select min(rule_version) from alert) as oldest_rule, (select max(rule_version) from alert) as newest_rule,
    (select value ->> 'parcelMask' from setting where key = 'service') as parcel_mask
  from event e join feed f on f.id = e.feed_id
  where e.id = any ($1::bigint[]) order by e.id`

/**
 * Takes records off the queue; they are back on it if the transaction fails.
 * @param only these, or null for the next
 */
export async function takeEvents(query: Query, limit: number, only: number[] | null): Promise<TakenEvent[]> {
  const taken = await query<{ event_id: number }>('take_queue', take, [limit, only])
  if (taken.length === 0) return []
  return query<TakenEvent>('read_events', read, [`{${taken.map((row) => row.event_id).join(',')}}`])
}

/** Notes records to be matched once more when every alert has keys of the rule that holds now. */
export async function matchAgain(query: Query, eventIds: number[]): Promise<void> {
  const text = 'insert into match_again (event_id) select unnest($1::bigint[]) order by 1 on conflict do nothing'
  await query('match_again', text, [eventIds])
}
