import type { Match } from '#shared/contract/match.ts'
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
  const shared = groupByRecord(calls)
  const parcels = shared.map(toRecordParcels)
  const properties = await readProperties(parcels, { deps, count: calls.length })
  const described = new Map<CheckedNotice, RecordData>()
  for (const [index, { record, calls: ofRecord }] of shared.entries()) {
    const complete = completeRecord(record, properties[index]!, service.documentTypes)
    for (const call of ofRecord) described.set(call, complete)
  }
  return calls.map((call) => ({ ...call, record: described.get(call) ?? null }))
}

/** Calls that describe their record alike. */
type CallsOfRecord = { record: RecordData; matches: Match[]; calls: CheckedNotice[] }

function groupByRecord(calls: CheckedNotice[]): CallsOfRecord[] {
  const groups = new Map<RecordData, Map<string, CallsOfRecord>>()
  for (const call of calls) {
    const { record, alerts } = call
    if (record === null) continue
    // Parcels that matched are named first.
    const matches = alerts.map(({ match }) => match).filter(({ field }) => field === 'parcel')
    const key =
      matches.length === 0 ? '' : JSON.stringify(matches.map(({ recordRaw, alertRaw }) => [recordRaw, alertRaw]))
    const ofRecord = groups.get(record) ?? new Map<string, CallsOfRecord>()
    groups.set(record, ofRecord)
    const group = ofRecord.get(key)
    if (group) group.calls.push(call)
    else ofRecord.set(key, { record, matches, calls: [call] })
  }
  return [...groups.values()].flatMap((ofRecord) => [...ofRecord.values()])
}

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

const toRecordParcels = ({ record, matches }: CallsOfRecord): RecordParcels => ({ ...record, matches })

function completeRecord(
  record: RecordData,
  properties: RecordProperties,
  countyTexts: Settings['service']['documentTypes'],
): RecordData {
  const explanation = record.restricted ? null : explainDocumentType(record, countyTexts)
  return { ...record, ...properties, explanation }
}
