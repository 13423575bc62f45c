import { dayToWire } from '#shared/domain/dates.ts'
import { listPropertyRows } from '#shared/domain/notice/property-rows.ts'
import { listParcels, listParties } from '#shared/domain/notice/record-summary.ts'
import { toSingleLine } from '#shared/domain/notice/single-line.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { inLanguage, type LocalizedText } from '../catalog/localized-text.ts'
import type { RecordData } from './notice-data.ts'

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

const timeOf = new Map<string, Intl.DateTimeFormat>()
// Cached, because formatting a time costs as much as the rest: a record has many readers, and a feed's records share times.
const minutes = new Map<string, string>()
const minutesKept = 1000

function formatTime(moment: Date, timeZone: string): string {
  const key = `${Math.floor(moment.getTime() / 60_000)} ${timeZone}`
  const known = minutes.get(key)
  if (known !== undefined) return known
  const format =
    timeOf.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', timeZone })
  timeOf.set(timeZone, format)
  // ICU puts a narrow space before AM, which some mail programs show as a box.
  const words = format.format(moment).replaceAll('\u202F', ' ')
  if (minutes.size >= minutesKept) minutes.clear()
  minutes.set(key, words)
  return words
}

/** 'November 19, 2026' */
export const formatRecordedDay = (record: Pick<RecordData, 'recordedOn'>, catalog: Catalog): string =>
  formatLongDay(record.recordedOn, catalog)

/** The same for a day 'YYYY-MM-DD'. Other languages use the county's 'MM/DD/YYYY'. */
export function formatLongDay(date: string, { lang }: Catalog): string {
  if (lang !== 'en') return dayToWire(date)
  const [year, month, day] = date.split('-')
  return `${months[Number(month) - 1] ?? ''} ${Number(day)}, ${year}`
}

/** 'November 19, 2026, 10:42 AM', without the time if the feed gave none. */
const formatRecordedAt = (record: RecordData, catalog: Catalog, timeZone: string): string =>
  record.recordedHasTime
    ? `${formatRecordedDay(record, catalog)}, ${formatTime(record.recordedAt, timeZone)}`
    : formatRecordedDay(record, catalog)

/** '11/19/26', for text messages. */
export const formatShortDay = (record: RecordData): string =>
  `${record.recordedOn.slice(5, 7)}/${record.recordedOn.slice(8, 10)}/${record.recordedOn.slice(2, 4)}`

/** The kind of document, in the record's own words. */
export const getDocumentLabel = (
  record: Pick<RecordData, 'documentDescription' | 'documentType'>,
  { labels }: Catalog,
): LocalizedText => toSingleLine(record.documentDescription || record.documentType) || labels.aDocument

type RecordDetail = { label: LocalizedText; value: LocalizedText }

/** What the type of a record's document means, in the reader's language if it is translated; null if we say nothing. */
export function formatExplanation({ explanation }: RecordData, { labels, lang }: Catalog): LocalizedText | null {
  if (explanation === null) return null
  const translated = explanation.key === null ? undefined : labels.documentTypes[explanation.key]
  if (translated !== undefined) return translated
  const own = toSingleLine(explanation.explanation)
  return lang === 'en' ? own : inLanguage(own, 'en')
}

/** The address and the parcel of a record's first property, and how many more it names; null without that address. */
export function formatPlace(
  { properties, moreProperties }: RecordData,
  { labels }: Catalog,
): { address: string; parcel: LocalizedText } | null {
  const [property] = properties
  if (!property?.address) return null
  const count = properties.length + moreProperties - 1
  const { place, placeMore } = labels.match
  const parcel = count > 0 ? placeMore({ parcel: property.parcelId, count }) : place({ parcel: property.parcelId })
  return { address: property.address, parcel }
}

/** The details of a record as rows: document, number, time, parties, properties. */
export function listRecordDetails(record: RecordData, catalog: Catalog, timeZone: string): RecordDetail[] {
  const { labels, formatCount } = catalog
  const parties = listParties(record.parties)
  const rest = (more: number) => (more > 0 ? [{ label: labels.fact.more, value: formatCount('more', more) }] : [])
  return [
    { label: labels.fact.document, value: getDocumentLabel(record, catalog) },
    { label: labels.fact.number, value: toSingleLine(record.documentId) },
    { label: labels.fact.recorded, value: formatRecordedAt(record, catalog, timeZone) },
    ...parties.first.map(({ role, ownRole, name }) => ({ label: role ? labels.role[role] : ownRole, value: name })),
    ...rest(parties.more),
    ...listPropertyDetails(record, catalog),
  ]
}

function listPropertyDetails(record: RecordData, { labels, formatCount }: Catalog): RecordDetail[] {
  return listPropertyRows(record, listParcels(record.parcels)).map((row) => ({
    label: labels.fact[row.label],
    value: row.label === 'more' ? formatCount('more', row.count) : row.value,
  }))
}
