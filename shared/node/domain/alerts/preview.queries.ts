import { sql } from 'kysely'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { AlertException } from '#shared/contract/alert-exception.ts'
import type { CountedOption, GradeCounts } from '#shared/contract/alert-view.ts'
import type { Criteria, MatchOptions } from '#shared/contract/alert.ts'
import type { AlertWidth } from '#shared/contract/automatic-width.ts'
import { gradeOf, gradeRank, type Match } from '#shared/contract/match.ts'
import type { Party } from '#shared/contract/party.ts'
import { alertTypeTable, hasFormerLastName } from '#shared/domain/alert/alert-types.ts'
import { countGrades, isRightAway } from '#shared/domain/alert/grade-counts.ts'
import { today } from '#shared/domain/dates.ts'
import { hideRecord } from '#shared/domain/notice/record-summary.ts'
import type { ParcelMask } from '#shared/matching/parcels/parcel.ts'
import {
  toWidest,
  alertMatchTexts,
  type ParsedAlert,
  parseAlert,
  truncatedKeys,
  decide,
  previewKeys,
  type ParsedRecord,
  parseRecord,
} from '#shared/matching/public.ts'
import type { Db } from '#shared/node/platform/database/client.ts'
import { decideWidth } from './automatic-width.queries.ts'
import { type FeedFormatColumns, feedFormatFromRow } from './criteria-columns.ts'
import { findHeldMisspellings } from './held-names.queries.ts'
import { matchedContent } from './restricted-content.ts'

/** The maximum records checked for one preview, newest first, so that it stays quick for any name. */
const maxCandidates = 1000
const maxShown = 10
/** After this long, other requests get their turn: records may have a thousand names each. */
const turnMs = 50

type AddingOption = Exclude<keyof MatchOptions, 'notByInitial'>
const addsMatches = (variant: keyof MatchOptions): variant is AddingOption => variant !== 'notByInitial'

type PreviewEvent = {
  id: number
  document_id: string
  document_type: string
  document_description: string
  recorded_at: Date
  recorded_on: string
  recorded_has_time: boolean
  restricted: boolean
}
type Row = FeedFormatColumns & PreviewEvent & { parties: Party[]; parcels: string[] }

type Preview = {
  /** Records of the last 12 months; a lower bound if `capped`. */
  total: number
  capped: boolean
  grades: GradeCounts
  /**
   * How many records each applicable match option adds (or, if on, contributes) by grade, and how many the former last
   * name contributes, if there is one. A record that an option makes surer counts under its new grade.
   */
  variantCounts: Partial<Record<CountedOption, GradeCounts>>
  /** How many match by an initial only, for types to which that applies. */
  byInitial?: number
  /** Whether a new alert starts wide; null for types without automatic width. */
  width: AlertWidth | null
  /** Those to notify right away first, then the newest: ten at most. */
  records: (PreviewEvent & { match: Match })[]
}

/**
 * Finds what an alert would have matched in the last 12 months, by the same keys and rule as the worker.
 * @param exceptions of the saved alert that the form edits
 * @param timeZone the county's; the 12 months end today in that zone
 */
export async function findPreviewMatches(
  db: Db,
  {
    criteria,
    exceptions = [],
    mask,
    timeZone,
  }: { criteria: Criteria; exceptions?: readonly AlertException[]; mask: ParcelMask; timeZone: string },
): Promise<Preview> {
  const day = today(timeZone)
  const search = await openSearch(db, { criteria, exceptions, mask, day })
  const { variants } = alertTypeTable[criteria.alertType]
  const compared = [
    ...variants.filter(addsMatches).map((variant) => compareMatchOption(criteria, variant)),
    ...compareSurname(criteria),
  ]
  const [{ rows, matches: found }, counts, width] = await Promise.all([
    search(criteria),
    Promise.all(compared.map(async ({ what, ...both }) => [what, await countAdded(search, both)])),
    findWidth(db, { search, criteria, day }),
  ])

  return {
    total: found.length,
    capped: rows.length > maxCandidates,
    grades: countGrades(found),
    variantCounts: Object.fromEntries(counts),
    ...(variants.includes('notByInitial') && { byInitial: found.filter(({ match }) => match.byInitialOnly).length }),
    width,
    records: [...found.filter(isRightAway), ...found.filter((record) => !isRightAway(record))].slice(0, maxShown),
  }
}

const withMatchOption = (criteria: Criteria, variant: AddingOption, on: boolean): Criteria => ({
  ...criteria,
  variants: { ...criteria.variants, [variant]: on },
})

/** The criteria with and without one option, to count what it adds to the rest. */
type Compared = { what: CountedOption; on: Criteria; off: Criteria }

const compareMatchOption = (criteria: Criteria, variant: AddingOption): Compared => ({
  what: variant,
  on: withMatchOption(criteria, variant, true),
  off: withMatchOption(criteria, variant, false),
})

/** The former last name, if there is one. */
const compareSurname = (criteria: Criteria): Compared[] =>
  hasFormerLastName(criteria)
    ? [{ what: 'formerLastName', on: criteria, off: { ...criteria, formerLastName: '' } }]
    : []

