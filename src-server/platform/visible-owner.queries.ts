import { type RawBuilder, sql } from 'kysely'
import { rights, type Role, roles } from '#shared/contract/roles.ts'
import type { Condition } from './search.queries.ts'

/** The roles whose users and records the caller may not see. */
export const hiddenRoles = (asRole: Role): Role[] => roles.filter((role) => !rights[asRole].manages.includes(role))

/**
 * Leaves out records of users outside the caller's allowable types, but not records without an owner. For columns that
 * reference users: the id of a deleted user would pass too.
 */
export function visibleOwner(owner: RawBuilder<unknown>, asRole: Role): Condition[] {
  const hidden = hiddenRoles(asRole)
  if (hidden.length === 0) return []
  // Written out, so that the small index of these roles is used; the hidden users are few.
  const list = sql.join(hidden.map((role) => sql.lit(role)))
  return [sql<boolean>`(${owner} is null or ${owner} not in (select id from "user" where role in (${list})))`]
}

/**
 * The same for an owner that the query left-joins as `u`. Also for columns that keep the id of a deleted user, as
 * notices do: it leaves those out, since the deleted user's role is unknown.
 */
export const visibleJoinedOwner = (owner: RawBuilder<unknown>, asRole: Role): Condition =>
  sql`(${owner} is null or u.role = any(${[...rights[asRole].manages]}::text[]))`
