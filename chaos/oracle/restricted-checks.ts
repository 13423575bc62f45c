import { sealedWord } from '../world/changes.ts'
import type { Check } from './check.ts'
import type { Facts } from './facts.ts'
import { isNearAny, listMachineStalls } from './interruptions.ts'

/**
 * A revision is visible at the latest so many milliseconds after the database dated its commit, even on a slow disk,
 * unless the machine stalls.
 */
const visibleMs = 1_000

/**
 * Calls about restricted records that were committed after the restriction, each as notice and attempt. Only the
 * database's clock counts, not a worker's.
 */
async function readLaterCalls(facts: Facts): Promise<{ notice: string; attempt: number }[]> {
  const { rows } = await facts.client.query<{ notice: string; attempt: number; restricted: Date | null }>(
    `select c.notice_id::text as notice, c.attempt,
       case when earlier then pg_xact_commit_timestamp(e.xmin) end as restricted
     from event e join notice n on n.kind = 'match' and n.event_id = e.id
     join chaos.journal c on c.what = 'called' and c.notice_id = n.id
     cross join lateral (select exists (
       select from event_revision r where r.event_id = e.id and not (r.body ->> 'restricted')::boolean) as earlier) r
     where e.restricted and (
       not earlier
       or c.statement_at > pg_xact_commit_timestamp(e.xmin) + interval '${visibleMs} ms')`,
  )
  const machineStalls = listMachineStalls(facts)
  return rows.filter(({ restricted }) => restricted === null || !isNearAny(machineStalls, +restricted))
}

/** What a restriction withholds: the record's content, and names until staff release them. */
export const restrictedChecks: Check[] = [
  {
    what: 'messages that show the content of a restricted record',
    find: async (facts) => {
      const calls = new Set((await readLaterCalls(facts)).map(({ notice, attempt }) => `${notice} ${attempt}`))
      return facts.ledger
        .filter(({ notice, attempt }) => calls.has(`${notice} ${attempt}`))
        .filter(({ message }) => JSON.stringify(message).includes(sealedWord))
        .map(({ id }) => id)
    },
  },
  {
    what: 'calls about a restricted record to those whom only staff may tell',
    find: async (facts) => {
      const { notices, expected } = facts
      const called = new Set((await readLaterCalls(facts)).map(({ notice }) => notice))
      return notices
        .filter(({ id, key }) => key !== null && expected.untilRestricted.has(key) && called.has(id))
        .map(({ id }) => id)
    },
  },
]