async function countAdded(search: Search, { on, off }: Pick<Compared, 'on' | 'off'>): Promise<GradeCounts> {
  const { rows, matches } = await search(on)
  const without = await search(off, rows)
  const known = new Map(without.matches.map(({ id, match }) => [id, gradeRank(gradeOf(match))]))
  return countGrades(matches.filter(({ id, match }) => gradeRank(gradeOf(match)) < (known.get(id) ?? Infinity)))
}

async function findWidth(
  db: Db,
  { search, criteria, day }: { search: Search; criteria: Criteria; day: string },
): Promise<AlertWidth | null> {
  const widest = toWidest(criteria)
  if (!widest) return null
  const { matches } = await search(widest)
  const found = matches.filter(isRightAway).length
  return decideWidth(db, { widest, found, day })
}

/**
 * The criteria of a new alert with which its form would start: wide if its name is rare.
 * @param timeZone the county's
 */
export async function applyAutomaticWidth(
  db: Db,
  criteria: Criteria,
  { mask, timeZone }: { mask: ParcelMask; timeZone: string },
): Promise<Criteria> {
  const widest = toWidest(criteria)
  if (!widest) return criteria
  const day = today(timeZone)
  const search = await openSearch(db, { criteria, exceptions: [], mask, day })
  const width = await findWidth(db, { search, criteria, day })
  return width?.on ? widest : criteria
}

/** Finds the records of criteria and decides them, or decides records that were already found. */
type Search = (criteria: Criteria, found?: Row[]) => Promise<{ rows: Row[]; matches: Preview['records'] }>

/** A search for versions of the same criteria: reads what they share only once. */
async function openSearch(
  db: Db,
  {
    criteria,
    exceptions,
    mask,
    day,
  }: { criteria: Criteria; exceptions: readonly AlertException[]; mask: ParcelMask; day: string },
): Promise<Search> {
  const readRecord = createRecordReader(mask)
  const [hasTruncated, misspellings] = await Promise.all([
    hasTruncatingFeed(db),
    findHeldMisspellings(db, criteria, mask),
  ])
  const search: Search = async (wanted, found) => {
    const alert = parseAlert(wanted, mask, exceptions)
    const keys = [...previewKeys(alert, misspellings), ...(hasTruncated ? truncatedKeys(alertMatchTexts(alert)) : [])]
    const rows = found ?? (await findRecords(db, keys, day))
    return { rows, matches: await findMatches(rows, alert, readRecord) }
  }
  // With options on, the same criteria are one side of several comparisons.
  const searched = new Map<string, ReturnType<Search>>()
  return (wanted, found) => {
    if (found) return search(wanted, found)
    const key = JSON.stringify(wanted)
    const result = searched.get(key) ?? search(wanted)
    searched.set(key, result)
    return result
  }
}

type Reader = (row: Row) => ParsedRecord

/** Parses each record once, no matter with how many versions of the alert it is compared. */
function createRecordReader(mask: ParcelMask): Reader {
  const parsed = new Map<number, ParsedRecord>()
  return (row) => {
    const known = parsed.get(row.id)
    if (known) return known
    const record = parseRecord({ parties: row.parties, parcels: row.parcels }, feedFormatFromRow(row), mask)
    parsed.set(row.id, record)
    return record
  }
}

async function findMatches(rows: Row[], alert: ParsedAlert, read: Reader): Promise<Preview['records']> {
  const matches: Preview['records'] = []
  let turn = performance.now()
  for (const row of rows.slice(0, maxCandidates)) {
    const match = decide(alert, read(row))
    if (match) matches.push({ ...row, match: row.restricted ? hideRecord(match) : match })
    if (performance.now() - turn > turnMs) {
      await nextTurn()
      turn = performance.now()
    }
  }
  return matches
}

/** Whether any feed truncates names: if so, records are also searched by the beginnings of an alert's names. */
async function hasTruncatingFeed(db: Db): Promise<boolean> {
  const feed = await db.selectFrom('feed').select('id').where('name_width', 'is not', null).limit(1).executeTakeFirst()
  return feed !== undefined
}

/** The newest records that share a key; one more than the maximum, to know whether there are more. */
async function findRecords(db: Db, keys: string[], day: string): Promise<Row[]> {
  const limit = maxCandidates + 1
  // The newest records overall are among the newest of each key, which the index returns in order.
  const { rows } = await sql<Row>`
    with newest as (
      select distinct hit.recorded_on, hit.event_id
      from (select distinct hashtextextended(key, 0) as key_hash from unnest(${keys}::text[]) as k (key)) as given
      cross join lateral (
        select recorded_on, event_id from event_key
        where key_hash = given.key_hash and recorded_on > ${day}::date - interval '12 months'
        order by recorded_on desc limit ${limit}) as hit
      order by recorded_on desc, event_id desc limit ${limit}
    )
    select e.id, e.document_id, e.document_type, e.document_description, e.recorded_at, e.recorded_on, e.recorded_has_time,
      e.restricted, e.parties, ${sql.raw(matchedContent.parcels)} as parcels, f.name_order, f.name_width, f.double_space_splits, f.loses_leading_zeros
    from newest n join event e on e.id = n.event_id join feed f on f.id = e.feed_id
    order by e.recorded_at desc, e.id desc`.execute(db)
  return rows
}
