import { type RawBuilder, sql } from 'kysely'

/**
 * SQL: milliseconds since the first of the latest calls of notice `n`, by the database's clock; null if there was none.
 * Calls before it was resent belong to an earlier schedule.
 * @param calls SQL: how many calls belong to this schedule
 */
export const sinceFirstCallMs = (calls: string): RawBuilder<number | null> => sql<number | null>`(
  select extract(epoch from now() - min(a.called_at))::float8 * 1000 from (
    select called_at from notice_attempt where notice_id = n.id and attempt > coalesce(n.resent_after, 0)
    order by attempt desc limit ${sql.raw(calls)}) a)`
