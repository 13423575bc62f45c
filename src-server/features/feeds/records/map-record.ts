import type { FeedMapping, MappingSource } from '#shared/contract/feed-mapping.ts'
import { csvColumns } from '#shared/contract/feed.ts'
import { recordedAtToIso } from '#shared/domain/feed/recorded-at.ts'

/** A row of a sheet, or a JSON object, as a feed's file has it. */
export type FileRecord = Record<string, unknown>

/** An event put together from a file; faults in it are found where every event is read. */
type MappedEvent = {
  documentIdentifier: unknown
  parties: Record<string, unknown>[]
  /** A parcel with an address is { id, situsAddress }. */
  parcels: unknown[]
  [field: string]: unknown
}

/** The columns of the standard sheet, which needs no mapping. */
export const standardMapping: FeedMapping = {
  documentIdentifier: 'documentIdentifier',
  documentType: 'documentType',
  documentDescription: 'documentDescription',
  recordedAt: 'recordedAt',
  documentUrl: 'documentUrl',
  legalDescription: 'legalDescription',
  restricted: 'restricted',
  parties: [
    {
      roleFrom: 'role',
      name: 'name',
      firstName: 'firstName',
      middleName: 'middleName',
      lastName: 'lastName',
      suffix: 'suffix',
      businessName: 'businessName',
    },
  ],
  parcels: ['parcel'],
  situsAddresses: ['situsAddress'],
  extra: [],
}

const scalarFields = ['documentType', 'documentDescription', 'recordedAt', 'documentUrl', 'legalDescription'] as const
const nameFields = ['name', 'firstName', 'middleName', 'lastName', 'suffix', 'businessName'] as const

/** Reads one record by a mapping. A list in a record gives a party or a parcel for each of its entries. */
export function mapRecord(record: FileRecord, mapping: FeedMapping): MappedEvent {
  const event: MappedEvent = {
    documentIdentifier: numberToText(getFirstFilled(record, mapping.documentIdentifier)),
    parties: mapping.parties.flatMap((party) => mapParty(record, party)),
    parcels: mapping.parcels.flatMap((source, index) => mapParcels(record, source, mapping.situsAddresses?.[index])),
  }
  for (const field of scalarFields) {
    const value = mapping[field] && numberToText(getFirstFilled(record, mapping[field]))
    if (value !== undefined) event[field] = value
  }
  if (mapping !== standardMapping && typeof event.recordedAt === 'string')
    event.recordedAt = recordedAtToIso(event.recordedAt)
  const restricted = mapping.restricted && readFlag(getFlag(record, mapping.restricted))
  if (restricted !== undefined) event.restricted = restricted
  const kept = mapping.extra.filter((name) => !isEmpty(record[name]))
  if (kept.length > 0) event.extra = Object.fromEntries(kept.map((name) => [name, record[name]]))
  return event
}

/**
 * Joins what several rows say about one document: it gathers parties and parcels, each once; of the other fields, the
 * last row that has a value wins. One row that says restricted is enough: a mistake there must not publish a record.
 */
export function mergeRows(events: MappedEvent[]): MappedEvent {
  const [first, ...others] = events
  const joined = { ...first! }
  for (const event of others) {
    const { parties: _later, parcels: _too, ...rest } = event
    for (const [field, value] of Object.entries(rest)) if (!isEmpty(value)) joined[field] = value
  }
  // Gathered in one pass: a sheet may have a million rows of one document.
  joined.parties = distinct(events.flatMap((event) => event.parties))
  joined.parcels = distinctParcels(events.flatMap((event) => event.parcels))
  const flags = events.map((event) => event.restricted).filter((flag) => flag !== undefined)
  if (flags.length > 0) joined.restricted = flags.find((flag) => typeof flag !== 'boolean') ?? flags.includes(true)
  return joined
}

/** The document's number in a record; empty if it has none. */
export function readDocumentId(record: FileRecord, mapping: FeedMapping): string {
  const id = numberToText(getFirstFilled(record, mapping.documentIdentifier))
  return typeof id === 'string' ? id.trim() : ''
}

