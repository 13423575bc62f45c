import { addDays, today } from '#shared/domain/dates.ts'
import { parseRecord, visitNames } from '#shared/matching/record.ts'
import { feedFormatFromRow } from '#shared/node/domain/alerts/criteria-columns.ts'
import type { WorkerDeps } from '../platform/deps.ts'
import { keyRetentionDays } from './batch.ts'
import { takeEarlierRecords } from './earlier-records.queries.ts'
import { storeNames } from './held-names.queries.ts'
import { inTransaction } from './transaction.ts'

/** Records whose names are kept in one transaction; matching waits no longer than that takes. */
const recordsPerTransaction = 1000

/**
 * Keeps the names of some records that came before names were kept, newest first, while no record waits to be matched.
 * One worker does it at a time.
 * @returns false if none is left, or another worker is at it
 */
export async function holdEarlierNames({ pool, env, log }: Pick<WorkerDeps, 'pool' | 'env' | 'log'>): Promise<boolean> {
  const oldestKept = addDays(today(env.COUNTY_TIME_ZONE), -keyRetentionDays)
  return inTransaction(pool, '', async (query) => {
    const taken = await takeEarlierRecords(query, recordsPerTransaction)
    if (taken === null) return false
    const names = new Set<string>()
    for (const event of taken) {
      if (event.recorded_on < oldestKept) continue
      const record = parseRecord({ parties: event.parties, parcels: [] }, feedFormatFromRow(event), null)
      visitNames(record, (name) => names.add(name))
    }
    await storeNames(query, names)
    if (taken.length === 0) log.info('matching.names_held')
    return taken.length > 0
  })
}
