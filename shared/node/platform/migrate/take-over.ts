import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Client, ClientBase } from 'pg'
import { getSqlState } from '../database/retry.ts'
import { inTransactionOf } from '../database/transaction.ts'
import { hashSchema } from './describe-schema.ts'
import { grantRights } from './grant-rights.ts'
import { recordMigration } from './migration-table.ts'
import type { MigrationWatch } from './migration-watch.ts'
import { type Migration, migrationsFolder } from './read-migrations.ts'
import { isUnfinishedRestore } from './unfinished-restore.ts'

type TakeOverOptions = {
  folder: string | undefined
  appRole: string | undefined
  watch: MigrationWatch | undefined
  /** Whether the rows come from a backup: the processes that they name run on another database. */
  finishesRestore: boolean
}

/** As it is called where migrations are listed. */
export const takeOverName = 'before-1.0'

/** How many migrations 1.0 had: they make its whole schema. */
const firstMigrations = 14

/** The last migration before 1.0, and the version of the program that has it. */
export const lastBefore = { version: 59, name: 'unmatched-records', program: '0.1.0' }

/** In each migration of 1.0: what follows replaces the functions, triggers and views of a database from before. */
const marker = '\n-- Functions, triggers and views\n'

/** SQLSTATE: other objects depend on one that would be dropped. */
const dependentObjects = '2BP01'

/** The name of the first migration of those versions. */
const firstBefore = 'accounts'

/** Whether these migrations, as recorded, are of a version before 1.0. */
export const isOfBefore = ([first]: { name: string }[]): boolean => first?.name === firstBefore

/** SQL: whether the schema is of a version before 1.0. */
export const isFromBefore = `exists (select from schema_migration where version = 1 and name = '${firstBefore}')`

/**
 * Takes over a database of the last version before 1.0: renames its tables and columns, and replaces its functions,
 * triggers and views by those of the first migrations, which it then counts as having. One transaction.
 * @param migrations those of this program
 * @returns whether it was such a database
 * @throws Error in plain words if the database is older, is not as that version made it, or is still in use
 */
export async function takeOver(
  client: Client,
  migrations: Migration[],
  { folder = migrationsFolder, appRole, watch, finishesRestore }: TakeOverOptions,
): Promise<boolean> {
  const { rows } = await client.query<{ before: boolean }>(`select ${isFromBefore} as before`)
  if (!rows[0]?.before) return false
  await assertLastBefore(client)
  if (!finishesRestore) await assertNothingRuns(client)
  watch?.started()
  await inTransactionOf(client, async () => {
    await assertUnchanged(client, JSON.parse(readFileSync(path.join(folder, 'before-1.0/schema.json'), 'utf8')))
    await client.query(readFileSync(path.join(folder, 'before-1.0/rename.sql'), 'utf8'))
    const first = migrations.slice(0, firstMigrations)
    for (const { sql } of first) await client.query(sql.split(marker)[1] ?? '')
    if (appRole) await grantRights(client, appRole, ['public'])
    // Not the mark of a restore that has not finished.
    await client.query('delete from schema_migration where version <= $1', [lastBefore.version])
    for (const migration of first) await recordMigration(client, migration)
    await watch?.locked()
  }).catch((error: unknown) => {
    throw nameDependents(error)
  })
  await watch?.released({ version: 0, name: takeOverName, breaking: true, sql: '', checksum: '', steps: undefined })
  return true
}

/** PostgreSQL's message does not say which view or function of the county it is; its detail does. */
function nameDependents(error: unknown): unknown {
  if (getSqlState(error) !== dependentObjects) return error
  const { detail = '' } = error as { detail?: string }
  return new Error(
    `Nothing was migrated: something else uses what is replaced: ${detail.replaceAll('\n', ', ')}. Drop it and run npm run migrate again. See "From a version before 1.0" in docs/operations.md.`,
    { cause: error },
  )
}

async function assertLastBefore(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ version: number; name: string }>(
    'select version, name from schema_migration order by version desc limit 2',
  )
  const { version, name } = rows.find((row) => !isUnfinishedRestore(row)) ?? { version: 0, name: '' }
  if (version === lastBefore.version && name === lastBefore.name) return
  throw new Error(
    `Nothing was migrated: the database is at schema ${version} of a version before 1.0, and only ${lastBefore.version} can be taken over. First run npm run migrate of version ${lastBefore.program}. See "From a version before 1.0" in docs/operations.md.`,
  )
}

/** Seconds. Three heartbeats of a process fit in; one that stops normally removes its row. */
const silence = 30

/** A process of 0.1.0 would go on without a word, and fail at every call. */
async function assertNothingRuns(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ kind: string; host: string }>(
    `select distinct kind, host from process_heartbeat where seen_at > now() - $1 * interval '1 s' order by kind, host`,
    [silence],
  )
  if (rows.length === 0) return
  const running = rows.map(({ kind, host }) => `a ${kind} on ${host}`).join(', ')
  throw new Error(
    `Nothing was migrated: version ${lastBefore.program} still runs (${running}). Stop it, and run npm run migrate again. If it was killed, wait ${silence} seconds first. See "From a version before 1.0" in docs/operations.md.`,
  )
}

async function assertUnchanged(client: ClientBase, expected: Record<string, string>): Promise<void> {
  const found = await hashSchema(client)
  const different = Object.keys(expected).filter((object) => found[object] !== expected[object])
  if (different.length === 0) return
  throw new Error(
    `Nothing was migrated: these objects are not as version ${lastBefore.program} made them: ${different.join(', ')}. Undo what was changed by hand, such as an added index, and run npm run migrate again. See "From a version before 1.0" in docs/operations.md.`,
  )
}
