import { setImmediate as nextTurn } from 'node:timers/promises'
import { withoutPossible } from '#shared/domain/alert/weekly-email.ts'
import { addDays, today } from '#shared/domain/dates.ts'
import { type ParsedRecord, recordKeys, RULE_VERSION } from '#shared/matching/public.ts'
import { parseMaskOrNull } from '#shared/node/domain/alerts/criteria-columns.ts'
import type { Settings } from '#shared/settings/groups.ts'
import type { WorkerDeps } from '../platform/deps.ts'
import { lockActiveAlerts } from './alerts.queries.ts'
import {
  type Candidate,
  findByTruncatedNames,
  findCandidates,
  findCandidatesAndStoreKeys,
  storeMissingKeys,
} from './candidates.queries.ts'
import { decideCandidates, createAlertCache, prepareEvent, type PreparedEvent } from './decide-batch.ts'
import { storeNewNames } from './held-names.queries.ts'
import { beginBatch, forgetBatches } from './lost-batches.queries.ts'
import { storeMatches } from './store-matches.queries.ts'
import {
  endBatch,
  lockKeysShared,
  recordSealedMatched,
  scheduleRematch,
  takeEvents,
  type QueuedEvent,
  type TakenEvent,
} from './take-events.queries.ts'
import { inMatchingTransaction, type Query } from './transaction.ts'
import { withholdNames } from './withhold-names.queries.ts'

export type MatchDeps = Pick<WorkerDeps, 'pool' | 'env' | 'log' | 'settings' | 'options'>

export type BatchResult = {
  /** Records taken from the queue. */
  events: number
  /** First-time matches of alerts with these records. */
  matches: number
  notices: number
  /** New possible matches, which notify no one now; absent if the batch had none. */
  possible?: number
  /** Some alerts still had keys of an older rule: the records are matched again when none has. */
  hasStaleKeys?: boolean
}

/** The alerts' keys belong to a newer version of the rule than this worker's. */
export class NewerRuleError extends Error {
  constructor() {
    super('A newer worker has derived the keys.')
  }
}

/** A failure, with the ids of the records in the batch. */
export class BatchError extends Error {
  readonly eventIds: number[]
  constructor(eventIds: number[], cause: unknown) {
    super('A batch of records could not be matched.', { cause })
    this.eventIds = eventIds
  }
}

/** Other batches with some of the records were lost: their workers died. */
export class LostBatchesError extends Error {
  readonly batchIds: number[]
  constructor(batchIds: number[]) {
    super('Some of these records were in a batch that was lost.')
    this.batchIds = batchIds
  }
}

/** The records are too much for one transaction together; half of them may fit. */
class BatchTooLargeError extends Error {
  constructor() {
    super('These records together take too much memory or time.')
  }
}

/** Keys of one batch, about 100 MB: a record with a thousand long names alone has 240,000. */
const maxKeys = 1_000_000
/** Time to parse one batch; the database ends a transaction that is idle for a minute. */
const maxParsingMs = 15_000
/** After this long, deliveries and callbacks get their turn. */
const turnMs = 50

const alertCache = createAlertCache()

/** Days for which record keys are kept (event_key): previews do not use older records. */
export const keyRetentionDays = 13 * 31

/**
 * Matches one batch, stores the results and removes it from the queue, in one transaction.
 * @param onlyIds these records, or null for the next in the queue
 * @throws LostBatchesError if some of the records were in lost batches; nothing has been done
 * @throws BatchError if records had been taken; nothing of the batch is stored and its records are back in the queue
 * @throws NewerRuleError if keys belong to a newer rule than this worker's
 */
export async function matchInTransaction(
  deps: MatchDeps,
  limit: number,
  onlyIds: number[] | null,
): Promise<BatchResult> {
  const { records, ...result } = await takeAndMatch(deps, limit, onlyIds)
  // After the commit, since two workers with the same new names would wait for each other. The batch is done in any
  // case.
  await storeNewNames(deps.pool, records).catch((error: unknown) => deps.log.error('matching.names_not_stored', error))
  return result
}

type MatchedBatch = BatchResult & { records: ParsedRecord[] }

async function takeAndMatch(deps: MatchDeps, limit: number, onlyIds: number[] | null): Promise<MatchedBatch> {
  const settings = await deps.settings.current()
  let takenIds: number[] = []
  let batchId: number | null = null
  try {
    return await inMatchingTransaction(deps.pool, lockKeysShared, async (query) => {
      const taken = await takeEvents(query, limit, onlyIds)
      if (taken.length === 0) return { events: 0, matches: 0, notices: 0, records: [] }
      takenIds = taken.map((event) => event.id)
      const hasStaleKeys = checkRuleVersion(taken)
      batchId = await noteBatch(deps.pool, takenIds)
      await recordSealedMatched(query, taken)
      if (hasStaleKeys) await scheduleRematch(query, takenIds)
      const result = await matchTaken(query, deps, settings, taken)
      await endBatch(query, batchId)
      return hasStaleKeys ? { ...result, hasStaleKeys } : result
    })
  } catch (error) {
    if (batchId !== null) await forgetBatch(deps.pool, batchId)
    if (error instanceof NewerRuleError || error instanceof LostBatchesError || takenIds.length === 0) throw error
    throw new BatchError(takenIds, error)
  }
}

