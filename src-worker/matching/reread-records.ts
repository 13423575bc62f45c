import { setImmediate as nextTurn } from 'node:timers/promises'
import { addDays, today } from '#shared/domain/dates.ts'
import type { ParcelMask } from '#shared/matching/parcels/parcel.ts'
import { recordKeys, visitNames } from '#shared/matching/public.ts'
import { parseMaskOrNull } from '#shared/node/domain/alerts/criteria-columns.ts'
import { describeFault, isStatementTimeout, isTransient } from '../platform/errors.ts'
import { keyRetentionDays, type MatchDeps } from './batch.ts'
import { storeMissingKeys } from './candidates.queries.ts'
import { prepareEvent } from './decide-batch.ts'
import { endBacklog, moveBacklog, takeEarlierRecords } from './earlier-records.queries.ts'
import { storeNames } from './held-names.queries.ts'
import { beginEarlierBatch, forgetBatches } from './lost-batches.queries.ts'
import { setAside } from './quarantine.queries.ts'
import type { TakenEvent } from './take-events.queries.ts'
import { inMatchingTransaction, type Query } from './transaction.ts'

/** Matching waits no longer than one such transaction takes. */
const perTransaction = { records: 500, bytes: 4_000_000, keys: 200_000 }
/** After this long, deliveries and callbacks get their turn. */
const turnMs = 50

/** Workers that may die while they read a record alone, before it is set aside. */
const maxLostAlone = 3

type RereadDeps = Pick<MatchDeps, 'pool' | 'env' | 'log' | 'options'>
type Reread = { names: Set<string>; keys: Parameters<typeof storeMissingKeys>[1]; lastId: number }

/**
 * Reads some records again that came before this version of the rule, newest first, and stores the keys and names that
 * they lack, so that previews find them. Matches nothing and sends nothing. One worker does it at a time. A record that
 * cannot be read is logged and left out. If the worker dies, those that it was reading are read one at a time, and one
 * that costs further workers goes to quarantine.
 * @returns false if none is left, or another worker is at it
 */
export async function rereadEarlierRecords(deps: RereadDeps): Promise<boolean> {
  let batchId: number | null = null
  const begin = async (ids: number[]) => (batchId = await beginEarlierBatch(deps.pool, ids))
  try {
    const left = await inMatchingTransaction(deps.pool, '', (query) => rereadNext(query, deps, begin))
    if (left === false) deps.log.info('matching.records_reread')
    return left === true
  } catch (error) {
    // Of any other fault one of the records may be the cause, as if the worker had died of it. A statement that takes too
    // long is the database's: a batch has few enough keys.
    if (batchId !== null && (isTransient(error) || isStatementTimeout(error)))
      await forgetBatches(deps.pool, [batchId]).catch(() => {})
    throw error
  }
}

/** @returns whether more may be left; null if there is no backlog, or another worker has it */
async function rereadNext(
  query: Query,
  deps: RereadDeps,
  begin: (ids: number[]) => Promise<number>,
): Promise<boolean | null> {
  const records = await takeEarlierRecords(query, perTransaction)
  if (records === null) return null
  const [first] = records
  if (!first) {
    await endBacklog(query)
    return false
  }
  if (first.lost_alone >= maxLostAlone) {
    const cause = new Error('The worker ended, or failed, while it read this record again.')
    await setAside(query, first.id, describeFault(cause))
    await moveBacklog(query, { lastId: first.id, batchId: null })
    deps.log.error('matching.record_quarantined', cause, { eventId: first.id })
    return true
  }
  const batchId = await begin(records.map(({ id }) => id))
  const { names, keys, lastId } = await readAgain(deps, records)
  await storeMissingKeys(query, keys)
  await storeNames(query, names)
  await moveBacklog(query, { lastId, batchId })
  return true
}

async function readAgain(deps: RereadDeps, records: TakenEvent[]): Promise<Reread> {
  const oldestKept = addDays(today(deps.env.COUNTY_TIME_ZONE), -keyRetentionDays)
  const mask = parseMaskOrNull(records[0]?.parcel_mask ?? null)
  const read: Reread = { names: new Set(), keys: [], lastId: 0 }
  let keys = 0
  let turn = performance.now()
  for (const event of records) {
    read.lastId = event.id
    if (event.recorded_on >= oldestKept) keys += readRecord(deps, event, mask, read)
    if (keys > perTransaction.keys) break
    if (performance.now() - turn > turnMs) {
      await nextTurn()
      turn = performance.now()
    }
  }
  return read
}

/** @returns the number of its keys */
function readRecord({ options, log }: RereadDeps, event: TakenEvent, mask: ParcelMask, read: Reread): number {
  try {
    options.beforeReading?.(event.id)
    const { record, keys } = prepareEvent(event, mask)
    if (!event.restricted) visitNames(record, (name) => read.names.add(name))
    const kept = event.restricted ? recordKeys({ ...record, parties: [] }) : keys
    read.keys.push({ eventId: event.id, recordedOn: event.recorded_on, keys: kept })
    return kept.length
  } catch (error) {
    log.error('matching.record_not_reread', error, { eventId: event.id })
    return 0
  }
}
