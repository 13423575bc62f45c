import { setImmediate as nextTurn } from 'node:timers/promises'
import { RULE_VERSION } from '#shared/matching/version.ts'
import { parseMaskOrNull } from '#shared/node/domain/alerts/criteria.ts'
import { today } from '#shared/domain/dates.ts'
import type { Settings } from '#shared/settings/groups.ts'
import { daysBefore } from '#shared/domain/days.ts'
import type { WorkerDeps } from '../platform/deps.ts'
import { lockActiveAlerts } from './alerts.queries.ts'
import { type Candidate, findByCutNames, findCandidatesAndKeepKeys } from './candidates.queries.ts'
import { decideAll, keepReadAlerts, readEvent, type ReadEvent } from './decide-batch.ts'
import { storeDecided } from './store.queries.ts'
import { matchAgain, shareKeys, takeEvents, type TakenEvent } from './take.queries.ts'
import { inTransaction, type Query } from './transaction.ts'

export type MatchDeps = Pick<WorkerDeps, 'pool' | 'env' | 'log' | 'settings' | 'options'>

export type BatchResult = {
  /** Records taken off the queue. */
  events: number
  /** Alerts that met one of them for the first time. */
  matches: number
  notices: number
  /** Some alerts still had keys of an older rule: the records are matched once more when none has. */
  behind?: boolean
}

/** The alerts' keys are of a newer version of the rule than this worker's. */
export class NewerRule extends Error {
  constructor() {
    super('A newer worker has derived the keys.')
  }
}

/** A failure, with the records that were in hand. */
export class BatchFailed extends Error {
  readonly eventIds: number[]
  constructor(eventIds: number[], cause: unknown) {
    super('A batch of records could not be matched.', { cause })
    this.eventIds = eventIds
  }
}

/** Several records hold more than one transaction should; halves of them may not. */
class TooMuchAtOnce extends Error {
  constructor() {
    super('These records take too much memory or time together.')
  }
}

/** Keys of one batch, some 100 MB: a record of a thousand long names alone has 240,000. */
const mostKeys = 1_000_000
/** Reading one batch; the database ends a transaction that is silent for a minute. */
const mostReadingMs = 15_000
/** Deliveries and callbacks are waiting for their turn. */
const turnMs = 50

const readAlerts = keepReadAlerts()

/** Months of keys that are kept (the schema's event_key): older records serve no preview. */
const daysOfKeys = 13 * 31

/**
 * Matches one batch and stores everything it yields, in one transaction with its leaving the queue.
 * @param only these records, or null for the next in the queue
 * @throws BatchFailed when a record was in hand; nothing of the batch is stored and its records are on the queue
 * @throws NewerRule when keys are of a newer rule than this worker's
 */
export async function matchOnce(deps: MatchDeps, limit: number, only: number[] | null): Promise<BatchResult> {
  const settings = await deps.settings.current()
  let inHand: number[] = []
  try {
    return await inTransaction(deps.pool, shareKeys, async (query) => {
      const taken = await takeEvents(query, limit, only)
      if (taken.length === 0) return { events: 0, matches: 0, notices: 0 }
      inHand = taken.map((event) => event.id)
      const behind = isBehind(taken)
      if (behind) await matchAgain(query, inHand)
      const result = await matchTaken(query, deps, settings, taken)
      return behind ? { ...result, behind } : result
    })
  } catch (error) {
    if (error instanceof NewerRule || inHand.length === 0) throw error
    throw new BatchFailed(inHand, error)
  }
}

function isBehind([first]: TakenEvent[]): boolean {
  if (first?.newest_rule && first.newest_rule > RULE_VERSION) throw new NewerRule()
  return first !== undefined && first.oldest_rule !== null && first.oldest_rule < RULE_VERSION
}

async function matchTaken(
  query: Query,
  { env, options }: MatchDeps,
  settings: Settings,
  taken: TakenEvent[],
): Promise<BatchResult> {
  const day = today(env.COUNTY_TIME_ZONE)
  const mask = parseMaskOrNull(taken[0]?.parcel_mask ?? null)
  const events = await readAll(taken, (event) => {
    options.beforeReading?.(event.id)
    return readEvent(event, mask)
  })

  const candidates = await allCandidates(query, events, daysBefore(day, daysOfKeys))
  const ids = [...new Set(candidates.map((candidate) => candidate.alert_id))]
  const alerts = await lockActiveAlerts(query, ids, day)
  const decided = decideAll(candidates, events, alerts, (alert) => readAlerts(alert, mask))
  const stored = await storeDecided(query, decided, {
    day,
    oldBefore: daysBefore(day, settings.service.floodRecordAgeDays),
    noticesPerDay: options.floodNoticesPerDay ?? settings.service.floodNoticesPerDay,
    texts: env.SMS_TRANSPORT !== 'none',
  })
  return { events: taken.length, ...stored }
}

async function readAll(taken: TakenEvent[], read: (event: TakenEvent) => ReadEvent): Promise<ReadEvent[]> {
  const events: ReadEvent[] = []
  const started = performance.now()
  let turn = started
  let keys = 0
  for (const event of taken) {
    const one = read(event)
    events.push(one)
    keys += one.keys.length
    const now = performance.now()
    if (taken.length > 1 && (keys > mostKeys || now - started > mostReadingMs)) throw new TooMuchAtOnce()
    if (now - turn > turnMs) {
      await nextTurn()
      turn = performance.now()
    }
  }
  return events
}

async function allCandidates(query: Query, events: ReadEvent[], oldestKept: string): Promise<Candidate[]> {
  const byKey = await findCandidatesAndKeepKeys(
    query,
    events.map(({ event, keys }) => ({
      eventId: event.id,
      recordedOn: event.recorded_on,
      revised: event.revision > 1,
      keep: event.recorded_on >= oldestKept,
      keys,
    })),
  )
  const cut = events.flatMap(({ event, prefixes }) => prefixes.map((prefix) => ({ eventId: event.id, prefix })))
  const byPrefix = await findByCutNames(query, cut)
  if (byPrefix.length === 0) return byKey
  const found = new Map([...byKey, ...byPrefix].map((pair) => [`${pair.event_id} ${pair.alert_id}`, pair]))
  return [...found.values()]
}
