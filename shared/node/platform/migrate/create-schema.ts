import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { ClientBase } from 'pg'
import { addChecksum, createMigrationTable, recordMigration } from './migration-table.ts'
import { withoutConcurrency } from './outside-transaction.ts'
import { type Migration, migrationsFolder, readMigrations } from './read-migrations.ts'

/**
 * Creates the schema of an earlier version in an empty database, in the caller's transaction and without rights for the
 * application: `migrate` follows.
 */
export async function createSchema(client: ClientBase, version: number): Promise<void> {
  await createMigrationTable(client)
  await client.query(addChecksum)
  for (const migration of readMigrations().slice(0, version)) {
    await client.query(transactionSql(migration))
    await recordMigration(client, migration)
  }
}

/**
 * Creates the schema of the last version before 1.0, likewise.
 * @param applied its migrations, as its database recorded them
 */
export async function createSchemaBefore(
  client: ClientBase,
  applied: { version: number; name: string; checksum: string | null }[],
): Promise<void> {
  await createMigrationTable(client)
  await client.query(addChecksum)
  await client.query(readFileSync(path.join(migrationsFolder, 'before-1.0/schema.sql'), 'utf8'))
  await client.query(
    `insert into schema_migration (version, name, breaking, checksum)
     select version, name, false, checksum from json_to_recordset($1) as a(version integer, name text, checksum text)`,
    [JSON.stringify(applied)],
  )
}

/** Statements that a transaction can run, for a database that is not in use yet. */
export const transactionSql = ({ sql, steps }: Migration): string => (steps ? withoutConcurrency(steps) : sql)
