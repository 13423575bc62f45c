import { type ClientBase, escapeIdentifier, type Pool } from 'pg'

/**
 * While a restore is not finished, `schema_migration` has a row of a version that no program will ever have, marked
 * breaking: every program, even an older one, refuses to start on the database. Its checksum is the backup's.
 */
const version = 2_147_483_647

/** What to do with a database whose restore was cut off. */
export const unfinishedRestoreProblem =
  'A restore into this database has not finished. Run "npm run restore" with the same file again, or drop the database and restore into an empty one.'

/** @param appRole may read the mark before it has any other right, so that its processes can report the problem */
export async function markUnfinishedRestore(client: ClientBase, backupSha256: string, appRole: string): Promise<void> {
  await client.query(`grant select on schema_migration to ${escapeIdentifier(appRole)}`)
  await client.query(
    `insert into schema_migration (version, name, breaking, checksum) values ($1, 'restore not finished', true, $2)`,
    [version, backupSha256],
  )
}

export const clearUnfinishedRestore = `delete from schema_migration where version = ${version}`

/** Whether this row of `schema_migration` is that mark. */
export const isUnfinishedRestore = (row: { version: number }): boolean => row.version === version

/** The checksum of the backup whose restore has not finished; undefined if there is none. */
export async function findUnfinishedRestore(database: ClientBase | Pool): Promise<string | undefined> {
  const { rows } = await database.query<{ checksum: string }>(
    `select to_jsonb(m) ->> 'checksum' as checksum from schema_migration m where version = $1`,
    [version],
  )
  return rows[0]?.checksum
}
