import { sql } from 'kysely'
import {
  countRows,
  type List,
  listBounds,
  listPage,
  type ListPage,
  type ListSearch,
  type Window,
} from '#server/platform/list-search.queries.ts'
import {
  prefixPattern,
  type Condition,
  matchesTrigrams,
  containsPattern,
  isShort,
} from '#server/platform/search.queries.ts'
import { visibleOwner } from '#server/platform/visible-owner.queries.ts'
import type { Channel } from '#shared/contract/alert.ts'
import type { Role } from '#shared/contract/roles.ts'
import { alertLinks } from '#shared/node/domain/alerts/alert-links.ts'
import { inactiveParts, isOn, showsStatus } from '#shared/node/domain/alerts/display-status.queries.ts'
import { recipientTables } from '#shared/node/domain/recipients/recipient-tables.ts'
import type { Db } from '#shared/node/platform/database/client.ts'
import type { AlertFilter } from './alert.queries.ts'

/** The filter of the control panel's list, for a caller of that role. */
export type PanelAlertFilter = AlertFilter & {
  asRole: Role
  /** The filter's email or phone means every owner's record of that address or number. */
  everyOwner?: boolean
}

const list: List = {
  table: sql`alert`,
  row: sql`a`,
  columns: sql`id, user_id, name_key, display_status, paused_until, search`,
  key: sql`a.name_key`,
}

/** Alerts with this recipient or, with `everyOwner`, with any owner's record of its address or number. */
function uses(channel: Channel, id: number, everyOwner: boolean): Condition {
  const [links, recipientId] = alertLinks[channel]
  const { table, key } = recipientTables[channel]
  const same = sql`in (select r.id from ${sql.table(table)} r
    where r.${sql.ref(key)} = (select ${sql.ref(key)} from ${sql.table(table)} where id = ${id}))`
  return sql`a.id in (
    select alert_id from ${sql.table(links)} where ${sql.ref(recipientId)} ${everyOwner ? same : sql`= ${id}`})`
}

/** Every condition except the text; with `anyStatus`, except the status too. */
function toConditions(filter: PanelAlertFilter, today: string, { anyStatus = false } = {}): Condition[] {
  const { asRole, userId, emailAddressId, phoneNumberId, statusType = 'ALL', includeInactive = true } = filter
  const { everyOwner = false } = filter
  const found = visibleOwner(sql`a.user_id`, asRole)
  if (userId !== undefined) found.push(sql`a.user_id = ${userId}`)
  if (emailAddressId !== undefined) found.push(uses('EMAIL', emailAddressId, everyOwner))
  if (phoneNumberId !== undefined) found.push(uses('PHONE', phoneNumberId, everyOwner))
  if (anyStatus) return found
  if (statusType !== 'ALL') found.push(showsStatus(statusType, 'a', today))
  else if (!includeInactive) found.push(isOn('a', today))
  return found
}

/** The text in nickname, criteria or username. */
const contains = (text: string): Condition => sql`a.search like ${containsPattern(text)}`
const containsByIndex = (text: string): Condition => matchesTrigrams(sql`a.search_letters`, text, contains(text))

/** One or two characters match only the beginnings of the three columns; each has an index in the list's order. */
function beginnings(text: string): Condition[] {
  const first = sql`lower(${text})`
  const length = sql.lit([...text].length)
  return [
    sql`a.name_key like ${prefixPattern(text)}`,
    sql`left(lower(a.criteria), ${length}) = ${first}`,
    sql`left(a.owner_name, ${length}) = ${first}`,
  ]
}

/** All conditions. 'row by row' is for a query that reads most alerts anyway. */
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

/** A page of alerts of every owner whom the caller may see, by their names. */
export const panelAlertPage = (
  db: Db,
  filter: PanelAlertFilter,
  { today, ...window }: Window & { today: string },
  bounds = listBounds,
): Promise<ListPage> => listPage(db, list, toSearch(filter, today), { ...window, bounds })

function toSearch(filter: PanelAlertFilter, today: string): ListSearch {
  const { filterText, userId, emailAddressId, phoneNumberId, statusType } = filter
  const counted = { all: panelAlertConditions(filter, today) }
  if ((userId ?? emailAddressId ?? phoneNumberId) !== undefined) return { by: 'narrow filter', hits: counted }
  if (filterText && !isShort(filterText)) {
    const walked = { all: panelAlertConditions(filter, today, 'row by row') }
    return { by: 'text', hits: counted, head: walked.all, walked }
  }
  const all = toConditions(filter, today)
  if (filterText) return { by: 'order', walked: { all, parts: beginnings(filterText), mayOverlap: true }, counted }
  if (statusType !== 'I') return { by: 'order', walked: { all }, counted }
  const walked = { all: toConditions(filter, today, { anyStatus: true }), parts: inactiveParts('a', today) }
  return { by: 'order', walked, counted }
}

/** The exact number, however large. */
export const countPanelAlerts = (db: Db, filter: PanelAlertFilter, today: string): Promise<number> =>
  countRows(db, list, { all: panelAlertConditions(filter, today, 'row by row') })
