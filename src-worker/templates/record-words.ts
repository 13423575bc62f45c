import type { RecordFacts } from './notice-data.ts'
import { dayToWire } from '#shared/domain/dates.ts'
import { oneLine } from '#shared/domain/notice/one-line.ts'
import { listParcels, listParties } from '#shared/domain/notice/record-parts.ts'
import type { Said } from './said.ts'
import type { Wording } from './words.ts'

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
// A record has many readers, and a feed's records the same few minutes: formatting a time costs as much as the rest.
const minutes = new Map<string, string>()
const minutesKept = 1000

function timeWords(moment: Date, timeZone: string): string {
  const key = `${Math.floor(moment.getTime() / 60_000)} ${timeZone}`
  const known = minutes.get(key)
  if (known !== undefined) return known
  const format =
    timeOf.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', timeZone })
  timeOf.set(timeZone, format)
  // ICU sets a narrow space before AM that some mail programs show as a box.
  const words = format.format(moment).replaceAll('\u202F', ' ')
  if (minutes.size >= minutesKept) minutes.clear()
  minutes.set(key, words)
  return words
}

/** 'November 19, 2026' */
export const dayOf = (record: RecordFacts, wording: Wording): string => longDay(record.recordedOn, wording)

/** The same of a day 'YYYY-MM-DD'. Other languages have the county's 'MM/DD/YYYY'. */
export function longDay(date: string, { lang }: Wording): string {
  if (lang !== 'en') return dayToWire(date)
  const [year, month, day] = date.split('-')
  return `${months[Number(month) - 1] ?? ''} ${Number(day)}, ${year}`
}

/** 'November 19, 2026, 10:42 AM', without the time where the feed gave none. */
const recordedWhen = (record: RecordFacts, wording: Wording, timeZone: string): string =>
  record.recordedHasTime
    ? `${dayOf(record, wording)}, ${timeWords(record.recordedAt, timeZone)}`
    : dayOf(record, wording)

/** '11/19/26', for a text. */
export const shortDay = (record: RecordFacts): string =>
  `${record.recordedOn.slice(5, 7)}/${record.recordedOn.slice(8, 10)}/${record.recordedOn.slice(2, 4)}`

/** What kind of document it is, in the record's own words. */
export const documentOf = (record: RecordFacts, { words }: Wording): Said =>
  oneLine(record.documentDescription || record.documentType) || words.aDocument

type Fact = { label: Said; value: Said }

/** The facts of a record as rows: what, number, when, who, which parcels. */
export function factsOf(record: RecordFacts, wording: Wording, timeZone: string): Fact[] {
  const { words, counted } = wording
  const parties = listParties(record.parties)
  const parcels = listParcels(record.parcels)
  const rest = (more: number) => (more > 0 ? [{ label: words.fact.more, value: counted('more', more) }] : [])
  return [
    { label: words.fact.document, value: documentOf(record, wording) },
    { label: words.fact.number, value: oneLine(record.documentId) },
    { label: words.fact.recorded, value: recordedWhen(record, wording, timeZone) },
    ...parties.first.map(({ role, ownRole, name }) => ({ label: role ? words.role[role] : ownRole, value: name })),
    ...rest(parties.more),
    ...parcels.first.map((parcel) => ({ label: words.fact.parcel, value: parcel })),
    ...rest(parcels.more),
  ]
}
