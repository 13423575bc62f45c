import { type RawBuilder, sql } from 'kysely'
import { maxCountedWithRows } from '#shared/contract/paging.ts'
import type { Role } from '#shared/contract/roles.ts'
import type { Db, Tx } from '#shared/node/platform/database/client.ts'
import { isSuppressed, suppressionReason } from '#shared/node/domain/recipients/suppression.queries.ts'
import { formatPhone } from '#shared/domain/phone.ts'
import type { SuppressionReason } from '#shared/domain/recipient/suppression-reasons.ts'
import { bounds as alertBounds } from '../alerts/panel-alerts.queries.ts'
import { allOf, anywhere, atBeginning, type Condition, heldByIndex } from '#server/platform/search.queries.ts'
import { visibleOwner } from '#server/platform/visible-owner.queries.ts'

/** `status` I: messages to it were stopped, or no active alert uses it (decisions, section 5). */
export type RecipientFilter = { asRole: Role; filterText?: string | undefined; statusType?: 'ALL' | 'A' | 'I' }
export type Window = { limit: number; offset: number }

/** What differs between the two lists: the table, its order, the links to alerts, and how a text is looked for. */
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
        ? sql`r.address_key collate "C" like ${atBeginning(text)}`
        : sql`r.address_key like ${anywhere(text)}`,
    index: (text: string, holdsIt: Condition): Condition => heldByIndex(sql`r.search_letters`, text, holdsIt),
    isShort: (text: string) => text.length <= 2,
  },
  PHONE: {
    table: sql`phone`,
    columns: sql`id, owner_id, number, digits, in_use`,
    order: sql`r.digits, r.id`,
    links: sql`alert_phone`,
    link: sql`phone_id`,
    target: sql`r.number`,
    /** By its digits; one or two are the first of the number as it is shown: without the 1 of North America. */
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

const recipientOf = (kind: RecipientKind) => ({
  channel: sql`${sql.lit(kind)}`,
  target: kinds[kind].target,
  userId: sql`r.owner_id`,
  recipientId: sql`r.id`,
})
const stopped = (kind: RecipientKind): Condition => isSuppressed(recipientOf(kind))
const isActive = (kind: RecipientKind): Condition => sql`(r.in_use and not ${stopped(kind)})`

/** `stopped` asked the other way round: few are stopped, and they are found from what stopped them. */
const amongStopped = (kind: RecipientKind): Condition => sql`r.id in (
  select r.id from (select distinct target from suppression where channel = ${sql.lit(kind)} and lifted_at is null) s
  join ${kinds[kind].table} r on ${kinds[kind].target} = s.target where ${stopped(kind)})`

/** All conditions but the status; null where the text can match nothing. `way`: as in the list of alerts. */
function conditionsOf(
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

const statusOf = (kind: RecipientKind, { statusType = 'ALL' }: RecipientFilter): Condition[] =>
  statusType === 'ALL' ? [] : [statusType === 'A' ? isActive(kind) : sql`not ${isActive(kind)}`]

/** The rows of a list as a set `r`. The inactive ones are two sets that share none, each with an index of its own. */
function rowsOf(kind: RecipientKind, filter: RecipientFilter, conditions: Condition[]): RawBuilder<unknown> {
  const { table, columns } = kinds[kind]
  const rows = (status: Condition[]) => sql`select ${columns} from ${table} r ${allOf([...conditions, ...status])}`
  return filter.statusType === 'I'
    ? sql`(${rows([sql`not r.in_use`])} union all ${rows([sql`r.in_use`, amongStopped(kind)])}) r`
    : sql`(${rows(statusOf(kind, filter))}) r`
}

type Page = { ids: number[]; total?: number }

/** As in the list of alerts; and so many hits are sorted where its head had too few, before the whole list is walked. */
export const bounds = { ...alertBounds, sortedAtMost: 30_000 }

/**
 * The ids of a page in the order of the list; `total` is absent where it must be counted by itself. A text is answered
 * as in the list of alerts: from its hits, or by walking the list where they are many.
 */
export async function recipientPage(
  db: Db,
  kind: RecipientKind,
  filter: RecipientFilter,
  window: Window,
  { sortedWhole, lookedThrough, sortedAtMost } = bounds,
): Promise<Page> {
  const [byIndex, eachRow] = [conditionsOf(kind, filter, 'by index'), conditionsOf(kind, filter, 'row by row')]
  if (!byIndex || !eachRow) return { ids: [], total: 0 }
  const { table, columns, order, isShort } = kinds[kind]
  const all = rowsOf(kind, filter, eachRow)
  if (filter.filterText && !isShort(filter.filterText)) {
    const most = Math.max(lookedThrough, 4 * (window.offset + window.limit))
    const head = sql`(select ${columns} from ${table} r order by ${order} limit ${most}) r
      ${allOf([...eachRow, ...statusOf(kind, filter)])}`
    const hits = rowsOf(kind, filter, byIndex)
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

/** Null where there are more hits than `most`. */
async function sortedPage(
  db: Db,
  kind: RecipientKind,
  from: RawBuilder<unknown>,
  { limit, offset }: Window,
  most: number,
): Promise<Page | null> {
  const { rows } = await sql<{ total: number; ids: number[] }>`
    with r as materialized (select * from ${from} limit ${most + 1})
    select (select count(*)::int from r) as total,
      array(select id::float8 from r order by ${kinds[kind].order} limit ${limit} offset ${offset}) as ids`.execute(db)
  const page = rows[0]
  return page && page.total <= most ? page : null
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

/** The exact number, however many. */
export async function countRecipients(db: Db, kind: RecipientKind, filter: RecipientFilter): Promise<number> {
  const conditions = conditionsOf(kind, filter, 'row by row')
  if (!conditions) return 0
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${rowsOf(kind, filter, conditions)}`.execute(db)
  return rows[0]?.n ?? 0
}

/** What both lists show of a row beside its own columns. */
const shared = (kind: RecipientKind) => sql`
  case when ${isActive(kind)} then 'A' else 'I' end as status,
  ${suppressionReason(recipientOf(kind))} as stop_reason,
  (select count(*)::int from ${kinds[kind].links} l where l.${kinds[kind].link} = r.id) as alert_count`

/** `stop_reason`: why it is I, where messages to it were stopped. */
type SharedRow = { status: 'A' | 'I'; stop_reason: SuppressionReason | null; alert_count: number }

type EmailRow = {
  id: number
  address: string
  migrated: boolean
  /** Its owner said yes; of a migrated one the legacy version knew it. */
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

/** A phone of an owner whom such an administrator may see, locked for a change. */
export async function lockVisiblePhone(tx: Tx, id: number, asRole: Role) {
  const { rows } = await sql<{ id: number; owner_id: number | null; number: string; validated_at: Date | null }>`
    select r.id, r.owner_id, r.number, r.validated_at from phone r
    ${allOf([...visibleOwner(sql`r.owner_id`, asRole), sql`r.id = ${id}`])} for update`.execute(tx)
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

/** What a list of alerts is narrowed to; '' for what is not asked or not to be seen. */
export type FilterNames = { username: string; emailAddress: string; phoneNumber: string }

export async function filterNames(
  db: Db,
  ask: { userId?: number | undefined; emailAddressId?: number | undefined; phoneNumberId?: number | undefined },
  asRole: Role,
): Promise<FilterNames> {
  const one = async (from: RawBuilder<unknown>, owner: RawBuilder<unknown>, id: number | undefined) => {
    if (id === undefined) return ''
    const { rows } = await sql<{ name: string }>`
      ${from} ${allOf([sql`r.id = ${id}`, ...visibleOwner(owner, asRole)])}`.execute(db)
    return rows[0]?.name ?? ''
  }
  const [username, emailAddress, phone] = await Promise.all([
    one(sql`select r.username as name from "user" r`, sql`r.id`, ask.userId),
    one(sql`select r.address as name from email_address r`, sql`r.owner_id`, ask.emailAddressId),
    one(sql`select r.number as name from phone r`, sql`r.owner_id`, ask.phoneNumberId),
  ])
  return { username, emailAddress, phoneNumber: formatPhone(phone) }
}
