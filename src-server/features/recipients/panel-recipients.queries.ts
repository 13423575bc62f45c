import { type RawBuilder, sql } from 'kysely'
import { maxCountedWithRows } from '#shared/contract/paging.ts'
import type { Role } from '#shared/contract/roles.ts'
import type { Db, Tx } from '#shared/node/platform/database/client.ts'
import {
  isAmongSuppressed,
  isSuppressed,
  suppressionReason,
} from '#shared/node/domain/recipients/deliverable.queries.ts'
import { formatPhone } from '#shared/domain/phone.ts'
import type { SuppressionReason } from '#shared/domain/recipient/suppression-reasons.ts'
import {
  whereAll,
  containsPattern,
  prefixPattern,
  type Condition,
  matchesTrigrams,
  listBounds,
} from '#server/platform/search.queries.ts'
import { visibleOwner } from '#server/platform/visible-owner.queries.ts'

/** `status` I: it is suppressed, or no active alert uses it (decisions, section 5). */
export type RecipientFilter = { asRole: Role; filterText?: string | undefined; statusType?: 'ALL' | 'A' | 'I' }
export type Window = { limit: number; offset: number }

/** What differs between the two lists: the table, its order, the links to alerts, and the search. */
const kinds = {
  EMAIL: {
    table: sql`email_address`,
    columns: sql`id, owner_id, address_key, in_use`,
    order: sql`r.address_key collate "C", r.id`,
    links: sql`alert_email`,
    link: sql`email_id`,
    target: sql`r.address_key`,
    search: (text: string): Condition | null =>
      text.length <= 2
        ? sql`r.address_key collate "C" like ${prefixPattern(text)}`
        : sql`r.address_key like ${containsPattern(text)}`,
    index: (text: string, holdsIt: Condition): Condition => matchesTrigrams(sql`r.search_letters`, text, holdsIt),
    isShort: (text: string) => text.length <= 2,
  },
  PHONE: {
    table: sql`phone`,
    columns: sql`id, owner_id, number, digits, in_use`,
    order: sql`r.digits, r.id`,
    links: sql`alert_phone`,
    link: sql`phone_id`,
    target: sql`r.number`,
    /** By digits; one or two match the beginning of the number as displayed, without the 1 of North America. */
    search: (text: string): Condition | null => {
      const digits = text.replaceAll(/\D/g, '')
      if (digits === '') return null
      if (digits.length > 2) return sql`r.number like ${`%${digits}%`}`
      return sql`r.digits like ${`${digits}%`}`
    },
    index: null,
    isShort: (text: string) => text.replaceAll(/\D/g, '').length <= 2,
  },
} as const
export type RecipientKind = keyof typeof kinds

const recipient = (kind: RecipientKind) => ({ channel: kind, ownerId: sql`r.owner_id`, recipientId: sql`r.id` })
const isActive = (kind: RecipientKind): Condition =>
  sql`(r.in_use and not ${isSuppressed(recipient(kind), kinds[kind].target)})`

/** All conditions except the status; null if the text can match nothing. `way`: as in the list of alerts. */
function toConditions(
  kind: RecipientKind,
  { asRole, filterText }: RecipientFilter,
  way: 'by index' | 'row by row',
): Condition[] | null {
  const found = visibleOwner(sql`r.owner_id`, asRole)
  if (!filterText) return found
  const { search, index, isShort } = kinds[kind]
  const text = search(filterText)
  if (!text) return null
  return [...found, index && way === 'by index' && !isShort(filterText) ? index(filterText, text) : text]
}

const statusConditions = (kind: RecipientKind, { statusType = 'ALL' }: RecipientFilter): Condition[] =>
  statusType === 'ALL' ? [] : [statusType === 'A' ? isActive(kind) : sql`not ${isActive(kind)}`]

/** The rows of a list as a set `r`. Inactive rows are two disjoint sets, each with its own index. */
function selectRows(kind: RecipientKind, filter: RecipientFilter, conditions: Condition[]): RawBuilder<unknown> {
  const { table, columns } = kinds[kind]
  const rows = (status: Condition[]) => sql`select ${columns} from ${table} r ${whereAll([...conditions, ...status])}`
  return filter.statusType === 'I'
    ? sql`(${rows([sql`not r.in_use`])} union all ${rows([sql`r.in_use`, isAmongSuppressed(kind, sql`r.id`)])}) r`
    : sql`(${rows(statusConditions(kind, filter))}) r`
}

type Page = { ids: number[]; total?: number }

/**
 * As in the list of alerts; if its head has too few hits, it sorts up to `sortedAtMost` before it walks the whole list.
 */
export const bounds = { ...listBounds, sortedAtMost: 30_000 }

/**
 * The ids of a page in the list's order; `total` is absent if it takes a count of its own. As in the list of alerts, a
 * rare text sorts its hits and a common one walks the list.
 */
export async function recipientPage(
  db: Db,
  kind: RecipientKind,
  filter: RecipientFilter,
  window: Window,
  { sortedWhole, lookedThrough, sortedAtMost } = bounds,
): Promise<Page> {
  const [byIndex, eachRow] = [toConditions(kind, filter, 'by index'), toConditions(kind, filter, 'row by row')]
  if (!byIndex || !eachRow) return { ids: [], total: 0 }
  const { table, columns, order, isShort } = kinds[kind]
  const all = selectRows(kind, filter, eachRow)
  if (filter.filterText && !isShort(filter.filterText)) {
    const max = Math.max(lookedThrough, 4 * (window.offset + window.limit))
    const head = sql`(select ${columns} from ${table} r order by ${order} limit ${max}) r
      ${whereAll([...eachRow, ...statusConditions(kind, filter)])}`
    const hits = selectRows(kind, filter, byIndex)
    const page = await sortedPage(db, kind, hits, window, sortedWhole)
    if (page) return page
    const near = await orderedPage(db, kind, head, window)
    if (near.length === window.limit) return { ids: near }
    const sorted = await sortedPage(db, kind, hits, window, sortedAtMost)
    return { ids: sorted?.ids ?? (await orderedPage(db, kind, all, window)) }
  }
  const [ids, total] = await Promise.all([orderedPage(db, kind, all, window), countUpTo(db, all)])
  return total > maxCountedWithRows ? { ids } : { ids, total }
}

