import { type RawBuilder, sql } from 'kysely'
import {
  countRows,
  type List,
  listPage,
  type ListPage,
  type ListSearch,
  type Rows,
  type BoundedWindow,
} from '#server/platform/list-search.queries.ts'
import {
  whereAll,
  containsPattern,
  prefixPattern,
  type Condition,
  isShort,
  matchesTrigrams,
} from '#server/platform/search.queries.ts'
import { visibleOwner } from '#server/platform/visible-owner.queries.ts'
import type { Role } from '#shared/contract/roles.ts'
import { formatPhone } from '#shared/domain/phone.ts'
import type { SuppressionReason } from '#shared/domain/recipient/suppression-reasons.ts'
import { alertLinks } from '#shared/node/domain/alerts/alert-links.ts'
import {
  isAmongSuppressed,
  isSuppressed,
  suppressionReason,
} from '#shared/node/domain/recipients/deliverable.queries.ts'
import type { Db, Tx } from '#shared/node/platform/database/client.ts'

/** `status` I: it is suppressed, or no active alert uses it. */
export type RecipientFilter = {
  asRole: Role
  filterText?: string | undefined
  statusType?: 'ALL' | 'A' | 'I'
  /**
   * Only the first record of each address or number; the records of an address may differ in status, so a status has no
   * first.
   */
  byAddress?: boolean
}

type Kind = List & {
  target: RawBuilder<unknown>
  /** SQL: records `x` of the same address or number. */
  sameAddress: Condition
  search(text: string): Condition
  /** The search through the index of the text; null if it needs no index. */
  index: ((text: string, holdsIt: Condition) => Condition) | null
  isShort(text: string): boolean
}

const getDigits = (text: string) => text.replaceAll(/\D/g, '')

/** What differs between the two lists: table, order, and search. */
const kinds = {
  EMAIL: {
    table: sql`email_address`,
    row: sql`r`,
    columns: sql`id, owner_id, address_key, in_use`,
    key: sql`r.address_key collate "C"`,
    target: sql`r.address_key`,
    sameAddress: sql`x.address_key collate "C" = r.address_key collate "C"`,
    search: (text: string): Condition =>
      isShort(text)
        ? sql`r.address_key collate "C" like ${prefixPattern(text)}`
        : sql`r.address_key like ${containsPattern(text)}`,
    index: (text: string, holdsIt: Condition): Condition => matchesTrigrams(sql`r.search_letters`, text, holdsIt),
    isShort,
  },
  PHONE: {
    table: sql`phone`,
    row: sql`r`,
    columns: sql`id, owner_id, number, digits, in_use`,
    key: sql`r.digits`,
    target: sql`r.number`,
    sameAddress: sql`x.number = r.number`,
    /** By digits; one or two match the beginning of the number as displayed, without the 1 of North America. */
    search: (text: string): Condition => {
      const digits = getDigits(text)
      if (digits === '') return sql`false`
      if (!isShort(digits)) return sql`r.number like ${`%${digits}%`}`
      return sql`r.digits like ${`${digits}%`}`
    },
    index: null,
    isShort: (text: string) => isShort(getDigits(text)),
  },
} as const satisfies Record<string, Kind>
export type RecipientKind = keyof typeof kinds

const recipient = (kind: RecipientKind) => ({ channel: kind, ownerId: sql`r.owner_id`, recipientId: sql`r.id` })
const isActive = (kind: RecipientKind): Condition =>
  sql`(r.in_use and not ${isSuppressed(recipient(kind), kinds[kind].target)})`

/** All conditions except the status. `way`: as in the list of alerts. */
function toConditions(
  kind: RecipientKind,
  { asRole, filterText, byAddress }: RecipientFilter,
  way: 'by index' | 'row by row',
): Condition[] {
  const found = visibleOwner(sql`r.owner_id`, asRole)
  if (byAddress) found.push(isFirstOfAddress(kind, asRole))
  if (!filterText) return found
  const { search, index, isShort } = kinds[kind]
  const text = search(filterText)
  return [...found, index && way === 'by index' && !isShort(filterText) ? index(filterText, text) : text]
}

/** The first record of an address that the caller may see represents all of them. */
function isFirstOfAddress(kind: RecipientKind, asRole: Role): Condition {
  const { table, sameAddress } = kinds[kind]
  const earlier = whereAll([sameAddress, sql`x.id < r.id`, ...visibleOwner(sql`x.owner_id`, asRole)])
  return sql`not exists (select from ${table} x ${earlier})`
}

