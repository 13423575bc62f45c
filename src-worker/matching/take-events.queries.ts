import type { Party } from '#shared/contract/party.ts'
import type { FeedFormatColumns } from '#shared/node/domain/alerts/criteria-columns.ts'
import { matchedContent } from '#shared/node/domain/alerts/restricted-content.ts'
import { locks } from '#shared/node/platform/database/locks.ts'
import type { Query } from './transaction.ts'

/** A record taken from the queue, at its current revision, with its feed's format. */
export type TakenEvent = FeedFormatColumns & {
  id: number
  revision: number
  recorded_on: string
  /** Only its parcels may notify recipients, and nothing of its content may be stored with a match. */
  restricted: boolean
  parties: Party[]
  parcels: string[]
  /** Versions of the rule that alerts' keys were derived with; null if there are no alerts. */
  oldest_rule: number | null
  newest_rule: number | null
  /** Whether any active alert looks for typing slips. */
  has_typing_slips: boolean
  /** The setting when those keys were derived. */
  parcel_mask: string | null
}

/** The same, and when it was taken, by the database's clock. */
export type QueuedEvent = TakenEvent & { taken_at: Date }

/**
 * Every batch holds this lock shared and a derivation of keys holds it exclusively, so that matching never sees keys
 * that are half old, half new.
 */
export const lockKeysShared = `select pg_advisory_xact_lock_shared(${locks.alertKeys})`

// A revision queues its record first, so it waits for this batch, or the batch skips the record.
const take = `
  delete from match_queue where event_id = any (array(
    select event_id from match_queue
    where not_before <= now() and (case when $2::bigint[] is null then not alone else event_id = any ($2) end)
    order by event_id limit $1 for update skip locked))
  returning event_id`

/** SQL: what matching reads of an event `e`. */
export const matchedColumns = `e.id, e.revision, e.recorded_on, e.restricted,
    ${matchedContent.parties} as parties, ${matchedContent.parcels} as parcels`

// A separate statement, to see the queued revision however late it was committed.
const read = `
  select ${matchedColumns}, now() as taken_at,
    f.name_order, f.name_width, f.double_space_splits, f.loses_leading_zeros,
    (select min(rule_version) from alert) as oldest_rule, (select max(rule_version) from alert) as newest_rule,
    exists (select from alert where typing_slips and status = 'A') as has_typing_slips,
    (select value ->> 'parcelMask' from setting where key = 'service') as parcel_mask
  from event e join feed f on f.id = e.feed_id
  where e.id = any ($1::bigint[]) order by e.id`

/**
 * Takes records from the queue; they return to it if the transaction fails.
 * @param onlyIds these, or null for the next
 */
export async function takeEvents(query: Query, limit: number, onlyIds: number[] | null): Promise<QueuedEvent[]> {
  const taken = await query<{ event_id: number }>('take_queue', take, [limit, onlyIds])
  if (taken.length === 0) return []
  return query<QueuedEvent>('read_events', read, [`{${taken.map((row) => row.event_id).join(',')}}`])
}

/** Restricted records need no other worker, now that one that reads their content has them. */
export async function recordSealedMatched(query: Query, taken: TakenEvent[]): Promise<void> {
  const ids = taken.filter(({ restricted }) => restricted).map(({ id }) => id)
  if (ids.length > 0)
    await query(
      'sealed_matched',
      'update restricted_content set matched_at = now() where event_id = any ($1::bigint[])',
      [`{${ids.join(',')}}`],
    )
}

/** Ends the batch with the commit of its records. */
export async function endBatch(query: Query, batchId: number): Promise<void> {
  await query('end_batch', 'delete from match_batch where id = $1', [batchId])
}

/** Schedules records to be matched again when every alert has keys of the current rule. */
export async function scheduleRematch(query: Query, eventIds: number[]): Promise<void> {
  const text = 'insert into match_again (event_id) select unnest($1::bigint[]) order by 1 on conflict do nothing'
  await query('match_again', text, [eventIds])
}
