import { sql } from 'kysely'
import type { Db, Tx } from '#shared/node/platform/database/client.ts'
import { locks } from '#shared/node/platform/database/locks.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'

const registrationRetention = '7 days'
/** Rows per statement: transactions stay short, so that no other one waits long. */
const batchSize = 5000

/**
 * Creates the monthly partitions of record keys that will be needed, and drops those older than 13 months. Keys of
 * records dated beyond the existing partitions are in the default partition. They would block the creation of their
 * month's partition, so this moves them out first and then into it.
 * @param today the county's date
 * @throws lock_not_available while a backup reads the keys: matching would wait behind us until it ends
 */
export async function maintainPartitions(db: Db, today: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    // One worker at a time; the lock ends with the transaction.
    await sql`select pg_advisory_xact_lock(${locks.partitions})`.execute(tx)
    await sql`set local lock_timeout = '1s'`.execute(tx)
    await sql`
      create temporary table lifted on commit drop as
      select * from event_key_other where false`.execute(tx)
    await sql`
      with moved as (
        delete from event_key_other
        where recorded_on >= date_trunc('month', ${today}::date) - interval '12 months'
          and recorded_on < date_trunc('month', ${today}::date) + interval '3 months'
        returning *
      )
      insert into lifted select * from moved`.execute(tx)
    await sql`select keep_event_key_partitions(${today}::date)`.execute(tx)
    await sql`insert into event_key select * from lifted`.execute(tx)
  })
}

/**
 * Deletes the texts of messages and the answers of providers that are older than the county's limit. The notice itself
 * and the history stay.
 * @returns rows cleared
 */
export async function deleteMessageTexts(db: Db, days: number): Promise<number> {
  const limit = sql`now() - make_interval(days => ${days})`
  const statements = [
    sql`delete from outbox_message where id in (select id from outbox_message where created_at < ${limit} limit ${batchSize})`,
    sql`delete from provider_callback where id in
      (select id from provider_callback where received_at < ${limit} limit ${batchSize})`,
    sql`delete from notice_attempt where (notice_id, attempt) in
      (select notice_id, attempt from notice_attempt where ended_at < ${limit} limit ${batchSize})`,
    sql`update notice set data = '{}' where id in
      (select id from notice where created_at < ${limit} and data::text <> '{}' limit ${batchSize})`,
  ]
  let cleared = 0
  for (const statement of statements) {
    for (;;) {
      const { numAffectedRows = 0n } = await statement.execute(db)
      cleared += Number(numAffectedRows)
      if (numAffectedRows < batchSize) break
    }
  }
  return cleared
}

/** Deletes accounts that are still pending after 7 days. */
export async function deleteUnfinishedRegistrations(
  tx: Tx,
  limit: number,
): Promise<{ id: number; username: string }[]> {
  const { rows } = await sql<{ id: number; username: string }>`
    delete from "user" where id = any (array(
      select id from "user" where status = 'P' and created_at < now() - ${registrationRetention}::interval
      limit ${limit} for update skip locked))
    returning id, username`.execute(tx)
  return rows
}

/** Deletes changes of notices that can no longer be undone, with what an undo would have put back. @returns how many */
export async function deleteOldNoticeChanges(db: Db): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('notice_change')
    .where('until', '<', sql<Date>`now()`)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
