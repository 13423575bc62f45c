import { AppError } from '#shared/contract/errors.ts'
import type { FeedMapping } from '#shared/contract/feed-mapping.ts'
import { dayToWire, formatRecordedAt } from '#shared/domain/dates.ts'
import { toSingleLine } from '#shared/domain/notice/single-line.ts'
import { getSitusAddress } from '#shared/domain/notice/situs-address.ts'
import type { ParcelMask } from '#shared/matching/parcels/parcel.ts'
import { parseRecord, classifyParties, type FeedFormat, type PartyKind } from '#shared/matching/public.ts'
import { parseItems } from './decode-body.ts'
import type { EventRow } from './event.queries.ts'
import type { IncomingItem } from './incoming-item.ts'
import { parseEvent, type EventFeed } from './parse-event.ts'

/** People paste a sample by hand: a few rows. */
export const sampleLimits = { characters: 100_000, documents: 10 } as const

/**
 * The items of a pasted text: an event or several as JSON, or the rows of a sheet under their header.
 * @throws AppError refused with the field `text` if it is neither
 */
export async function parseSample(text: string, mapping: FeedMapping | null): Promise<IncomingItem[]> {
  const trimmed = text.trim()
  try {
    if (!/^[{[]/.test(trimmed)) return await parseItems(trimmed, 'text/csv', mapping ?? undefined)
    const value: unknown = JSON.parse(trimmed)
    const events = Array.isArray(value)
      ? value
      : typeof value === 'object' && value !== null && 'events' in value && Array.isArray(value.events)
        ? value.events
        : [value]
    return events.map((event: unknown, index) => ({ index, value: event }))
  } catch (error) {
    const message =
      error instanceof AppError ? error.message : 'This is not valid JSON. Check its quotes, commas and brackets.'
    throw new AppError('refused', message, { fields: { text: message } })
  }
}

/** A document of the sample as ingest would store it, or why ingest would refuse it. */
export type SampleDocument = {
  problems: string[]
  /** Why it is probably wrong although ingest would store it, or ''. */
  warning: string
  documentIdentifier: string
  documentType: string
  documentDescription: string
  /** As residents read it. */
  recorded: string
  documentUrl: string
  legalDescription: string
  parties: { role: string; raw: string; as: PartyKind }[]
  /** Each with the address that the record gives for it, or ''. */
  parcels: { id: string; situsAddress: string }[]
  restricted: boolean
  /** Parcels set aside, each with its reason. */
  spoilt: { value: string; reason: string }[]
}

/** Reads one item as ingest would, and says how each name is read. Nothing is stored. */
export function describeSample(
  item: IncomingItem,
  { feed, reading, mask, countyZone }: { feed: EventFeed; reading: FeedFormat; mask: ParcelMask; countyZone: string },
): { row?: EventRow; problems: string[] } & { shown: SampleDocument } {
  const read = item.problem ? { problems: [item.problem] } : parseEvent(item.value, feed, countyZone)
  if (read.problems)
    return { problems: read.problems, shown: { ...nothing, problems: read.problems.map(toSingleLine) } }
  const { row, warning = '' } = read
  const about = {
    problems: [],
    warning,
    documentIdentifier: toSingleLine(row.document_id),
    documentType: toSingleLine(row.document_type),
    restricted: row.restricted,
  }
  // The person who pasted the record has it; this page shows no more of it than any other page.
  if (row.restricted)
    return { row, problems: [], shown: { ...nothing, ...about, recorded: dayToWire(row.recorded_on) } }
  const names = classifyParties(parseRecord({ parties: row.parties, parcels: [] }, reading, mask))
  return {
    row,
    problems: [],
    shown: {
      ...about,
      documentDescription: toSingleLine(row.document_description),
      recorded: formatRecordedAt({ ...row, recorded_at: new Date(row.recorded_at) }, countyZone),
      documentUrl: row.document_url,
      legalDescription: toSingleLine(row.legal_description),
      parties: names.map(({ raw, kind }, index) => ({
        role: toSingleLine(row.parties[index]?.role ?? ''),
        raw: toSingleLine(raw),
        as: kind,
      })),
      parcels: row.parcels.map((id) => ({
        id: toSingleLine(id),
        situsAddress: toSingleLine(getSitusAddress(row.situs_addresses, id)),
      })),
      spoilt: (row.spoilt_parcels ?? []).map(({ value, reason }) => ({ value: toSingleLine(value), reason })),
    },
  }
}

const nothing: Omit<SampleDocument, 'problems'> = {
  warning: '',
  documentIdentifier: '',
  documentType: '',
  documentDescription: '',
  recorded: '',
  documentUrl: '',
  legalDescription: '',
  parties: [],
  parcels: [],
  restricted: false,
  spoilt: [],
}
