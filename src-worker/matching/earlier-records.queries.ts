import { endEarlierBatches, lostEarlierRecords } from './lost-batches.queries.ts'
import { unmatchedIds } from './quarantine.queries.ts'
import { matchedColumns, type TakenEvent } from './take-events.queries.ts'
import type { Query } from './transaction.ts'

const lockBacklog = 'select before_event from reread_backlog for update skip locked'

/** A record to be read again. */
export type EarlierRecord = TakenEvent & {
  /** How many workers died while they read this record alone. */
  lost_alone: number
}

// The first in any case; further ones while they fit into memory together, and none of them was in a lost batch.
const readRecords = `
  with lost as (${lostEarlierRecords}),
  next as (
    select id, sum(octet_length(parties::text) + octet_length(parcels::text)) over newest as bytes,
      row_number() over newest as place, lost.alone as lost_alone, bool_or(lost.id is not null) over newest as is_lost
    from (
      select id, parties, parcels from event where id < $1 and id <> all (array(${unmatchedIds}))
      order by id desc limit $2) earlier
    left join lost using (id)
    window newest as (order by id desc))
  select ${matchedColumns}, coalesce(next.lost_alone, 0) as lost_alone,
    f.name_order, f.name_width, f.double_space_splits, f.loses_leading_zeros,
    null::integer as oldest_rule, null::integer as newest_rule, false as has_typing_slips,
    (select value ->> 'parcelMask' from setting where key = 'service') as parcel_mask
  from next join event e on e.id = next.id join feed f on f.id = e.feed_id
  where next.place = 1 or next.bytes <= $3 and not next.is_lost order by e.id desc`

const setBacklog = 'update reread_backlog set before_event = $1'

/**
 * Locks the backlog and reads its next records, newest first; an empty list means that none is left. One of a lost batch
 * comes alone; one that is in quarantine, or that staff discarded from there, does not come.
 * @param limits records, and bytes of their names and parcels
 * @returns null if there is no backlog, or another worker has it
 */
export async function takeEarlierRecords(
  query: Query,
  limits: { records: number; bytes: number },
): Promise<EarlierRecord[] | null> {
  const [backlog] = await query<{ before_event: number }>('lock_backlog', lockBacklog, [])
  if (!backlog) return null
  return query<EarlierRecord>('read_earlier', readRecords, [backlog.before_event, limits.records, limits.bytes])
}

/** Continues before this record, with the commit of the batch. */
export async function moveBacklog(
  query: Query,
  { lastId, batchId }: { lastId: number; batchId: number | null },
): Promise<void> {
  await query('move_backlog', setBacklog, [lastId])
  await endEarlierBatches(query, { batchId, before: lastId })
}

export async function endBacklog(query: Query): Promise<void> {
  await query('end_backlog', 'delete from reread_backlog', [])
  await endEarlierBatches(query, { batchId: null, before: 0 })
}
