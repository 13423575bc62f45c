import { type RawBuilder, sql } from 'kysely'
import { maxCountedWithRows } from '#shared/contract/paging.ts'
import type { UserStatusFilter } from '#shared/contract/user-manager.ts'
import { type Role, roles } from '#shared/contract/roles.ts'
import type { Db, Tx } from '#shared/node/platform/database/client.ts'
import { atBeginning, type Condition, heldByIndex, anywhere, atLaterWord } from '#server/platform/search.queries.ts'
import type { UserRow } from '../accounts/account/user.queries.ts'

/** Which users a list asks for, within the roles that the caller may see. */
export type UserFilter = {
  roles: readonly Role[]
  filterText?: string | undefined
  statusType?: UserStatusFilter | undefined
  accountId?: number | undefined
  /** Of an email, and of a phone, of somebody's alerts: whoever has that address or number is in the list. */
  emailAddressId?: number | undefined
  phoneNumberId?: number | undefined
}

/** How a condition is asked: by its index, or of row after row, where many are looked at anyway. */
type Way = 'by index' | 'row by row'

const everything = sql<boolean>`true`

/** Username, names or email hold the text; one or two characters match beginnings only (decisions, section 13). */
function matchesText(text: string | undefined, way: Way): Condition {
  if (!text) return everything
  if (text.length > 2) {
    const holds = sql<boolean>`search like ${anywhere(text)}`
    return way === 'by index' ? heldByIndex(sql`search_letters`, text, holds) : holds
  }
  if (way === 'by index') return sql`user_beginnings(username, first_name, last_name, email) @> array[lower(${text})]`
  const begins = sql`like ${atBeginning(text)}`
  return sql`(username_key ${begins} or lower(first_name) ${begins} or lower(last_name) ${begins} or lower(email) ${begins})`
}

type Kind = { table: RawBuilder<unknown>; key: RawBuilder<unknown> }
const emails: Kind = { table: sql`email_address`, key: sql`address_key` }
const phones: Kind = { table: sql`phone`, key: sql`number` }

/** Users with the address or number of that record, its owner and others; none where its owner is `hidden` from the caller. */
function hasAddressOf(id: number | undefined, { table, key }: Kind, hidden: Condition): Condition {
  if (id === undefined) return everything
  return sql`id in (
    select other.owner_id from ${table} asked join ${table} other on other.${key} = asked.${key}
    where asked.id = ${id} and not exists (select from "user" where id = asked.owner_id and ${hidden}))`
}

export function matches(
  { roles: seen, filterText, statusType = 'ALL', accountId, emailAddressId, phoneNumberId }: UserFilter,
  way: Way = 'by index',
): RawBuilder<boolean> {
  const others = roles.filter((role) => !seen.includes(role))
  const hidden =
    others.length > 0 ? sql<boolean>`role in (${sql.join(others.map((role) => sql.lit(role)))})` : sql<boolean>`false`
  return sql.join(
    [
      sql`not (${hidden})`,
      hasAddressOf(emailAddressId, emails, hidden),
      hasAddressOf(phoneNumberId, phones, hidden),
      statusType === 'ALL' ? everything : sql`status = ${sql.lit(statusType)}`,
      accountId === undefined ? everything : sql`id = ${accountId}`,
      matchesText(filterText, way),
    ],
    sql` and `,
  )
}

type Window = { limit: number; offset: number }

/**
 * Hits that are counted and sorted at once; rows at the head of the list that are looked through where there are more;
 * and hits that are sorted after that, before the whole list is walked.
 */
export const bounds = { counted: maxCountedWithRows, walked: 50_000, sorted: 30_000 }

/**
 * What the index of the list's order knows of a text. Beginnings are those of words there; whether the word begins a
 * name is then asked of the row itself, one by one (`offset 0` keeps the planner from reading all rows for it).
 */
function matchesInWalk({ filterText: text = '', ...filter }: UserFilter): RawBuilder<boolean> {
  const rest = matches(filter, 'row by row')
  if (text.length > 2) return sql`${rest} and w.search like ${anywhere(text)}`
  return sql`${rest} and (w.search like ${atBeginning(text)} or w.search like ${atLaterWord(text)})
    and exists (select from "user" where id = w.id and ${matchesText(text, 'row by row')} offset 0)`
}

/** `total` is null where there are so many that they are counted by themselves. */
export type UserIds = { ids: number[]; total: number | null }

/**
 * Ids of a page, in the order of usernames. A text that few have is answered from its hits by the index of the search,
 * one that many have by walking the list's own order, where it soon comes; where it comes late, from its hits again.
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
      idsOf(sql`select id from "user" where ${matches(filter)}`),
      countUsersUpTo(db, filter, within.counted),
    ])
    return { ids, total }
  }
  const hits = async (most: number): Promise<UserIds | null> => {
    const { rows } = await sql<{ total: number; ids: number[] }>`
      with hit as materialized (select id, username_key from "user" where ${matches(filter)} limit ${most + 1})
      select (select count(*)::int from hit) as total, array(select id::float8 from hit ${window}) as ids`.execute(db)
    return rows[0] && rows[0].total <= most ? rows[0] : null
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

/** Every hit, however many. */
export async function countUsers(db: Db | Tx, filter: UserFilter): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from "user" where ${matches(filter, 'row by row')}`.execute(db)
  return rows[0]?.n ?? 0
}

/** Hits up to a limit; null where there are more. */
async function countUsersUpTo(db: Db | Tx, filter: UserFilter, limit: number): Promise<number | null> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from (select from "user" where ${matches(filter)} limit ${limit + 1}) as hit`.execute(db)
  const n = rows[0]?.n ?? 0
  return n > limit ? null : n
}
