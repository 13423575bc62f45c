import type { ParcelMask } from '#shared/matching/parcels/parcel.ts'
import { lockActiveAlerts } from '../matching/alerts.queries.ts'
import { findByTruncatedNames, findCandidates } from '../matching/candidates.queries.ts'
import { createAlertCache, decideCandidates, type PreparedEvent } from '../matching/decide-batch.ts'
import { inMatchingTransaction } from '../matching/transaction.ts'
import type { WorkerDeps } from '../platform/deps.ts'

/** Candidates for one batch of records; more are not decided, so that a check ends. */
const maxCandidates = 50_000

/** Which of these records match which active alerts, decided as matching does. Nothing is stored. */
export type FindMatches = (records: PreparedEvent[]) => Promise<string[] | null>

/**
 * A function that finds the matches of records, each as 'record alert'; null if there are too many candidates.
 * @param day the county's date
 */
export function createMatchFinder({ pool }: Pick<WorkerDeps, 'pool'>, mask: ParcelMask, day: string): FindMatches {
  const alertCache = createAlertCache()
  return async (records) => {
    if (records.length === 0) return []
    const found = await inMatchingTransaction(pool, '', async (query) => {
      const byKey = await findCandidates(
        query,
        records.map(({ event, keys, slipKeys }) => ({ eventId: event.id, keys: [...keys, ...slipKeys] })),
      )
      const cut = records.flatMap(({ event, prefixes }) => prefixes.map((prefix) => ({ eventId: event.id, prefix })))
      const candidates = [...byKey, ...(await findByTruncatedNames(query, cut))]
      if (candidates.length > maxCandidates) return null
      const ids = [...new Set(candidates.map(({ alert_id }) => alert_id))]
      return { candidates, alerts: await lockActiveAlerts(query, ids, day) }
    })
    if (!found) return null
    return decideCandidates(found.candidates, records, found.alerts, (alert) => alertCache(alert, mask)).map(
      ({ event, alert }) => `${event.id} ${alert.id}`,
    )
  }
}