/** Every column that a mapping reads. */
export function listMappedColumns({ parties, parcels, situsAddresses, extra, ...fields }: FeedMapping): string[] {
  const partySources = parties.flatMap(({ role: _fixed, ...sources }) => Object.values(sources))
  const sources = [...Object.values(fields), ...partySources, ...parcels, ...(situsAddresses ?? [])]
  return [...sources.flat().filter((source) => source !== undefined), ...extra]
}

/** The columns that a mapping requires, to name those that a sheet lacks. */
export function getRequiredColumns(mapping: FeedMapping): string[][] {
  return [mapping.documentIdentifier, mapping.recordedAt].map((source) => [source].flat())
}

/** Columns of a sheet without a mapping that no field reads. */
export const findUnknownColumns = (header: string[]): string[] => {
  const known = new Set<string>(csvColumns)
  return header.filter((name) => name !== '' && !known.has(name))
}

function mapParty(record: FileRecord, party: FeedMapping['parties'][number]): Record<string, unknown>[] {
  const role = (party.roleFrom && numberToText(getFirstFilled(record, party.roleFrom))) ?? party.role
  const fields = nameFields.flatMap((field) => {
    const source = party[field]
    const values = source === undefined ? [] : toEntries(getFirstFilled(record, source))
    return values.length > 0 ? [[field, values] as const] : []
  })
  const count = Math.max(0, ...fields.map(([, values]) => values.length))
  return Array.from({ length: count }, (_, index) => ({
    ...(isEmpty(role) ? {} : { role }),
    ...Object.fromEntries(
      fields.filter(([, values]) => index < values.length).map(([field, values]) => [field, values[index]]),
    ),
  }))
}

/** The parcels of a column, each with the address at the same place of the column for addresses. */
function mapParcels(record: FileRecord, source: MappingSource, addressSource: MappingSource | undefined): unknown[] {
  const parcels = getFirstFilled(record, source)
  const addresses = addressSource === undefined ? [] : [getFirstFilled(record, addressSource)].flat()
  if (addresses.every(isEmpty)) return toEntries(parcels)
  // Empty parcels keep their place until each has its address.
  return [parcels].flat().flatMap((parcel: unknown, index) => {
    if (isEmpty(parcel)) return []
    const id = numberToText(parcel)
    return isEmpty(addresses[index]) ? [id] : [{ id, situsAddress: numberToText(addresses[index]) }]
  })
}

/**
 * Sheets contain only text. A text that is neither yes nor no stays, and is a fault of the document: better than a
 * guess.
 */
function readFlag(value: unknown): unknown {
  const word = typeof value === 'string' ? value.trim().toLowerCase() : String(value)
  if (['true', 'yes', 'y', '1'].includes(word)) return true
  if (['false', 'no', 'n', '0'].includes(word)) return false
  return value
}

/** Null if a JSON record says null, which differs from leaving the field out. */
function getFlag(record: FileRecord, source: MappingSource): unknown {
  const isNull = [source].flat().some((name) => record[name] === null)
  return getFirstFilled(record, source) ?? (isNull ? null : undefined)
}

function getFirstFilled(record: FileRecord, source: MappingSource): unknown {
  for (const name of [source].flat()) if (!isEmpty(record[name])) return record[name]
  return undefined
}

const toEntries = (value: unknown): unknown[] =>
  [value]
    .flat()
    .filter((entry) => !isEmpty(entry))
    .map(numberToText)
/** Sheets and lax JSON write ids as numbers. */
const numberToText = (value: unknown) => (typeof value === 'number' ? String(value) : value)
const isEmpty = (value: unknown) =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0)
/** Each parcel once, with the last address that a row has for it. */
function distinctParcels(parcels: unknown[]): unknown[] {
  const byId = new Map<unknown, unknown>()
  for (const parcel of parcels) {
    const isAddressed = typeof parcel === 'object' && parcel !== null && 'id' in parcel
    const id = isAddressed ? parcel.id : parcel
    if (isAddressed || !byId.has(id)) byId.set(id, parcel)
  }
  return [...byId.values()]
}
const distinct = <T>(values: T[]): T[] => [...new Map(values.map((value) => [JSON.stringify(value), value])).values()]
