import { sql } from 'kysely'
import type { Db } from '#shared/node/platform/database/client.ts'

/** How long data that a migration from the legacy version wiped can be restored. */
const retention = '90 days'
const batchSize = 10_000

/**
 * Deletes the copies of data that migrations wiped: all after 90 days, and an account's data once the account is gone.
 * @returns rows deleted
 */
export async function deleteLegacyCopies(db: Db): Promise<number> {
  await sql`
    update migration_run set copy_deleted = true
    where not copy_deleted and state <> 'running' and ended_at < now() - ${retention}::interval`.execute(db)
  const statements = [
    sql`delete from migration_copy where ctid = any (array(
      select c.ctid from migration_copy c join migration_run r on r.id = c.run_id
      where r.copy_deleted limit ${batchSize}))`,
    sql`delete from migration_copy where ctid = any (array(
      select c.ctid from migration_copy c
      where c.of in ('alert', 'email_address') and coalesce(c.body ->> 'user_id', c.body ->> 'owner_id') is not null
        and not exists (
          select from "user" u where u.id = coalesce(c.body ->> 'user_id', c.body ->> 'owner_id')::bigint)
      limit ${batchSize}))`,
    // Recipients and matches of an alert whose copy was deleted.
    sql`delete from migration_copy where ctid = any (array(
      select c.ctid from migration_copy c
      where c.of in ('alert_email', 'alert_phone', 'event_match', 'possible_match') and not exists (
        select from migration_copy a where a.run_id = c.run_id and a.of = 'alert' and a.place = c.place)
      limit ${batchSize}))`,
  ]
  let deleted = 0
  for (const statement of statements) {
    for (;;) {
      const { numAffectedRows = 0n } = await statement.execute(db)
      deleted += Number(numAffectedRows)
      if (numAffectedRows < batchSize) break
    }
  }
  return deleted
}
