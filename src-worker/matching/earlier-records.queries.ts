import { matchedColumns, type TakenEvent } from './take-events.queries.ts'
import type { Query } from './transaction.ts'

const lockBacklog = 'select before_event from reread_backlog for update skip locked'

// The first in any case; further ones while they fit into memory together.
const readRecords = `
  with next as (
    select id, sum(octet_length(parties::text) + octet_length(parcels::text)) over (order by id desc) as bytes,
      row_number() over (order by id desc) as place
    from (select id, parties, parcels from event where id < $1 order by id desc limit $2) earlier)
  select ${matchedColumns},
    f.name_order, f.name_width, f.double_space_splits, f.loses_leading_zeros,
    null::integer as oldest_rule, null::integer as newest_rule, false as has_typing_slips,
    (select value ->> 'parcelMask' from setting where key = 'service') as parcel_mask
  from next join event e on e.id = next.id join feed f on f.id = e.feed_id
  where next.bytes <= $3 or next.place = 1 order by e.id desc`

const setBacklog = 'update reread_backlog set before_event = $1'
const endBacklog = 'delete from reread_backlog'

/**
 * Locks the backlog and reads its next records, newest first; an empty list means that none is left.
 * @param limits records, and bytes of their names and parcels
 * @returns null if there is no backlog, or another worker has it
 */
export async function takeEarlierRecords(
  query: Query,
  limits: { records: number; bytes: number },
): Promise<TakenEvent[] | null> {
  const [backlog] = await query<{ before_event: number }>('lock_backlog', lockBacklog, [])
  if (!backlog) return null
  return query<TakenEvent>('read_earlier', readRecords, [backlog.before_event, limits.records, limits.bytes])
}

/** Goes on before this record; null ends the backlog. */
export async function moveBacklog(query: Query, lastId: number | null): Promise<void> {
  await (lastId === null ? query('end_backlog', endBacklog, []) : query('move_backlog', setBacklog, [lastId]))
}