/** Inactive rows are read in two disjoint parts, each with its own index. */
function toRows(kind: RecipientKind, filter: RecipientFilter, way: 'by index' | 'row by row'): Rows {
  const all = toConditions(kind, filter, way)
  return filter.statusType === 'I'
    ? { all, parts: [sql`not r.in_use`, sql`(r.in_use and ${isAmongSuppressed(kind, sql`r.id`)})`] }
    : { all: [...all, ...statusConditions(kind, filter)] }
}

const statusConditions = (kind: RecipientKind, { statusType = 'ALL' }: RecipientFilter): Condition[] =>
  statusType === 'ALL' ? [] : [statusType === 'A' ? isActive(kind) : sql`not ${isActive(kind)}`]

function toSearch(kind: RecipientKind, filter: RecipientFilter): ListSearch {
  const walked = toRows(kind, filter, 'row by row')
  if (!filter.filterText || kinds[kind].isShort(filter.filterText)) return { by: 'order', walked, counted: walked }
  const head = [...toConditions(kind, filter, 'row by row'), ...statusConditions(kind, filter)]
  return { by: 'text', hits: toRows(kind, filter, 'by index'), head, walked }
}

/** A page of the recipients of every owner whom the caller may see, by address or number. */
export const recipientPage = (
  db: Db,
  kind: RecipientKind,
  filter: RecipientFilter,
  window: BoundedWindow,
): Promise<ListPage> => listPage(db, kinds[kind], toSearch(kind, filter), window)

/** Counts all hits. */
export const countRecipients = (db: Db, kind: RecipientKind, filter: RecipientFilter): Promise<number> =>
  countRows(db, kinds[kind], toRows(kind, filter, 'row by row'))

/** How many owners of one address a list shows; the rest are only counted. */
const maxOwnersShown = 50

/**
 * The records of the same addresses or numbers, of all owners whom the caller may see.
 * @param ids the first record of each address or number
 * @returns for each of these, the ids of the first records and how many there are in all
 */
export async function recordsOfAddresses(
  db: Db,
  kind: RecipientKind,
  ids: number[],
  asRole: Role,
): Promise<Map<number, { ids: number[]; owners: number }>> {
  const { table, sameAddress } = kinds[kind]
  const { rows } = await sql<{ first: number; ids: number[]; owners: number }>`
    select r.id as first, same.ids, same.owners from ${table} r cross join lateral (
      select array_agg(s.id order by s.id) filter (where s.place <= ${maxOwnersShown}) as ids, count(*)::int as owners
      from (
        select x.id::float8, row_number() over (order by x.id) as place from ${table} x
        ${whereAll([sameAddress, ...visibleOwner(sql`x.owner_id`, asRole)])}) s) same
    where r.id = any (${ids})`.execute(db)
  return new Map(rows.map(({ first, ...same }) => [first, same]))
}

/** The columns that both lists have in common. */
function shared(kind: RecipientKind) {
  const [links, link] = alertLinks[kind]
  return sql`
  case when ${isActive(kind)} then 'A' else 'I' end as status,
  ${suppressionReason(recipient(kind))} as suppression_reason,
  r.owner_id, (select username from "user" u where u.id = r.owner_id) as owner_name,
  (select count(*)::int from ${sql.table(links)} l where l.${sql.ref(link)} = r.id) as alert_count`
}

/** `suppression_reason`: why it is inactive, if it is suppressed. */
type SharedRow = {
  status: 'A' | 'I'
  suppression_reason: SuppressionReason | null
  alert_count: number
  /** Null for one that came from the legacy version. */
  owner_id: number | null
  owner_name: string | null
}

export type EmailRow = {
  id: number
  address: string
  migrated: boolean
  /** Verified by its owner, or by the legacy version if it was imported. */
  confirmed: boolean
} & SharedRow

export async function emailRows(db: Db, ids: number[]): Promise<EmailRow[]> {
  const { rows } = await sql<EmailRow>`
    select r.id, r.address, r.migrated, v.verified as confirmed, ${shared('EMAIL')}
    from email_address r join recipient v on v.channel = 'EMAIL' and v.id = r.id
    where r.id = any(${ids}) order by ${kinds.EMAIL.key}, r.id`.execute(db)
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
    where r.id = any(${ids}) order by ${kinds.PHONE.key}, r.id`.execute(db)
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

/**
 * The names of the user, email or phone that a list of alerts is filtered by; '' for a filter that is absent or hidden
 * from the caller.
 */
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
