import { findings } from '../faults/findings.ts'
import type { Stall } from '../processes/observations.ts'
import { type Check, checkRows } from './check.ts'
import { isNearAny, listMachineStalls } from './interruptions.ts'

/**
 * How a notice may move, from the diagram of states in docs/data-model.md without what staff do: a run has no staff.
 * 'none' is before it is stored.
 */
const moves: Record<string, string[]> = {
  none: ['held', 'waiting'],
  held: ['waiting', 'canceled'],
  waiting: ['in_doubt', 'accepted', 'failed', 'canceled', 'delivered'],
  in_doubt: ['waiting', 'accepted', 'failed', 'canceled', 'delivered'],
  accepted: ['delivered', 'failed'],
  delivered: ['failed'],
  // Refused alike with many others: the refusal was the sender's.
  failed: ['waiting', 'accepted', 'delivered'],
  canceled: ['accepted', 'delivered', 'failed'],
}
const pairs = Object.entries(moves).flatMap(([from, all]) => all.map((to) => `('${from}', '${to}')`))

/** A suppression is visible within this time after the database dated its commit, unless the machine stalls. */
const visibleMs = 1_000

/** By when a commit of this time must be visible, in milliseconds since 1970. */
const visibleBy = (committed: number, stalls: Stall[]): number =>
  stalls
    .toSorted((one, other) => +one.at - +other.at)
    .reduce(
      (by, { at, until }) => (+at <= by && +until >= committed ? Math.max(by, +until + visibleMs) : by),
      committed + visibleMs,
    )

/** Calls that a pause may catch between the check of the lease and the first byte. */
const maxLatePerPause = 5

export const journalChecks: Check[] = [
  ...Object.entries(findings).map(([finding, what]) =>
    checkRows(what, `select target as id from chaos.journal where what = '${finding}'`),
  ),
  checkRows(
    'notices whose state moved backward',
    `select notice_id || ' from ' || coalesce(from_state, 'none') || ' to ' || to_state as id from chaos.journal
     where what = 'state' and (coalesce(from_state, 'none'), to_state) not in (${pairs.join(', ')})`,
  ),
  {
    what: 'calls begun after their recipient was stopped',
    find: async (facts) => {
      const machineStalls = listMachineStalls(facts)
      const { rows } = await facts.client.query<{ id: string; stopped: Date; called: Date }>(
        `select c.notice_id as id, pg_xact_commit_timestamp(s.xid::text::xid) as stopped, c.statement_at as called
         from chaos.journal c join notice n on n.id = c.notice_id and n.kind = 'match'
         join chaos.journal s on s.what = 'stopped' and s.target = lower(n.target)
         where c.what = 'called'
           and c.statement_at > pg_xact_commit_timestamp(s.xid::text::xid) + interval '${visibleMs} ms'`,
      )
      return rows
        .filter(({ stopped, called }) => +called > visibleBy(+stopped, machineStalls))
        .map(({ id }) => String(id))
    },
  },
  checkRows(
    'outcomes that ended the claim of another worker',
    `select o.notice_id as id from chaos.journal o
     join chaos.journal s on s.what = 'settled' and s.notice_id = o.notice_id and s.xid = o.xid and s.attempt <> o.attempt
     where o.what = 'outcome'`,
  ),
  {
    what: `calls begun after another worker took them over, more than ${maxLatePerPause} a pause`,
    find: async (facts) => {
      const { client, ledger, faults } = facts
      const machineStalls = listMachineStalls(facts)
      const { rows } = await client.query<{ notice: number; attempt: number; at: Date }>(
        `select notice_id as notice, attempt, statement_at as at from chaos.journal where what = 'claimed'`,
      )
      const takenOver = new Map(rows.map(({ notice, attempt, at }) => [`${notice} ${attempt}`, at]))
      const late = ledger.filter(({ notice, attempt, at }) => {
        const next = attempt === null ? undefined : takenOver.get(`${notice} ${attempt + 1}`)
        return next !== undefined && at > +next + slowestAnswerMs && !isNearAny(machineStalls, at)
      })
      const pauses = faults.filter(({ name }) => name === 'worker-paused').length
      return late.length > maxLatePerPause * pauses ? late.map(({ id }) => id) : []
    },
  },
]

/** A provider takes a message within this time after the call began. */
const slowestAnswerMs = 1_000
