import { sql } from 'kysely'
import { maxCountedWithRows } from '#shared/contract/paging.ts'
import type { Role } from '#shared/contract/roles.ts'
import { inactiveParts, showsActiveOrPending, showsStatus } from '#shared/node/domain/alerts/display-status.queries.ts'
import type { Db } from '#shared/node/platform/database/client.ts'
import {
  whereAll,
  prefixPattern,
  type Condition,
  matchesTrigrams,
  containsPattern,
  listBounds,
} from '#server/platform/search.queries.ts'
import { visibleOwner } from '#server/platform/visible-owner.queries.ts'
import type { AlertFilter } from './alert.queries.ts'

/** The filter of the control panel's list, for a caller of that role. */
export type PanelAlertFilter = AlertFilter & { asRole: Role }

/** Every condition except the text; with `anyStatus` not the status either. */
function toConditions(filter: PanelAlertFilter, today: string, { anyStatus = false } = {}): Condition[] {
  const { asRole, userId, emailAddressId, phoneNumberId, statusType = 'ALL', includeInactive = true } = filter
  const found = visibleOwner(sql`a.user_id`, asRole)
  if (userId !== undefined) found.push(sql`a.user_id = ${userId}`)
  if (emailAddressId !== undefined)
    found.push(sql`a.id in (select alert_id from alert_email where email_id = ${emailAddressId})`)
  if (phoneNumberId !== undefined)
    found.push(sql`a.id in (select alert_id from alert_phone where phone_id = ${phoneNumberId})`)
  if (anyStatus) return found
  if (statusType !== 'ALL') found.push(showsStatus(statusType, 'a', today))
  else if (!includeInactive) found.push(showsActiveOrPending('a', today))
  return found
}

/** The text in nickname, criteria or username. */
const contains = (text: string): Condition => sql`a.search like ${containsPattern(text)}`
const containsByIndex = (text: string): Condition => matchesTrigrams(sql`a.search_letters`, text, contains(text))

/** One or two characters match only the beginnings of the three; each has an index in the list's order. */
function beginnings(text: string): Condition[] {
  const first = sql`lower(${text})`
  const length = sql.lit([...text].length)
  return [
    sql`a.name_key like ${prefixPattern(text)}`,
    sql`left(lower(a.criteria), ${length}) = ${first}`,
    sql`left(a.owner_name, ${length}) = ${first}`,
  ]
}
const isShort = (text: string) => text.length <= 2

/** All conditions; 'row by row' if the query reads most alerts anyway. */
export function panelAlertConditions(
  filter: PanelAlertFilter,
  today: string,
  way: 'by index' | 'row by row' = 'by index',
): Condition[] {
  const { filterText } = filter
  const found = toConditions(filter, today)
  if (!filterText) return found
  if (isShort(filterText)) return [...found, sql<boolean>`(${sql.join(beginnings(filterText), sql` or `)})`]
  return [...found, way === 'by index' ? containsByIndex(filterText) : contains(filterText)]
}

/** The ids of a page in the order of the names; `total` is absent if it takes a count of its own. */
export type PanelPage = { ids: number[]; total?: number }
type Window = { today: string; limit: number; offset: number }

/**
 * A page of alerts of every owner whom the caller may see. A narrow filter sorts its hits; a common text walks the
 * list, whose index holds it.
 */
export async function panelAlertPage(
  db: Db,
  filter: PanelAlertFilter,
  window: Window,
  { sortedWhole, lookedThrough } = listBounds,
): Promise<PanelPage> {
  const { filterText, userId, emailAddressId, phoneNumberId } = filter
  const byOne = (userId ?? emailAddressId ?? phoneNumberId) !== undefined
  if (byOne || (filterText && !isShort(filterText))) {
    const conditions = panelAlertConditions(filter, window.today)
    const eachRow = panelAlertConditions(filter, window.today, 'row by row')
    const page = await sortedPage(db, conditions, window, byOne ? undefined : sortedWhole)
    if (page) return page
    const near = await nearPage(db, eachRow, window, lookedThrough)
    return { ids: near.length === window.limit ? near : await walkedPage(db, eachRow, window) }
  }
  const total = await countUpTo(db, panelAlertConditions(filter, window.today), maxCountedWithRows)
  const conditions = toConditions(filter, window.today)
  const ids = filterText
    ? await mergedPage(db, { conditions, parts: beginnings(filterText), overlap: true }, window)
    : filter.statusType === 'I'
      ? await mergedPage(
          db,
          {
            conditions: toConditions(filter, window.today, { anyStatus: true }),
            parts: inactiveParts('a', window.today),
            overlap: false,
          },
          window,
        )
      : await walkedPage(db, conditions, window)
  return total > maxCountedWithRows ? { ids } : { ids, total }
}

/** Null if there are more hits than `max`; without `max` it sorts all. */
async function sortedPage(
  db: Db,
  conditions: Condition[],
  { limit, offset }: Window,
  max?: number,
): Promise<PanelPage | null> {
  const bound = max === undefined ? sql`` : sql`limit ${max + 1}`
  const { rows } = await sql<{ total: number; ids: number[] }>`
    with hit as materialized (
      select a.id, a.name_key from alert a ${whereAll(conditions)} ${bound})
    select (select count(*)::int from hit) as total,
      array(select id::float8 from hit order by name_key, id limit ${limit} offset ${offset}) as ids`.execute(db)
  const page = rows[0]
  return page && (max === undefined || page.total <= max) ? page : null
}

/** What the head of the list has of a page: all of it, or too little. */
async function nearPage(
  db: Db,
  conditions: Condition[],
  { limit, offset }: Window,
  lookedThrough: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select a.id from (select id, user_id, name_key, standing, paused_until, search from alert
      order by name_key, id limit ${Math.max(lookedThrough, 4 * (offset + limit))}) a ${whereAll(conditions)}
    order by a.name_key, a.id limit ${limit} offset ${offset}`.execute(db)
  return rows.map(({ id }) => id)
}

async function walkedPage(db: Db, conditions: Condition[], { limit, offset }: Window): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select a.id from alert a ${whereAll(conditions)} order by a.name_key, a.id limit ${limit} offset ${offset}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** Alerts of any of several parts, each found by an index that reads no further than the page, in the list's order. */
async function mergedPage(
  db: Db,
  { conditions, parts, overlap }: { conditions: Condition[]; parts: Condition[]; overlap: boolean },
  { limit, offset }: Window,
): Promise<number[]> {
  const branches = parts.map(
    (part) => sql`(select a.id, a.name_key from alert a ${whereAll([...conditions, part])}
      order by a.name_key, a.id limit ${limit + offset})`,
  )
  const { rows } = await sql<{ id: number }>`
    select id from (${sql.join(branches, overlap ? sql` union ` : sql` union all `)}) hit
    order by name_key, id limit ${limit} offset ${offset}`.execute(db)
  return rows.map(({ id }) => id)
}

async function countUpTo(db: Db, conditions: Condition[], max: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (select from alert a ${whereAll(conditions)} limit ${max + 1}) hit`.execute(db)
  return rows[0]?.n ?? 0
}

/** The exact number, however many. */
export async function countPanelAlerts(db: Db, filter: PanelAlertFilter, today: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from alert a ${whereAll(panelAlertConditions(filter, today, 'row by row'))}`.execute(db)
  return rows[0]?.n ?? 0
}
