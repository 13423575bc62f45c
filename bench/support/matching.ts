import type pg from 'pg'
import type { GeneratedRecord, Population } from '#scripts/made-up/population.ts'
import { defaultFeedFormat } from '#shared/matching/public.ts'
import { lockActiveAlerts } from '#worker/matching/alerts.queries.ts'
import { findCandidates } from '#worker/matching/candidates.queries.ts'
import {
  type DecidedMatch,
  decideCandidates,
  createAlertCache,
  type AlertCache,
  prepareEvent,
  type PreparedEvent,
} from '#worker/matching/decide-batch.ts'
import type { TakenEvent } from '#worker/matching/take-events.queries.ts'
import { inMatchingTransaction } from '#worker/matching/transaction.ts'

/** A generated record as the worker takes it off its queue. */
function toTakenEvent({ event }: GeneratedRecord, id: number): TakenEvent {
  return {
    id,
    revision: 1,
    restricted: false,
    recorded_on: event.recordedAt ?? '',
    parties: (event.parties ?? []).map((party) => ({ role: party.role ?? '', name: party.name ?? '' })),
    parcels: (event.parcels ?? []).map(String),
    name_order: defaultFeedFormat.nameOrder,
    name_width: defaultFeedFormat.nameWidth,
    double_space_splits: defaultFeedFormat.doubleSpaceSplits,
    loses_leading_zeros: defaultFeedFormat.losesLeadingZeros,
    has_typing_slips: false,
    oldest_rule: null,
    newest_rule: null,
    parcel_mask: null,
  }
}

export const toTakenEvents = (population: Population, from: number, count: number): TakenEvent[] =>
  Array.from({ length: count }, (_, index) => toTakenEvent(population.recordAt(from + index), from + index + 1))

export const readAll = (events: TakenEvent[]): PreparedEvent[] => events.map((event) => prepareEvent(event, null))

/**
 * The worker's matching without storage: candidates by key, alerts locked and read, rule applied. Nothing is stored, so
 * nothing waits for the disk.
 */
export function matchOnly(
  pool: pg.Pool,
  events: PreparedEvent[],
  readAlerts: AlertCache = createAlertCache(),
): Promise<DecidedMatch[]> {
  return inMatchingTransaction(pool, 'set local synchronous_commit = off', async (query) => {
    const records = events.map(({ event, keys, slipKeys }) => ({ eventId: event.id, keys: [...keys, ...slipKeys] }))
    const candidates = await findCandidates(query, records)
    const ids = [...new Set(candidates.map((candidate) => candidate.alert_id))]
    const alerts = await lockActiveAlerts(query, ids, new Date().toISOString().slice(0, 10))
    return decideCandidates(candidates, events, alerts, (row) => readAlerts(row, null))
  })
}
