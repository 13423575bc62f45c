import type { Client } from 'pg'

/** A full disk for inserts into one table. */
type FullDisk = { heal(): Promise<void> }

/**
 * Rejects inserts into a table as PostgreSQL does on a full disk, until `heal`, which may be called repeatedly.
 * @param owner a connection that may change the schema
 */
export async function fillDisk(owner: Client, table: string): Promise<FullDisk> {
  await owner.query(`create or replace function full_disk() returns trigger language plpgsql as
    $$ begin raise 'could not extend file: No space left on device' using errcode = '53100'; end $$`)
  await owner.query(`create trigger full_disk before insert on ${table} for each row execute function full_disk()`)
  return { heal: async () => void (await owner.query(`drop trigger if exists full_disk on ${table}`)) }
}
