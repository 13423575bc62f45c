import { sql } from 'kysely'
import type { Variants, Criteria } from '#shared/contract/alert.ts'
import type { Match } from '#shared/contract/match.ts'
import type { Party } from '#shared/contract/party.ts'
import { alertKeys, alertMatchTexts, type ParsedAlert, parseAlert } from '#shared/matching/parsed-alert.ts'
import { truncatedKeys } from '#shared/matching/truncated-name.ts'
import { decide } from '#shared/matching/decide.ts'
import type { ParcelMask } from '#shared/matching/parcel.ts'
import { type ParsedRecord, parseRecord } from '#shared/matching/record.ts'
import { today } from '#shared/domain/dates.ts'
import type { Db } from '#shared/node/platform/database/client.ts'
import { type FeedFormatColumns, feedFormatFromRow } from './criteria-columns.ts'

/** Records looked at for one preview, newest first: keeps it quick for any name. */
const mostCandidates = 1000
const shown = 10

type OptIn = Exclude<Match['variant'], null>
const optIns = {
  NAME: ['nicknames', 'soundAlikes'],
  BUSINESS: ['allWords'],
  PARCEL_ID: [],
} as const satisfies Record<Criteria['alertType'], OptIn[]>

type PreviewEvent = {
  id: number
  document_id: string
  document_type: string
  document_description: string
  recorded_at: Date
  recorded_on: string
  recorded_has_time: boolean
}
type Row = FeedFormatColumns & PreviewEvent & { parties: Party[]; parcels: string[] }

export type Preview = {
  /** Records of the last 12 months; a lower bound where `capped`. */
  total: number
  capped: boolean
  /** What each opt-in adds (or, switched on, brings), and how many rest on an initial alone; only those that apply. */
  variantCounts: Partial<Record<OptIn | 'byInitial', number>>
  /** The newest first, ten at most. */
  records: (PreviewEvent & { match: Match })[]
}

/**
 * What an alert would have matched among the records of the last 12 months, by the same keys and the same rule as the
 * worker (decisions, section 6).
 * @param timeZone the county's: its date today ends the 12 months
 */
export async function previewAlert(
  db: Db,
  { criteria, mask, timeZone }: { criteria: Criteria; mask: ParcelMask; timeZone: string },
): Promise<Preview> {
  const day = today(timeZone)
  const read = parseAlert(criteria, mask)
  const readOnce = keepRecords(mask)
  const widened = optIns[criteria.alertType].map((variant) => ({
    variant,
    read: parseAlert(widen(criteria, variant), mask),
  }))

  const cuts = await someFeedCuts(db)
  const keysOf = (alert: ParsedAlert) => [...alertKeys(alert), ...(cuts ? truncatedKeys(alertMatchTexts(alert)) : [])]

  const rows = await recordsOf(db, keysOf(read), day)
  const found = matchesAmong(rows, read, readOnce)
  const counts: [OptIn, number][] = await Promise.all(
    widened.map(async ({ variant, read: wider }) => {
      const more = criteria.variants[variant] ? rows : await recordsOf(db, keysOf(wider), day)
      const matches = matchesAmong(more, wider, readOnce)
      return [variant, matches.filter(({ match }) => match.variant === variant).length]
    }),
  )

  return {
    total: found.length,
    capped: rows.length > mostCandidates,
    variantCounts: {
      ...Object.fromEntries(counts),
      ...(criteria.alertType === 'NAME' && { byInitial: found.filter(({ match }) => match.byInitialOnly).length }),
    },
    records: found.slice(0, shown),
  }
}

const widen = (criteria: Criteria, variant: keyof Variants): Criteria => ({
  ...criteria,
  variants: { ...criteria.variants, [variant]: true },
})

type Reader = (row: Row) => ParsedRecord

/** Reads each record once, however many readings of the alert it is held against. */
function keepRecords(mask: ParcelMask): Reader {
  const held = new Map<number, ParsedRecord>()
  return (row) => {
    const known = held.get(row.id)
    if (known) return known
    const record = parseRecord({ parties: row.parties, parcels: row.parcels }, feedFormatFromRow(row), mask)
    held.set(row.id, record)
    return record
  }
}

function matchesAmong(rows: Row[], alert: ParsedAlert, read: Reader): Preview['records'] {
  return rows.slice(0, mostCandidates).flatMap((row) => {
    const match = decide(alert, read(row))
    return match ? [{ ...row, match }] : []
  })
}

/** Whether any feed cuts its names at a width: then an alert is looked for by its beginnings, too. */
async function someFeedCuts(db: Db): Promise<boolean> {
  const feed = await db.selectFrom('feed').select('id').where('name_width', 'is not', null).limit(1).executeTakeFirst()
  return feed !== undefined
}

/** The newest records that share a key, one more than are looked at where there are more. */
async function recordsOf(db: Db, keys: string[], day: string): Promise<Row[]> {
  const most = mostCandidates + 1
  // The newest of each key hold the newest of all; each comes in order from the index.
  const { rows } = await sql<Row>`
    with newest as (
      select distinct hit.recorded_on, hit.event_id
      from (select distinct hashtextextended(key, 0) as key_hash from unnest(${keys}::text[]) as k (key)) as given
      cross join lateral (
        select recorded_on, event_id from event_key
        where key_hash = given.key_hash and recorded_on > ${day}::date - interval '12 months'
        order by recorded_on desc limit ${most}) as hit
      order by recorded_on desc, event_id desc limit ${most}
    )
    select e.id, e.document_id, e.document_type, e.document_description, e.recorded_at, e.recorded_on, e.recorded_has_time,
      e.parties, e.parcels, f.name_order, f.name_width, f.double_space_splits, f.loses_leading_zeros
    from newest n join event e on e.id = n.event_id join feed f on f.id = e.feed_id
    order by e.recorded_at desc, e.id desc`.execute(db)
  return rows
}
