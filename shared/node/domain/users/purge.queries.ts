import { type RawBuilder, sql, type SqlBool } from 'kysely'

/**
 * SQL: users last active before a moment whom a purge may delete, never an administrator. Shared by the count in the
 * confirmation and by the purge itself; the table must be named "user" or `u`.
 */
export const unusedSince = (before: Date): RawBuilder<SqlBool> =>
  sql<SqlBool>`role in ('USER', 'GUEST') and last_active_at < ${before}`
