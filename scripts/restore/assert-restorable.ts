import type { Client } from 'pg'
import { isFree, isOwned } from '#shared/node/platform/migrate/ours.ts'
import { readMigrations } from '#shared/node/platform/migrate/read-migrations.ts'
import { findUnfinishedRestore, unfinishedRestoreProblem } from '#shared/node/platform/migrate/unfinished-restore.ts'
import { type BackupFile, readVersion } from '../backup/backup-file.ts'

// cspell:ignore regnamespace relkind relnamespace

/**
 * Compares the backup's migrations with this program's.
 * @throws Error in plain words if this program cannot restore it
 */
export function assertKnownSchema({ path, manifest }: BackupFile): void {
  const known = readMigrations()
  const version = readVersion(manifest)
  if (version > known.length)
    throw new Error(
      `${path} is of schema ${version}; this program knows ${known.length}. Restore it with the program that wrote it, or a newer one.`,
    )
  const other = manifest.migrations.filter(
    ({ version: number, checksum }, index) =>
      number !== index + 1 || (checksum !== null && checksum !== known[index]?.checksum),
  )
  if (other.length > 0)
    throw new Error(
      `${path} is of another program: its migrations ${other.map((one) => `${one.version} (${one.name})`).join(', ')} differ from this program's.`,
    )
}

/**
 * Whether the database is empty, or holds this backup from a restore that was cut off before its end. Objects that
 * others put there beforehand do not count, but a service of another role does.
 * @param howToEmpty tells the operator what to do with a database that is not empty
 * @throws Error in plain words if it holds anything else
 */
export async function findTargetState(
  client: Client,
  { sha256 }: BackupFile,
  howToEmpty: string,
): Promise<'empty' | 'loaded'> {
  const { rows } = await client.query<{ tables: number; migrated: boolean }>(`
    select count(*)::int as tables,
      coalesce(has_table_privilege(to_regclass('public.schema_migration'), 'select'), false) as migrated
    from pg_class c where c.relkind in ('r', 'p', 'v', 'm', 'f')
      and c.relnamespace in (select oid from pg_namespace where nspname in ('public', 'pgboss'))
      and ${isFree('pg_class', 'c')} and (to_regclass('public.schema_migration') is not null or ${isOwned('c')})`)
  const [found] = rows
  if (!found || found.tables === 0) return 'empty'
  const unfinished = found.migrated ? await findUnfinishedRestore(client) : undefined
  if (unfinished === sha256) return 'loaded'
  if (unfinished !== undefined) throw new Error(unfinishedRestoreProblem)
  throw new Error(
    `The database is not empty: it has ${found.tables} tables and views. A restore needs an empty one and replaces nothing. ${howToEmpty}`,
  )
}
