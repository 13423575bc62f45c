import type { Role } from '#shared/contract/roles.ts'

/** Null for an anonymous visitor. */
export type Caller = Role | null
/** How a record relates to its caller: a name of the cells. */
export type Relation = 'all' | 'self' | 'present' | 'missing' | 'own' | 'managed' | 'unmanaged'

/** A user of the nearest role that the caller does not manage; USER and GUEST manage no one. */
const outOfReach: Record<Role, Role> = {
  FOREVER: 'FOREVER',
  TRIMIN: 'FOREVER',
  COUNTY: 'TRIMIN',
  USER: 'USER',
  GUEST: 'GUEST',
}

/** The role of the owner of a record that has this relation to the caller. */
export const toRole = (relation: Relation, caller: Caller): Role =>
  caller === null ? 'USER' : relation === 'unmanaged' ? outOfReach[caller] : caller
