import type { Client } from 'pg'
import { sealedWord } from '../world/changes.ts'
import type { Check } from './check.ts'

/** A revision is visible at the latest so many milliseconds after the database dated its commit, even on a slow disk. */
const visibleMs = 1_000

/**
 * Calls about restricted records that were committed after the restriction, each as notice and attempt. Only the
 * database's clock counts, whatever a worker's says.
 */
async function readLaterCalls(client: Client): Promise<{ notice: string; attempt: number }[]> {
  const { rows } = await client.query<{ notice: string; attempt: number }>(
    `select c.notice_id::text as notice, c.attempt
     from event e join notice n on n.kind = 'match' and n.event_id = e.id
     join chaos.journal c on c.what = 'called' and c.notice_id = n.id
     where e.restricted and (
       not exists (select from event_revision r where r.event_id = e.id and not (r.body ->> 'restricted')::boolean)
       or c.statement_at > pg_xact_commit_timestamp(e.xmin) + interval '${visibleMs} ms')`,
  )
  return rows
}

/** What a restriction keeps back: the record's content, and names until staff release them. */
export const restrictedChecks: Check[] = [
  {
    what: 'messages that show the content of a restricted record',
    find: async ({ client, ledger }) => {
      const calls = new Set((await readLaterCalls(client)).map(({ notice, attempt }) => `${notice} ${attempt}`))
      return ledger
        .filter(({ notice, attempt }) => calls.has(`${notice} ${attempt}`))
        .filter(({ message }) => JSON.stringify(message).includes(sealedWord))
        .map(({ id }) => id)
    },
  },
  {
    what: 'calls about a restricted record to those whom only staff may tell',
    find: async ({ client, notices, expected }) => {
      const called = new Set((await readLaterCalls(client)).map(({ notice }) => notice))
      return notices
        .filter(({ id, key }) => key !== null && expected.untilRestricted.has(key) && called.has(id))
        .map(({ id }) => id)
    },
  },
]
