import { type RawBuilder, sql, type SqlBool } from 'kysely'

/**
 * Users last active before a moment, of those that a purge may delete: never an administrator (decisions, section 9).
 * Written once, for the count before the question and for the purge itself; the table must be named "user" or `u`.
 */
export const unusedSince = (before: Date): RawBuilder<SqlBool> =>
  sql<SqlBool>`role in ('USER', 'GUEST') and last_active_at < ${before}`
