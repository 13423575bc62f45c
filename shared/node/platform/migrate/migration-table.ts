import type { Client, ClientBase } from 'pg'
import { getSqlState } from '../database/retry.ts'
import { isOwned } from './ours.ts'
import type { Migration } from './read-migrations.ts'

/** SQLSTATE: the role lacks a right. */
const insufficientPrivilege = '42501'

const notOwner =
  'This role may not change the schema. Set MIGRATE_DATABASE_URL to the address with the role that owns the tables.'

/** @throws Error in plain words if the role may not create it, or another role owns it */
export async function createMigrationTable(client: ClientBase): Promise<void> {
  await client
    .query(
      `create table if not exists schema_migration (
    version integer primary key, name text not null, breaking boolean not null, applied_at timestamptz not null default now())`,
    )
    .catch((error: unknown) => {
      if (getSqlState(error) !== insufficientPrivilege) throw error
      throw new Error(notOwner, { cause: error })
    })
  // In a database that began with PostgreSQL 14, the application's role may create tables, but change none of ours.
  const { rows } = await client.query(
    `select from pg_class c where c.oid = to_regclass('schema_migration') and not ${isOwned('c')}`,
  )
  if (rows.length > 0) throw new Error(notOwner)
}

export const addChecksum = 'alter table schema_migration add column if not exists checksum text'

export const recordMigration = (client: ClientBase, { version, name, breaking, checksum }: Migration) =>
  client.query('insert into schema_migration (version, name, breaking, checksum) values ($1, $2, $3, $4)', [
    version,
    name,
    breaking,
    checksum,
  ])

/**
 * The versions applied so far. Adds the checksums that rows of early versions lack.
 * @throws Error naming each migration that was edited after it was applied
 */
export async function appliedBefore(client: Client, migrations: Migration[]): Promise<Set<number>> {
  await client.query(addChecksum)
  type Applied = { version: number; checksum: string | null }
  const { rows } = await client.query<Applied>('select version, checksum from schema_migration order by version')
  const applied = new Map(rows.map(({ version, checksum }) => [version, checksum]))
  const edited = migrations.filter(({ version, checksum }) => (applied.get(version) ?? checksum) !== checksum)
  if (edited.length > 0) {
    const names = edited.map(({ version, name }) => `${String(version).padStart(4, '0')}-${name}.sql`)
    throw new Error(
      `Nothing was migrated: ${names.join(', ')} changed after this database was migrated. Never edit a migration. Restore the file, and put the change into a new migration.`,
    )
  }
  for (const { version, checksum } of migrations)
    if (applied.get(version) === null)
      await client.query('update schema_migration set checksum = $2 where version = $1', [version, checksum])
  return new Set(applied.keys())
}
