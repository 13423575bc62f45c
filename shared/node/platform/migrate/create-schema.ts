import type { ClientBase } from 'pg'
import { addChecksum, createMigrationTable, recordMigration } from './migration-table.ts'
import { withoutConcurrency } from './outside-transaction.ts'
import { type Migration, readMigrations } from './read-migrations.ts'

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

/** Statements that a transaction can run, for a database that is not in use yet. */
export const transactionSql = ({ sql, steps }: Migration): string => (steps ? withoutConcurrency(steps) : sql)
