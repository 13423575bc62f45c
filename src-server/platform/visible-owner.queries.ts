import { type RawBuilder, sql } from 'kysely'
import { rights, type Role, roles } from '#shared/contract/roles.ts'
import type { Condition } from './search.queries.ts'

/** The roles whose users, and what is theirs, the caller may not see (decisions, section 3). */
export const hiddenRoles = (asRole: Role): Role[] => roles.filter((role) => !rights[asRole].manages.includes(role))

/**
 * Leaves out what belongs to users outside the caller's allowable types (decisions, section 3); what has no owner stays.
 * For columns that refer to users: the number of one who is gone would stay too.
 */
export function visibleOwner(owner: RawBuilder<unknown>, asRole: Role): Condition[] {
  const hidden = hiddenRoles(asRole)
  if (hidden.length === 0) return []
  // Written out, so that the small index of these roles serves; the hidden users are few.
  const list = sql.join(hidden.map((role) => sql.lit(role)))
  return [sql<boolean>`(${owner} is null or ${owner} not in (select id from "user" where role in (${list})))`]
}

/**
 * The same where the owner is joined from the left as `u`. Also for columns that keep the number of one who is gone, as
 * notices do: what was theirs is left out, since nobody knows any more who might see it.
 */
export const visibleJoinedOwner = (owner: RawBuilder<unknown>, asRole: Role): Condition =>
  sql`(${owner} is null or u.role = any(${[...rights[asRole].manages]}::text[]))`
