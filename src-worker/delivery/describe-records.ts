import type { RecordProperties } from '#shared/contract/record-property.ts'
import { explainDocumentType } from '#shared/domain/notice/document-types.ts'
import {
  describeOwnProperties,
  describeProperties,
  type RecordParcels,
} from '#shared/node/domain/notices/describe-properties.ts'
import { withTimeout } from '#shared/node/platform/with-timeout.ts'
import type { Settings } from '#shared/settings/groups.ts'
import type { WorkerDeps } from '../platform/deps.ts'
import type { RecordData } from '../templates/parts/notice-data.ts'
import type { CheckedNotice } from './commit-calls.queries.ts'

/** Milliseconds that committed calls wait for the roll, a fraction of their lease. */
const maxWaitMs = 2_000

/**
 * Names the properties of the records in a batch of calls, from the roll in use now, and explains their documents: once for
 * all calls of a record whose alerts matched the same parcels. One statement a batch, outside any transaction. It never
 * fails: without the roll, a notice says what its record says.
 */
export async function describeRecords(
  calls: CheckedNotice[],
  { service }: Settings,
  { deps }: { deps: Pick<WorkerDeps, 'db' | 'log'> },
): Promise<CheckedNotice[]> {
  const groups = groupAlike(calls)
  const records = groups.map(([first]) => toRecordParcels(first!))
  const properties = await readProperties(records, { deps, count: calls.length })
  const described = new Map<CheckedNotice, RecordData | null>()
  for (const [index, group] of groups.entries()) {
    const record = complete(group[0]!.record, properties[index]!, service.documentTypes)
    for (const call of group) described.set(call, record)
  }
  return calls.map((call) => ({ ...call, record: described.get(call) ?? null }))
}

/** Calls whose record is described alike: parcels that matched are named first. */
function groupAlike(calls: CheckedNotice[]): CheckedNotice[][] {
  const ofRecords = [...Map.groupBy(calls, ({ record }) => record).values()]
  return ofRecords.flatMap((group) => [...Map.groupBy(group, listMatchedParcels).values()])
}

/** As a text, to compare. */
const listMatchedParcels = ({ alerts }: CheckedNotice): string =>
  alerts
    .filter(({ match }) => match.field === 'parcel')
    .map(({ match }) => JSON.stringify([match.recordRaw, match.alertRaw]))
    .join()

async function readProperties(
  records: RecordParcels[],
  { deps, count }: { deps: Pick<WorkerDeps, 'db' | 'log'>; count: number },
): Promise<RecordProperties[]> {
  if (records.every(({ parcels }) => parcels.length === 0)) return records.map(describeOwnProperties)
  return readInTime(describeProperties(deps.db, records)).catch((error: unknown) => {
    deps.log.error('delivery.roll_not_read', error, { count })
    return records.map(describeOwnProperties)
  })
}

async function readInTime<T>(reading: Promise<T>): Promise<T> {
  const read = await withTimeout(maxWaitMs, reading)
  if (read === undefined) throw new Error(`The roll was not read within ${maxWaitMs} ms.`)
  return read
}

const toRecordParcels = ({ record, alerts }: CheckedNotice): RecordParcels =>
  record === null
    ? { parcels: [], situsAddresses: null, legalDescription: '' }
    : { ...record, matches: alerts.map(({ match }) => match) }

function complete(
  record: RecordData | null,
  properties: RecordProperties,
  countyTexts: Settings['service']['documentTypes'],
): RecordData | null {
  if (record === null) return null
  const explanation = record.restricted ? null : explainDocumentType(record, countyTexts)
  return { ...record, ...properties, explanation }
}
