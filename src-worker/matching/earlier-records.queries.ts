import type { TakenEvent } from './take-events.queries.ts'
import type { Query } from './transaction.ts'

const lockBacklog = 'select before_event from reread_backlog for update skip locked'

const readRecords = `
  select e.id, e.revision, e.recorded_on, e.parties, e.parcels,
    f.name_order, f.name_width, f.double_space_splits, f.loses_leading_zeros,
    null::integer as oldest_rule, null::integer as newest_rule, false as has_typing_slips,
    (select value ->> 'parcelMask' from setting where key = 'service') as parcel_mask
  from event e join feed f on f.id = e.feed_id
  where e.id < $1 order by e.id desc limit $2`

const moveBacklog = 'update reread_backlog set before_event = $1'
const endBacklog = 'delete from reread_backlog'

/**
 * Takes the next records to read again, newest first; an empty list ends the backlog.
 * @returns null if there is no backlog, or another worker has it
 */
export async function takeEarlierRecords(query: Query, limit: number): Promise<TakenEvent[] | null> {
  const [backlog] = await query<{ before_event: number }>('lock_backlog', lockBacklog, [])
  if (!backlog) return null
  const records = await query<TakenEvent>('read_earlier', readRecords, [backlog.before_event, limit])
  const last = records.at(-1)
  await (last ? query('move_backlog', moveBacklog, [last.id]) : query('end_backlog', endBacklog, []))
  return records
}