/** Null if there are more hits than `max`. */
async function sortedPage(
  db: Db,
  kind: RecipientKind,
  from: RawBuilder<unknown>,
  { limit, offset }: Window,
  max: number,
): Promise<Page | null> {
  const { rows } = await sql<{ total: number; ids: number[] }>`
    with r as materialized (select * from ${from} limit ${max + 1})
    select (select count(*)::int from r) as total,
      array(select id::float8 from r order by ${kinds[kind].order} limit ${limit} offset ${offset}) as ids`.execute(db)
  const page = rows[0]
  return page && page.total <= max ? page : null
}

async function orderedPage(
  db: Db,
  kind: RecipientKind,
  from: RawBuilder<unknown>,
  { limit, offset }: Window,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select r.id from ${from} order by ${kinds[kind].order} limit ${limit} offset ${offset}`.execute(db)
  return rows.map(({ id }) => id)
}

async function countUpTo(db: Db, from: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (select from ${from} limit ${maxCountedWithRows + 1}) hit`.execute(db)
  return rows[0]?.n ?? 0
}

/** Counts every hit. */
export async function countRecipients(db: Db, kind: RecipientKind, filter: RecipientFilter): Promise<number> {
  const conditions = toConditions(kind, filter, 'row by row')
  if (!conditions) return 0
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${selectRows(kind, filter, conditions)}`.execute(db)
  return rows[0]?.n ?? 0
}

/** What both lists show besides a row's own columns. */
const shared = (kind: RecipientKind) => sql`
  case when ${isActive(kind)} then 'A' else 'I' end as status,
  ${suppressionReason(recipient(kind))} as stop_reason,
  (select count(*)::int from ${kinds[kind].links} l where l.${kinds[kind].link} = r.id) as alert_count`

/** `stop_reason`: why it reads I, if it is suppressed. */
type SharedRow = { status: 'A' | 'I'; stop_reason: SuppressionReason | null; alert_count: number }

type EmailRow = {
  id: number
  address: string
  migrated: boolean
  /** Verified by its owner, or by the legacy version if it was migrated. */
  confirmed: boolean
} & SharedRow

export async function emailRows(db: Db, ids: number[]): Promise<EmailRow[]> {
  const { rows } = await sql<EmailRow>`
    select r.id, r.address, r.migrated, r.migrated or r.verified_at is not null as confirmed, ${shared('EMAIL')} from email_address r
    where r.id = any(${ids}) order by ${kinds.EMAIL.order}`.execute(db)
  return rows
}

export type PhoneRow = {
  id: number
  number: string
  validated_at: Date | null
  validation_attempts: number
  verified_at: Date | null
  verification_attempts: number
} & SharedRow

export async function phoneRows(db: Db, ids: number[]): Promise<PhoneRow[]> {
  const { rows } = await sql<PhoneRow>`
    select r.id, r.number, r.validated_at, r.validation_attempts, r.verified_at, r.verification_attempts,
      ${shared('PHONE')} from phone r
    where r.id = any(${ids}) order by ${kinds.PHONE.order}`.execute(db)
  return rows
}

/** Locks a phone of an owner whom an administrator of this role may see. */
export async function lockVisiblePhone(tx: Tx, id: number, asRole: Role) {
  const { rows } = await sql<{ id: number; owner_id: number | null; number: string; validated_at: Date | null }>`
    select r.id, r.owner_id, r.number, r.validated_at from phone r
    ${whereAll([...visibleOwner(sql`r.owner_id`, asRole), sql`r.id = ${id}`])} for update`.execute(tx)
  return rows[0]
}

export type PhoneChange = {
  validated_at?: Date | null
  validation_problem?: string
  validation_attempts?: number
  verification_attempts?: number
}

export async function changePhone(tx: Tx, id: number, change: PhoneChange): Promise<void> {
  await tx.updateTable('phone').set(change).where('id', '=', id).execute()
}

/** The names that a list of alerts is filtered by; '' for a filter that is absent or hidden from the caller. */
export type FilterNames = { username: string; emailAddress: string; phoneNumber: string }

export async function readFilterNames(
  db: Db,
  ask: { userId?: number | undefined; emailAddressId?: number | undefined; phoneNumberId?: number | undefined },
  asRole: Role,
): Promise<FilterNames> {
  const one = async (from: RawBuilder<unknown>, owner: RawBuilder<unknown>, id: number | undefined) => {
    if (id === undefined) return ''
    const { rows } = await sql<{ name: string }>`
      ${from} ${whereAll([sql`r.id = ${id}`, ...visibleOwner(owner, asRole)])}`.execute(db)
    return rows[0]?.name ?? ''
  }
  const [username, emailAddress, phone] = await Promise.all([
    one(sql`select r.username as name from "user" r`, sql`r.id`, ask.userId),
    one(sql`select r.address as name from email_address r`, sql`r.owner_id`, ask.emailAddressId),
    one(sql`select r.number as name from phone r`, sql`r.owner_id`, ask.phoneNumberId),
  ])
  return { username, emailAddress, phoneNumber: formatPhone(phone) }
}
