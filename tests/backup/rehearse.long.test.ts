import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { rehearseCommand } from '#scripts/migrate/rehearse-command.ts'
import { watchLocks } from '#scripts/migrate/watch-locks.ts'
import { migrate } from '#shared/node/platform/migrate/migrate.ts'
import { readMigrations } from '#shared/node/platform/migrate/read-migrations.ts'
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '#tests/helpers/database.ts'
import { withClient } from '#tests/helpers/with-client.ts'
import { type CommandResult, queryRows, runCommand, useDatabase } from './commands.ts'
import { backUpTo, fillCounty } from './made-backup.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'rehearse-'))
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await database.drop()
  fs.rmSync(folder, { recursive: true })
})

function rehearse(file: string): Promise<CommandResult> {
  return runCommand(([named = ''], terminal) => rehearseCommand(named, { onServer: true }, terminal), [file])
}

test('tells of each migration, and of whom its locks keep waiting', async () => {
  const older = await createEmptyDatabase()
  await fillCounty(older.ownerUrl, 'older')
  const file = path.join(folder, 'older.backup')
  await backUpTo(file, older.ownerUrl)
  useDatabase(older)
  const { status, said } = await rehearse(file)
  const [before] = await queryRows<{ version: number }>(older, 'select max(version) as version from schema_migration')
  await older.drop()
  expect({ status, said }).toMatchObject({ status: 0 })
  expect(said).toContain(`from schema ${before?.version} to ${readMigrations().length}:`)
  expect(said).toMatch(
    /\n {2}0000-before-1\.0: [\d.]+ m?s, breaking: stop every server and worker first\n(?: {4}.*\n)* {4}delivery: reads and writes wait for [\d.]+ m?s \(AccessExclusiveLock\)/,
  )
})

test('has nothing to do for a backup of this schema', async () => {
  const file = path.join(folder, 'current.backup')
  await backUpTo(file, database.ownerUrl)
  expect(await rehearse(file)).toEqual({
    status: 0,
    said: `${file} is of schema ${readMigrations().length}, this program's: there is nothing to migrate.`,
  })
})

test('measures a lock until its migration commits, and leaves out what the migration made itself', async () => {
  const migrations = fs.mkdtempSync(path.join(folder, 'migrations-'))
  fs.cpSync('migrations', migrations, { recursive: true })
  const number = String(readMigrations().length + 1).padStart(4, '0')
  fs.writeFileSync(
    path.join(migrations, `${number}-slow.sql`),
    'create table fresh (id int); lock table fresh; alter table feed add column later text; select pg_sleep(0.3);',
  )
  const rehearsed = await withClient(database.ownerUrl, async (client) => {
    const watching = await watchLocks(client)
    await migrate({ ownerUrl: database.ownerUrl, folder: migrations, watch: watching.watch }).finally(watching.stop)
    return watching.rehearsed
  })
  expect(rehearsed.map(({ locks }) => locks.map(({ table, mode }) => ({ table, mode })))).toEqual([
    [{ table: 'feed', mode: 'AccessExclusiveLock' }],
  ])
  expect(rehearsed[0]?.locks[0]?.ms).toBeGreaterThan(250)
})
