import { type RawBuilder, sql } from 'kysely'
import type { UserRow } from '#server/platform/find-user.queries.ts'
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
  laterWordPattern,
} from '#server/platform/search.queries.ts'
import type { Channel } from '#shared/contract/alert.ts'
import { type Role, roles } from '#shared/contract/roles.ts'
import type { UserStatusFilter } from '#shared/contract/user-manager.ts'
import { recipientTables } from '#shared/node/domain/recipients/recipient-tables.ts'
import type { Db, Tx } from '#shared/node/platform/database/client.ts'

/** The users that a list asks for, within the roles that the caller may see. */
export type UserFilter = {
  roles: readonly Role[]
  filterText?: string | undefined
  statusType?: UserStatusFilter | undefined
  accountId?: number | undefined
  /** The record of an email or phone that alerts use: the list holds every user with that address or number. */
  emailAddressId?: number | undefined
  phoneNumberId?: number | undefined
}

/** Whether a condition uses its index, or checks each row if the query reads many rows anyway. */
type Way = 'by index' | 'row by row'

const everything = sql<boolean>`true`

/** Whether username, names or email contain the text; one or two characters match only beginnings. */
function matchesText(text: string | undefined, way: Way): Condition {
  if (!text) return everything
  if (!isShort(text)) {
    const holds = sql<boolean>`search like ${containsPattern(text)}`
    return way === 'by index' ? matchesTrigrams(sql`search_letters`, text, holds) : holds
  }
  if (way === 'by index') return sql`user_beginnings(username, first_name, last_name, email) @> array[lower(${text})]`
  const begins = sql`like ${prefixPattern(text)}`
  return sql`(username_key ${begins} or lower(first_name) ${begins} or lower(last_name) ${begins} or lower(email) ${begins})`
}

/**
 * Users with the address or number of that record, its owner and others; no user if its owner is `hidden` from the
 * caller.
 */
function hasSameAddress(channel: Channel, id: number | undefined, hidden: Condition): Condition {
  if (id === undefined) return everything
  const { table, key } = recipientTables[channel]
  return sql`id in (
    select other.owner_id from ${sql.table(table)} asked
    join ${sql.table(table)} other on other.${sql.ref(key)} = asked.${sql.ref(key)}
    where asked.id = ${id} and not exists (select from "user" where id = asked.owner_id and ${hidden}))`
}

export function userConditions(
  { roles: seen, filterText, statusType = 'ALL', accountId, emailAddressId, phoneNumberId }: UserFilter,
  way: Way = 'by index',
): RawBuilder<boolean> {
  const others = roles.filter((role) => !seen.includes(role))
  const hidden =
    others.length > 0 ? sql<boolean>`role in (${sql.join(others.map((role) => sql.lit(role)))})` : sql<boolean>`false`
  return sql.join(
    [
      sql`not (${hidden})`,
      hasSameAddress('EMAIL', emailAddressId, hidden),
      hasSameAddress('PHONE', phoneNumberId, hidden),
      statusType === 'ALL' ? everything : sql`status = ${sql.lit(statusType)}`,
      accountId === undefined ? everything : sql`id = ${accountId}`,
      matchesText(filterText, way),
    ],
    sql` and `,
  )
}

const list: List = {
  table: sql`"user"`,
  row: sql`u`,
  columns: sql`id, username_key, role, status, search`,
  key: sql`u.username_key`,
}

/**
 * The condition as the index of the list's order can check it. The index knows the beginnings of words; the row itself
 * decides whether the word begins a name (`offset 0` keeps the planner from reading all rows for it).
 */
function matchesInWalk({ filterText: text = '', ...filter }: UserFilter): Condition[] {
  const rest = userConditions(filter, 'row by row')
  if (!isShort(text)) return [rest, sql`u.search like ${containsPattern(text)}`]
  return [
    rest,
    sql`(u.search like ${prefixPattern(text)} or u.search like ${laterWordPattern(text)})`,
    sql`exists (select from "user" where id = u.id and ${matchesText(text, 'row by row')} offset 0)`,
  ]
}

function toSearch(filter: UserFilter): ListSearch {
  const { filterText, accountId, emailAddressId, phoneNumberId } = filter
  const hits = { all: [userConditions(filter)] }
  if ((accountId ?? emailAddressId ?? phoneNumberId) !== undefined) return { by: 'narrow filter', hits }
  if (!filterText) return { by: 'order', walked: hits, counted: hits }
  const head = matchesInWalk(filter)
  return { by: 'text', hits, head, walked: { all: head } }
}

/** The ids of a page, in the order of usernames. */
export const findUserIds = (db: Db | Tx, filter: UserFilter, window: Window, bounds = listBounds): Promise<ListPage> =>
  listPage(db, list, toSearch(filter), { ...window, bounds })

export type UserWithCount = UserRow & { alert_count: number }

/** These users with the number of their alerts, in the same order. */
export async function usersByIds(db: Db | Tx, ids: number[]): Promise<UserWithCount[]> {
  if (ids.length === 0) return []
  const rows = await usersWithCount(db).where('id', 'in', ids).execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

const usersWithCount = (db: Db | Tx) =>
  db
    .selectFrom('user')
    .selectAll()
    .select((eb) =>
      eb
        .selectFrom('alert')
        .whereRef('alert.user_id', '=', 'user.id')
        .select((alerts) => alerts.fn.countAll<number>().as('n'))
        .$asScalar()
        .$notNull()
        .as('alert_count'),
    )

/** One user with the number of alerts. */
export const findUserWithCount = (db: Db | Tx, id: number): Promise<UserWithCount | undefined> =>
  usersWithCount(db).where('id', '=', id).executeTakeFirst()

/** Counts all hits. */
export const countUsers = (db: Db | Tx, filter: UserFilter): Promise<number> =>
  countRows(db, list, { all: [userConditions(filter, 'row by row')] })
