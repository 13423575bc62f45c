import type { Party } from '#shared/contract/party.ts'
import type { FeedFormatColumns } from '#shared/node/domain/alerts/criteria-columns.ts'
import type { Query } from './transaction.ts'

type EarlierRecord = FeedFormatColumns & { id: number; recorded_on: string; parties: Party[] }

const lockBacklog = 'select before_event from held_word_backlog for update skip locked'

const readRecords = `
  select e.id, e.recorded_on, e.parties, f.name_order, f.name_width, f.double_space_splits, f.loses_leading_zeros
  from event e join feed f on f.id = e.feed_id
  where e.id < $1 order by e.id desc limit $2`

const moveBacklog = 'update held_word_backlog set before_event = $1'
const endBacklog = 'delete from held_word_backlog'

/**
 * Takes the next records whose names are not kept yet, newest first; an empty list ends the backlog.
 * @returns null if there is no backlog, or another worker has it
 */
export async function takeEarlierRecords(query: Query, limit: number): Promise<EarlierRecord[] | null> {
  const [backlog] = await query<{ before_event: number }>('lock_backlog', lockBacklog, [])
  if (!backlog) return null
  const records = await query<EarlierRecord>('read_earlier', readRecords, [backlog.before_event, limit])
  const last = records.at(-1)
  await (last ? query('move_backlog', moveBacklog, [last.id]) : query('end_backlog', endBacklog, []))
  return records
}
