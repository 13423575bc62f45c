import { verifyAudit } from '#shared/node/platform/audit/audit-verify.ts'
import { withConnection } from '#tests/helpers/with-connection.ts'
import { faultKinds } from '../faults/fault-kinds.ts'
import { faultsAt } from '../faults/inject.ts'
import type { FeedReport } from '../feeds/crowd.ts'
import type { CutOffReport } from '../feeds/cut-off.ts'
import { type Breach, type Check, onlyBroken } from './check.ts'
import { type CallFact, type Facts, theFeed } from './facts.ts'
import { isNearAny, listMachineStalls } from './interruptions.ts'

/** Pools reconnect, and the balancer notices, within this time after a fault. */
const recoversWithinMs = 5_000
/** A call may have begun this long before it failed. */
const callMs = 10_000

function isInOutage(facts: Facts, { at }: CallFact): boolean {
  // The fault may have ended the call at any time since it began.
  const meanwhile = faultsAt(facts.faults, at, recoversWithinMs + callMs)
  return meanwhile.some(({ name }) => faultKinds[name].refuses !== 'nobody') || isNearAny(listMachineStalls(facts), +at)
}

const describeCall = ({ caller, address, at, status }: CallFact) =>
  `${caller} ${status || 'no answer'} from ${address} at ${at.toISOString()}`

/** What callers see of the servers, and what the processes write to their logs and to the audit log. */
export const serviceChecks: Check[] = [
  {
    what: 'calls that failed outside of an outage',
    find: (facts) => facts.failedCalls.filter((call) => !isInOutage(facts, call)).map(describeCall),
  },
  {
    what: 'calls of the feed answered with 5xx other than 503 with Retry-After',
    find: ({ failedCalls }) =>
      failedCalls
        .filter(({ caller }) => caller === theFeed)
        .filter(({ status, retryAfter }) => status >= 500 && (status !== 503 || retryAfter === null))
        .map(describeCall),
  },
  { what: 'processes that ended by themselves', find: ({ ownEnds }) => ownEnds },
  { what: 'rejected promises that nobody handled', find: ({ unhandled }) => unhandled },
]

/** @param url of the database, as its application opens it */
export const auditCheck = (url: string): Check => ({
  what: 'faults of the audit chain',
  find: async () => {
    const { broken, unchained } = await withConnection(url, ({ db }) => verifyAudit(db, {}))
    return [
      ...(broken ? [`position ${broken.position}: ${broken.sentence}`] : []),
      ...(unchained.rows > 0 ? [`${unchained.rows} rows are not in the chain`] : []),
    ]
  },
})

/**
 * @param told addresses whose stop the service acknowledged
 * @param refused addresses that a provider refused: the service knows it once it has recorded that answer, which a worker
 *   that is killed or paused may never read
 */
export const stopsCheck = (told: Iterable<string>, refused: Iterable<string>): Check => ({
  what: 'stops that were not stored',
  find: async ({ client }) => {
    const list = async (sql: string) =>
      new Set((await client.query<{ target: string }>(sql)).rows.map(({ target }) => target))
    const stored = await list(`select distinct target from chaos.journal where what = 'stopped'`)
    const heard = await list(
      `select distinct lower(target) as target from notice n join notice_attempt a on a.notice_id = n.id
       where a.outcome = 'refused'`,
    )
    const due = [...told, ...[...refused].filter((target) => heard.has(target.toLowerCase()))]
    return new Set(due.filter((target) => !stored.has(target.toLowerCase())))
  },
})

type Feeds = [crowd: Pick<FeedReport, 'accepted' | 'answered' | 'revised'>, cutOff: Pick<CutOffReport, 'acknowledged'>]

/** The answers to the feeds that misbehave. */
export function findCrowdBreaches(...[crowd, cutOff]: Feeds): Breach[] {
  return onlyBroken([
    {
      what: 'records of a crowd that were new for more than one caller',
      ids: crowd.accepted > crowd.answered.size ? [`${crowd.accepted} of ${crowd.answered.size}`] : [],
    },
    {
      what: 'records of a crowd that were stored as revised',
      ids: crowd.revised > 0 ? [String(crowd.revised)] : [],
    },
    { what: 'calls cut off in the middle and acknowledged', ids: cutOff.acknowledged },
  ])
}
