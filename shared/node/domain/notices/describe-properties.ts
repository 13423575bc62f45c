import type { Match } from '#shared/contract/match.ts'
import {
  noProperties,
  type RecordProperties,
  type RecordProperty,
  type SitusAddresses,
} from '#shared/contract/record-property.ts'
import type { PropertyDetails } from '#shared/contract/roll.ts'
import { toLegalLine } from '#shared/domain/notice/record-summary.ts'
import { toSingleLine } from '#shared/domain/notice/single-line.ts'
import { getSitusAddress } from '#shared/domain/notice/situs-address.ts'
import { formatLocality } from '#shared/domain/property/locality.ts'
import { titleCaseAddress } from '#shared/domain/property/title-case.ts'
import { mangledParcelReason, splitParcel } from '#shared/matching/parcels/parcel.ts'
import { findParcelPieces } from '#shared/matching/public.ts'
import type { Db, Tx } from '#shared/node/platform/database/client.ts'
import { findPropertiesByParcel } from '../roll/parcels.queries.ts'

/** Messages and screens name at most this many properties of a record, and count the others. */
export const maxProperties = 5

/**
 * Ranges are expanded up to this many parcels; each of the others counts as one. A record may list a thousand ranges,
 * and delivery reads it again for every recipient.
 */
const maxSpelledOut = 2_000

/** The parcels of a record and what it says about them. */
export type RecordParcels = {
  parcels: readonly string[]
  /** As the feed sent them, or null. */
  situsAddresses: SitusAddresses | null
  legalDescription: string
  /** Why the record matched; the parcels of these matches come first. */
  matches?: readonly ParcelMatch[]
}
type ParcelMatch = Pick<Match, 'field' | 'alertRaw' | 'recordRaw'>

/**
 * A parcel to be named. `text` is the record's, which may state several: then its address is that of the first. `found`
 * is the id under which the roll has it.
 */
type NamedParcel = { id: string; text: string; found: string; isFirst: boolean }

/**
 * The first properties of each record, with those whose parcels matched at the beginning, and the record's own address,
 * else that of the roll in use. One statement for all records; it is skipped if they have no parcels.
 * @returns an answer for each record, in their order
 */
export async function describeProperties(db: Db | Tx, records: readonly RecordParcels[]): Promise<RecordProperties[]> {
  const named = records.map(listParcels)
  const wanted = named.flatMap(({ first }) => first.map(({ found }) => found))
  const roll = await findPropertiesByParcel(db, [...new Set(wanted)])
  return named.map((parcels, index) => toProperties(records[index]!, parcels, roll))
}

/** Rows of a list, each with its record's properties in place of what the record says about its parcels. */
export async function describeRows<Row extends { recordParcels: RecordParcels | null }>(
  db: Db | Tx,
  rows: readonly Row[],
): Promise<(Omit<Row, 'recordParcels'> & RecordProperties)[]> {
  const described = await describeProperties(
    db,
    rows.map(({ recordParcels }) => recordParcels ?? { parcels: [], situsAddresses: null, legalDescription: '' }),
  )
  return rows.map((row, index) => {
    const { recordParcels: _described, ...rest } = row
    return { ...rest, ...(described[index] ?? noProperties) }
  })
}

/** Describes properties without a roll, from the records themselves. */
export const describeOwnProperties = (record: RecordParcels): RecordProperties =>
  toProperties(record, listParcels(record), new Map())

type NamedParcels = { first: NamedParcel[]; more: number }

/**
 * The parcels that a record names, each once. A text that states several, or a range of up to 200, counts as its ids; a
 * longer range counts as one.
 */
function listParcels({ parcels, matches = [] }: RecordParcels): NamedParcels {
  const first: NamedParcel[] = []
  const ids = new Set<string>()
  const add = (parcel: NamedParcel) => {
    // Zeros at the start and separators differ from one text to the next.
    const key = splitParcel(parcel.found).join('').replace(/^0+/, '')
    if (ids.has(key)) return
    ids.add(key)
    if (first.length < maxProperties) first.push(parcel)
  }
  for (const { field, recordRaw, alertRaw } of matches) {
    if (field !== 'parcel' || !parcels.includes(recordRaw)) continue
    // For a text with several ids, the alert's own id is the one that matched.
    const isFirst = listIds(recordRaw).length === 1
    add({ id: isFirst ? recordRaw : alertRaw, text: recordRaw, found: alertRaw, isFirst })
  }
  for (const text of parcels)
    for (const [index, id] of (ids.size < maxSpelledOut ? listIds(text) : [text]).entries())
      add({ id, text, found: id, isFirst: index === 0 })
  return { first, more: ids.size - first.length }
}

function listIds(text: string): string[] {
  if (mangledParcelReason(text) !== null) return []
  const { pieces, problem } = findParcelPieces(text, null)
  return problem === null ? pieces.map(({ id }) => id) : [text]
}

function toProperties(
  { situsAddresses, legalDescription }: RecordParcels,
  { first, more }: NamedParcels,
  roll: ReadonlyMap<string, PropertyDetails>,
): RecordProperties {
  const isOnly = first.length + more === 1
  const properties = first.map(({ id, text, found, isFirst }): RecordProperty => {
    const listed = roll.get(found)
    const own = getSitusAddress(situsAddresses, text)
    const address = formatAddress((isFirst ? own || listed?.address : listed?.address || own) ?? '')
    return {
      parcelId: toSingleLine(id),
      address,
      locality: listed ? getLocality(listed, address) : '',
      legalDescription: toLegalLine((isOnly && legalDescription) || listed?.legalDescription || ''),
    }
  })
  return { properties, moreProperties: more, commonLegalDescription: isOnly ? '' : toLegalLine(legalDescription) }
}

const formatAddress = (address: string): string => titleCaseAddress(toSingleLine(address))

/**
 * The city and zip of the roll, if the address is the roll's: a record's own address may state its city, or be a
 * different one.
 */
const getLocality = (listed: PropertyDetails, address: string): string =>
  address !== '' && address.toLowerCase() === formatAddress(listed.address).toLowerCase()
    ? toSingleLine(formatLocality(listed))
    : ''
