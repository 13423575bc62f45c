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
import type { CheckedNotice } from './commit-calls.queries.ts'

/** Milliseconds that committed calls wait for the roll, a fraction of their lease. */
const maxWaitMs = 2_000

/**
 * Names the properties of the records in a batch of calls, from the roll in use now, and explains their documents. One
 * statement a batch, outside any transaction. It never fails: without the roll, a notice says what its record says.
 */
export async function describeRecords(
  calls: CheckedNotice[],
  { service }: Settings,
  { deps }: { deps: Pick<WorkerDeps, 'db' | 'log'> },
): Promise<CheckedNotice[]> {
  const records = calls.map(toRecordParcels)
  if (records.every(({ parcels }) => parcels.length === 0))
    return calls.map((call, index) => complete(call, describeOwnProperties(records[index]!), service.documentTypes))
  const described = await readInTime(describeProperties(deps.db, records)).catch((error: unknown) => {
    deps.log.error('delivery.roll_not_read', error, { count: calls.length })
    return null
  })
  return calls.map((call, index) =>
    complete(call, described?.[index] ?? describeOwnProperties(records[index]!), service.documentTypes),
  )
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
  call: CheckedNotice,
  properties: RecordProperties,
  countyTexts: Settings['service']['documentTypes'],
): CheckedNotice {
  const { record } = call
  if (record === null) return call
  const explanation = record.restricted ? null : explainDocumentType(record, countyTexts)
  return { ...call, record: { ...record, ...properties, explanation } }
}
