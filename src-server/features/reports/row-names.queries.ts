import { sql } from 'kysely'
import { whereAll } from '#server/platform/search.queries.ts'
import { visibleOwner } from '#server/platform/visible-owner.queries.ts'
import type { Role } from '#shared/contract/roles.ts'
import { formatPhone } from '#shared/domain/phone.ts'
import type { Db } from '#shared/node/platform/database/client.ts'
import type { RowKind } from './audit-labels.ts'

/** The name of each kind of row, and its owner. */
const sources = {
  email: { from: sql`select r.id, r.address as name from email_address r`, owner: sql`r.owner_id` },
  phone: { from: sql`select r.id, r.number as name from phone r`, owner: sql`r.owner_id` },
  user: { from: sql`select r.id, r.username as name from "user" r`, owner: sql`r.id` },
  alert: { from: sql`select r.id, r.name from alert r`, owner: sql`r.user_id` },
} as const satisfies Record<RowKind, unknown>

/**
 * The names of the rows that still exist and that the reader may see: an audit row may hold any id that a caller sent,
 * and records of users outside the reader's allowable types read as missing.
 */
export async function findNames(db: Db, what: RowKind, ids: number[], asRole: Role): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const { from, owner } = sources[what]
  const { rows } = await sql<{ id: number; name: string }>`
    ${from} ${whereAll([sql<boolean>`r.id = any(${ids})`, ...visibleOwner(owner, asRole)])}`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name.startsWith('+') ? formatPhone(name) : name]))
}
