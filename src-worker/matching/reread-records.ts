import { addDays, today } from '#shared/domain/dates.ts'
import { visitNames } from '#shared/matching/record.ts'
import { parseMaskOrNull } from '#shared/node/domain/alerts/criteria-columns.ts'
import type { WorkerDeps } from '../platform/deps.ts'
import { keyRetentionDays } from './batch.ts'
import { storeMissingKeys } from './candidates.queries.ts'
import { prepareEvent } from './decide-batch.ts'
import { storeNames } from './held-names.queries.ts'
import { takeEarlierRecords } from './earlier-records.queries.ts'
import { inTransaction } from './transaction.ts'

/** Matching waits no longer than one such transaction takes. */
const recordsPerTransaction = 500

/**
 * Reads some records again that came before this version of the rule, newest first, and stores the keys and names that
 * they lack, so that previews find them. Matches nothing and sends nothing. One worker does it at a time.
 * @returns false if none is left, or another worker is at it
 */
export async function rereadEarlierRecords({
  pool,
  env,
  log,
}: Pick<WorkerDeps, 'pool' | 'env' | 'log'>): Promise<boolean> {
  const oldestKept = addDays(today(env.COUNTY_TIME_ZONE), -keyRetentionDays)
  const taken = await inTransaction(pool, '', async (query) => {
    const records = await takeEarlierRecords(query, recordsPerTransaction)
    if (records === null) return null
    const mask = parseMaskOrNull(records[0]?.parcel_mask ?? null)
    const names = new Set<string>()
    const kept = records
      .filter((event) => event.recorded_on >= oldestKept)
      .map((event) => {
        const { record, keys } = prepareEvent(event, mask)
        visitNames(record, (name) => names.add(name))
        return { eventId: event.id, recordedOn: event.recorded_on, keys }
      })
    await storeMissingKeys(query, kept)
    await storeNames(query, names)
    return records.length
  })
  if (taken === 0) log.info('matching.records_reread')
  return taken !== null && taken > 0
}
