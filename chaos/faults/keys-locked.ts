import { setTimeout as wait } from 'node:timers/promises'
import { locks } from '#shared/node/platform/database/locks.ts'
import { askForUnmatched } from './ask-health.ts'
import { type FaultKind, noChoice } from './fault.ts'
import { note } from './findings.ts'

/** Many polls of a fast worker: matching waits meanwhile. */
const heldMs = 3_000

/**
 * Another session holds the lock that every batch of records needs, such as an import that hangs, until it ends. A
 * record that arrived meanwhile and has left the queue before that did not wait, which the journal notes. Health knows
 * how long the others have waited.
 */
export const keysLocked: FaultKind = {
  label: 'a session that keeps matching waiting',
  refuses: 'nobody',
  interruptsCalls: false,
  choosePlace: noChoice,
  targets: ({ database }) => [database],
  inject: ({ database, addresses }) =>
    database.asOwner(async (client) => {
      await client.query('select pg_advisory_lock($1)', [locks.alertKeys])
      const { rows } = await client.query<{ last: string }>('select coalesce(max(id), 0) as last from event')
      await wait(heldMs)
      await askForUnmatched(client, { addresses })
      const { rows: matched } = await client.query<{ document: string }>(
        `select document_id as document from event
         where id > $1 and not exists (select from match_queue where event_id = event.id)`,
        [rows[0]?.last],
      )
      for (const { document } of matched) await note(client, 'matched under lock', document)
    }),
}
