import { sql } from 'kysely'
import type { Role } from '#shared/contract/roles.ts'

/**
 * Whose messages the caller may see: those of the roles that they manage, and those without an owner. For queries in
 * which `n` is the notice and `u` its owner, joined from the left.
 */
export const visibleNotice = (manages: readonly Role[]) =>
  sql`(n.user_id is null or u.role = any(${[...manages]}::text[]))`
