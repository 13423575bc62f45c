import type { Client } from 'pg'
import type { Entry, StandIn } from '#tests/standins/provider.ts'
import { alertIdFor, ownerIdFor } from '../bench/support/fill.ts'
import type { Population } from '#scripts/made-up/population.ts'
import type { FaultEvent } from './faults.ts'
import { toAddress } from './recipients.ts'

/** A broken promise with the ids it concerns. */
export type Breach = { what: string; ids: string[] }

/** Maximum number of calls that one kill may leave without a known answer. */
const maxInDoubtPerFault = 100

type ReconcileInput = {
  client: Client
  population: Population
  records: number
  answered: Set<string>
  /** What all providers accepted according to their own ledgers, and their contract violations. */
  provider: Pick<StandIn, 'ledger' | 'breaches'>
  kills: FaultEvent[]
}

type NoticeRow = {
  id: string
  /** Null if it is not about a record. */
  document_id: string | null
  channel: 'EMAIL' | 'PHONE'
  target: string
  state: string
  possibly_twice: boolean
  /** Calls without an answer, and calls that failed after the provider may have accepted the message. */
  in_doubt: number
  perhaps_taken: number
}

/** Text that every possible duplicate contains. */
export const isMarkedAsPossibleDuplicate = ({ message }: Entry) =>
  /You may get this (message|email|text) twice/.test(JSON.stringify(message))

/** Compares the promises with the database and the providers' ledgers. */
export async function reconcile({
  client,
  population,
  records,
  answered,
  provider,
  kills,
}: ReconcileInput): Promise<Breach[]> {
  const texts = async (sql: string) => (await client.query<{ id: string }>(sql)).rows.map((row) => String(row.id))
  const expected = expectNotices(population, records)
  const events = new Set(await texts('select document_id as id from event'))
  const matches = new Set(
    await texts(
      `select e.document_id || ' alert ' || m.alert_id as id from event_match m join event e on e.id = m.event_id`,
    ),
  )
  const { rows: notices } = await client.query<NoticeRow>(
    `select n.id::text, e.document_id, n.channel, n.target, n.state, n.possibly_twice,
       (select count(*)::int from notice_attempt where notice_id = n.id and outcome = 'in_doubt') as in_doubt,
       (select count(*)::int from notice_attempt where notice_id = n.id and outcome = 'perhaps_taken') as perhaps_taken
     from notice n left join event e on e.id = n.event_id`,
  )
  const told = notices
    .filter((notice) => notice.document_id !== null)
    .map((notice) => `${notice.document_id} to ${notice.target}`)
  const byNotice = Map.groupBy(provider.ledger, ({ notice }) => String(notice))
  const taken = (notice: NoticeRow) => byNotice.get(notice.id) ?? []
  const twice = notices.filter((notice) => taken(notice).length > 1)
  const senders = kills.filter(({ victim }) => victim === 'worker' || victim === 'PostgreSQL')
  const noticeIds = new Set(notices.map((notice) => notice.id))

  const checks: [string, Iterable<string>][] = [
    ['records answered for and not stored', without(answered, events)],
    ['records left in the queue', await texts('select event_id as id from match_queue')],
    ['records in quarantine', await texts('select coalesce(event_id, -id) as id from quarantine')],
    ['matches missed', without(expected.matches, matches)],
    ['matches that should not be', without(matches, expected.matches)],
    ['notices missed', without(expected.notices, new Set(told))],
    ['notices that should not be', told.filter((one) => !expected.notices.has(one))],
    ['notices decided twice', told.filter((one, place) => told.indexOf(one) !== place)],
    [
      'notices without a line of history',
      await texts(
        `select n.id from notice n where kind = 'match' and not exists (select from outgoing_event o where o.notice_id = n.id)`,
      ),
    ],
    ['notices that did not end', ids(notices, ({ state }) => ['held', 'waiting', 'in_doubt'].includes(state))],
    ['notices that ended without being sent', ids(notices, ({ state }) => ['failed', 'cancelled'].includes(state))],
    ['work left behind', await texts('select notice_id as id from delivery')],
    ['notices that the provider never had', ids(notices, (notice) => taken(notice).length === 0)],
    ['notices sent twice and not marked so', ids(twice, ({ possibly_twice }) => !possibly_twice)],
    [
      'messages after the first that do not say so',
      twice.flatMap((notice) =>
        taken(notice)
          .toSorted((one, another) => one.at - another.at)
          .slice(1)
          .filter((entry) => !isMarkedAsPossibleDuplicate(entry))
          .map(({ id }) => id),
      ),
    ],
    ['notices sent twice, and nothing explains it', ids(twice, (one) => one.in_doubt + one.perhaps_taken === 0)],
    ['texts sent twice, though the provider could be asked', ids(twice, ({ channel }) => channel === 'PHONE')],
    ['notices sent to somebody else', ids(notices, (notice) => taken(notice).some(({ to }) => to !== notice.target))],
    ['messages of no notice', [...byNotice.keys()].filter((id) => !noticeIds.has(id))],
    ['breaches of the provider’s contract', new Set(provider.breaches)],
    [
      `kills that left more than ${maxInDoubtPerFault} calls in doubt`,
      kills.filter((kill) => kill.inDoubt > maxInDoubtPerFault).map((kill) => `${kill.victim} (${kill.inDoubt})`),
    ],
    [
      `sent twice without an answer, more than ${maxInDoubtPerFault} a kill`,
      twice.filter((one) => one.perhaps_taken === 0).length > maxInDoubtPerFault * senders.length ? ['in all'] : [],
    ],
  ]
  return checks.map(([what, found]) => ({ what, ids: [...found] })).filter((breach) => breach.ids.length > 0)
}

const without = (all: Set<string>, those: Set<string>) => [...all].filter((one) => !those.has(one))
const ids = (notices: NoticeRow[], which: (notice: NoticeRow) => boolean) => notices.filter(which).map(({ id }) => id)

/** The notices that the records must produce, computed without the product's code. */
export function expectNotices(population: Population, records: number): { matches: Set<string>; notices: Set<string> } {
  const matches = new Set<string>()
  const notices = new Set<string>()
  for (let index = 0; index < records; index++) {
    const { event, hits } = population.recordAt(index)
    for (const hit of hits) {
      matches.add(`${event.documentIdentifier} alert ${alertIdFor(hit)}`)
      notices.add(`${event.documentIdentifier} to ${toAddress(ownerIdFor(hit))}`)
    }
  }
  return { matches, notices }
}

/** Counts for each kill the calls started before it (and after the previous one) that were never answered. */
export async function countInDoubt(client: Client, kills: FaultEvent[]): Promise<void> {
  const { rows } = await client.query<{ called_at: Date }>(
    `select called_at from notice_attempt where outcome = 'in_doubt' order by called_at`,
  )
  for (const [place, kill] of kills.entries()) {
    const after = kills[place - 1]?.at.getTime() ?? 0
    kill.inDoubt = rows.filter(({ called_at }) => called_at.getTime() > after && called_at <= kill.at).length
  }
}

/** Texts whose call went unanswered and that Twilio, queried by number and time, had accepted. */
export async function countFoundByLookUp(client: Client): Promise<number> {
  const { rows } = await client.query<{ asked: number }>(
    `select count(*) as asked from notice n where channel = 'PHONE' and state = 'accepted' and not possibly_twice
       and exists (select from notice_attempt a where a.notice_id = n.id and a.outcome = 'in_doubt')`,
  )
  return Number(rows[0]?.asked ?? 0)
}
