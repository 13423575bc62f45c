import { type RawBuilder, sql } from 'kysely'
import { maxCountedWithRows } from '#shared/contract/paging.ts'
import type { UserStatusFilter } from '#shared/contract/user-manager.ts'
import { type Role, roles } from '#shared/contract/roles.ts'
import type { Db, Tx } from '#shared/node/platform/database/client.ts'
import {
  prefixPattern,
  type Condition,
  matchesTrigrams,
  containsPattern,
  laterWordPattern,
} from '#server/platform/search.queries.ts'
import type { UserRow } from '#server/platform/find-user.queries.ts'

/** Which users a list asks for, within the roles that the caller may see. */
export type UserFilter = {
  roles: readonly Role[]
  filterText?: string | undefined
  statusType?: UserStatusFilter | undefined
  accountId?: number | undefined
  /** The record of an email or phone of somebody's alerts: the list holds every user with that address or number. */
  emailAddressId?: number | undefined
  phoneNumberId?: number | undefined
}

/** Whether a condition goes by its index, or row by row if the query reads many rows anyway. */
type Way = 'by index' | 'row by row'

const everything = sql<boolean>`true`

/**
 * Whether username, names or email hold the text; one or two characters match only beginnings (decisions, section 13).
 */
function matchesText(text: string | undefined, way: Way): Condition {
  if (!text) return everything
  if (text.length > 2) {
    const holds = sql<boolean>`search like ${containsPattern(text)}`
    return way === 'by index' ? matchesTrigrams(sql`search_letters`, text, holds) : holds
  }
  if (way === 'by index') return sql`user_beginnings(username, first_name, last_name, email) @> array[lower(${text})]`
  const begins = sql`like ${prefixPattern(text)}`
  return sql`(username_key ${begins} or lower(first_name) ${begins} or lower(last_name) ${begins} or lower(email) ${begins})`
}

type Kind = { table: RawBuilder<unknown>; key: RawBuilder<unknown> }
const emails: Kind = { table: sql`email_address`, key: sql`address_key` }
const phones: Kind = { table: sql`phone`, key: sql`number` }

/**
 * Users with the address or number of that record, its owner and others; nobody if its owner is `hidden` from the
 * caller.
 */
function hasSameAddress(id: number | undefined, { table, key }: Kind, hidden: Condition): Condition {
  if (id === undefined) return everything
  return sql`id in (
    select other.owner_id from ${table} asked join ${table} other on other.${key} = asked.${key}
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
      hasSameAddress(emailAddressId, emails, hidden),
      hasSameAddress(phoneNumberId, phones, hidden),
      statusType === 'ALL' ? everything : sql`status = ${sql.lit(statusType)}`,
      accountId === undefined ? everything : sql`id = ${accountId}`,
      matchesText(filterText, way),
    ],
    sql` and `,
  )
}

type Window = { limit: number; offset: number }

/**
 * `counted`: hits that we count and sort in one statement. With more hits we look through the first `walked` rows of
 * the list, then sort up to `sorted` hits, and only then walk the whole list.
 */
export const bounds = { counted: maxCountedWithRows, walked: 50_000, sorted: 30_000 }

/**
 * The condition as the index of the list's order can check it. There, beginnings are those of words; the row itself
 * decides whether the word begins a name (`offset 0` keeps the planner from reading all rows for it).
 */
function matchesInWalk({ filterText: text = '', ...filter }: UserFilter): RawBuilder<boolean> {
  const rest = userConditions(filter, 'row by row')
  if (text.length > 2) return sql`${rest} and w.search like ${containsPattern(text)}`
  return sql`${rest} and (w.search like ${prefixPattern(text)} or w.search like ${laterWordPattern(text)})
    and exists (select from "user" where id = w.id and ${matchesText(text, 'row by row')} offset 0)`
}

/** `total` is null if there are too many to count with the page. */
export type UserIds = { ids: number[]; total: number | null }

/**
 * The ids of a page, in the order of usernames. A rare text comes from the index of the search, a common one from
 * walking the list's own order until the page is full; if that takes long, from its hits again.
 */
export async function findUserIds(
  db: Db | Tx,
  filter: UserFilter,
  { limit, offset }: Window,
  within = bounds,
): Promise<UserIds> {
  const window = sql`order by username_key, id limit ${limit} offset ${offset}`
  const idsOf = async (from: RawBuilder<unknown>) =>
    (await sql<{ id: number }>`${from} ${window}`.execute(db)).rows.map(({ id }) => id)
  const { filterText, accountId, emailAddressId, phoneNumberId } = filter
  if (!filterText || accountId || emailAddressId || phoneNumberId) {
    const [ids, total] = await Promise.all([
      idsOf(sql`select id from "user" where ${userConditions(filter)}`),
      countUsersUpTo(db, filter, within.counted),
    ])
    return { ids, total }
  }
  const hits = async (max: number): Promise<UserIds | null> => {
    const { rows } = await sql<{ total: number; ids: number[] }>`
      with hit as materialized (select id, username_key from "user" where ${userConditions(filter)} limit ${max + 1})
      select (select count(*)::int from hit) as total, array(select id::float8 from hit ${window}) as ids`.execute(db)
    return rows[0] && rows[0].total <= max ? rows[0] : null
  }
  const walk = (bound: RawBuilder<unknown>) =>
    idsOf(sql`select id from (select id, username_key, role, status, search from "user" ${bound}) w
      where ${matchesInWalk(filter)}`)

  const few = await hits(within.counted)
  if (few) return few
  const near = await walk(sql`order by username_key, id limit ${Math.max(within.walked, 4 * (offset + limit))}`)
  if (near.length === limit) return { ids: near, total: null }
  const many = await hits(within.sorted)
  return { ids: many?.ids ?? (await walk(sql``)), total: null }
}

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

/** Counts every hit. */
export async function countUsers(db: Db | Tx, filter: UserFilter): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from "user" where ${userConditions(filter, 'row by row')}`.execute(db)
  return rows[0]?.n ?? 0
}

/** Counts hits up to a limit; null if there are more. */
async function countUsersUpTo(db: Db | Tx, filter: UserFilter, limit: number): Promise<number | null> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from (select from "user" where ${userConditions(filter)} limit ${limit + 1}) as hit`.execute(
    db,
  )
  const n = rows[0]?.n ?? 0
  return n > limit ? null : n
}