/** Batches of this process that are over, but whose rows could not be deleted: not lost. */
const finishedBatches = new WeakMap<MatchDeps['pool'], number[]>()

async function noteBatch(pool: MatchDeps['pool'], eventIds: number[]): Promise<number> {
  const finished = finishedBatches.get(pool) ?? []
  const { id, lost } = await beginBatch(pool, eventIds, finished)
  finishedBatches.delete(pool)
  if (lost.length > 0) throw new LostBatchesError([...lost, id])
  return id
}

async function forgetBatch(pool: MatchDeps['pool'], id: number): Promise<void> {
  await forgetBatches(pool, [id]).catch(() => finishedBatches.set(pool, [...(finishedBatches.get(pool) ?? []), id]))
}

function checkRuleVersion([first]: TakenEvent[]): boolean {
  if (first?.newest_rule && first.newest_rule > RULE_VERSION) throw new NewerRuleError()
  return first !== undefined && first.oldest_rule !== null && first.oldest_rule < RULE_VERSION
}

async function matchTaken(
  query: Query,
  { env, options }: MatchDeps,
  settings: Settings,
  taken: QueuedEvent[],
): Promise<MatchedBatch> {
  const day = today(env.COUNTY_TIME_ZONE, taken[0]?.taken_at)
  const mask = parseMaskOrNull(taken[0]?.parcel_mask ?? null)
  const events = await prepareAll(taken, (event) => {
    options.beforeReading?.(event.id)
    return prepareEvent(event, mask)
  })

  const candidates = await findAllCandidates(query, events, addDays(day, -keyRetentionDays))
  const ids = [...new Set(candidates.map((candidate) => candidate.alert_id))]
  const alerts = await lockActiveAlerts(query, ids, day)
  const decided = decideCandidates(candidates, events, alerts, (alert) =>
    alertCache(settings.service.weeklyEmail ? alert : withoutPossible(alert), mask),
  )
  const stored = await storeMatches(query, await withholdNames(query, decided), {
    day,
    oldBefore: addDays(day, -settings.service.floodRecordAgeDays),
    noticesPerDay: options.floodNoticesPerDay ?? (settings.service.floodNoticesPerDay || null),
    texts: env.SMS_TRANSPORT !== 'none',
  })
  const named = events.filter(({ event }) => !event.restricted)
  return { events: taken.length, ...stored, records: named.map(({ record }) => record) }
}

async function prepareAll(taken: TakenEvent[], read: (event: TakenEvent) => PreparedEvent): Promise<PreparedEvent[]> {
  const events: PreparedEvent[] = []
  const started = performance.now()
  let turn = started
  let keys = 0
  for (const event of taken) {
    const prepared = read(event)
    events.push(prepared)
    keys += prepared.keys.length + prepared.slipKeys.length
    const now = performance.now()
    if (taken.length > 1 && (keys > maxKeys || now - started > maxParsingMs)) throw new BatchTooLargeError()
    if (now - turn > turnMs) {
      await nextTurn()
      turn = performance.now()
    }
  }
  return events
}

async function findAllCandidates(query: Query, events: PreparedEvent[], oldestKept: string): Promise<Candidate[]> {
  const byKey = await findCandidatesAndStoreKeys(
    query,
    events.map(({ event, keys }) => ({
      eventId: event.id,
      recordedOn: event.recorded_on,
      revised: event.revision > 1,
      keep: !event.restricted && event.recorded_on >= oldestKept,
      keys,
    })),
  )
  // Previews find a restricted record by its parcels alone.
  const restricted = events.filter(({ event }) => event.restricted && event.recorded_on >= oldestKept)
  await storeMissingKeys(
    query,
    restricted.map(({ event, record }) => ({
      eventId: event.id,
      recordedOn: event.recorded_on,
      keys: recordKeys({ ...record, parties: [] }),
    })),
  )
  const slips = events.flatMap(({ event, slipKeys }) =>
    slipKeys.length > 0 ? [{ eventId: event.id, keys: slipKeys }] : [],
  )
  const bySlip = await findCandidates(query, slips)
  const cut = events.flatMap(({ event, prefixes }) => prefixes.map((prefix) => ({ eventId: event.id, prefix })))
  const byPrefix = await findByTruncatedNames(query, cut)
  if (bySlip.length + byPrefix.length === 0) return byKey
  const all = [...byKey, ...bySlip, ...byPrefix]
  const found = new Map(all.map((pair) => [`${pair.event_id} ${pair.alert_id}`, pair]))
  return [...found.values()]
}
