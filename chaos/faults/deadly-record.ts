import type { Client } from 'pg'
import { deadlyEventId } from '../children/deadly-event.ts'
import { comesTrue } from '../support/until.ts'
import { type FaultKind, noChoice } from './fault.ts'

const setAsideWithinMs = 60_000

const queue = `
  with made as (
    insert into event (id, feed_id, document_id, content_hash, recorded_at, recorded_has_time, recorded_on, parties, parcels)
    overriding system value
    select ${deadlyEventId}, min(id), 'DEADLY', '', now(), true, current_date, '[]', '[]' from feed returning id)
  insert into match_queue (event_id) select id from made`

/** Moves the record's next try to now, so that the run need not wait for it. */
const isSetAside = async (client: Client): Promise<boolean> => {
  await client.query('update match_queue set not_before = now() where event_id = $1', [deadlyEventId])
  return (await client.query('select from quarantine where event_id = $1', [deadlyEventId])).rowCount === 1
}

/**
 * A record kills every worker that reads it. It must be quarantined after its tries, and all other work must continue.
 * The deaths of the workers are excused only if that happens.
 */
export const deadlyRecord: FaultKind = {
  label: 'a record that kills its workers',
  refuses: 'nobody',
  interruptsCalls: true,
  choosePlace: noChoice,
  targets: ({ workers, database }) => [...workers, database],
  inject: ({ workers, database }) =>
    database.asOwner(async (client) => {
      await client.query(queue)
      const wasSetAside = await comesTrue('the deadly record is set aside', () => isSetAside(client), setAsideWithinMs)
      for (const table of ['quarantine', 'match_queue', 'event_key'])
        await client.query(`delete from ${table} where event_id = $1`, [deadlyEventId])
      await client.query('delete from event where id = $1', [deadlyEventId])
      if (!wasSetAside) return
      for (const { ownEnds } of workers)
        ownEnds.splice(0, ownEnds.length, ...ownEnds.filter((end) => !end.startsWith('worker (SIGKILL)')))
    }),
}
