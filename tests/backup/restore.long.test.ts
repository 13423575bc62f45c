import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type Manifest, openBackup } from '#scripts/backup/backup-file.ts'
import { restoreCommand } from '#scripts/restore/restore-command.ts'
import { loadIntoEmpty } from '#scripts/restore/restore-database.ts'
import { verifyAudit } from '#shared/node/platform/audit/audit-verify.ts'
import { migrate } from '#shared/node/platform/migrate/migrate.ts'
import { schemaProblem } from '#shared/node/platform/migrate/schema-problem.ts'
import { unfinishedRestoreProblem } from '#shared/node/platform/migrate/unfinished-restore.ts'
import { createEmptyDatabase, type TestDatabase } from '#tests/helpers/database.ts'
import { withConnection } from '#tests/helpers/with-connection.ts'
import { type CommandResult, never, queryRows, runCommand, useDatabase } from './commands.ts'
import { backUpTo, fillCounty, rewriteManifest } from './made-backup.ts'
import { hashTables, listSchemaObjects } from './tables.ts'

// cspell:ignore regnamespace relnamespace

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'restore-test-'))
const inFolder = (name: string) => path.join(folder, name)
const backups = { current: inFolder('current.backup'), older: inFolder('older.backup') }
let sources: Record<'current' | 'older', TestDatabase>
/** The database that was backed up. */
let before: Record<'current' | 'older', { hashes: Record<string, string>; objects: string[] }>
const opened: TestDatabase[] = []

async function openEmpty(): Promise<TestDatabase> {
  const database = await createEmptyDatabase()
  opened.push(database)
  return database
}

beforeAll(async () => {
  sources = { current: await createEmptyDatabase(), older: await createEmptyDatabase() }
  for (const schema of ['current', 'older'] as const) {
    await fillCounty(sources[schema].ownerUrl, schema)
    await backUpTo(backups[schema], sources[schema].ownerUrl)
  }
  const describeDatabase = async ({ ownerUrl }: TestDatabase) => ({
    hashes: await hashTables(ownerUrl),
    objects: await listSchemaObjects(ownerUrl),
  })
  before = { current: await describeDatabase(sources.current), older: await describeDatabase(sources.older) }
})
afterEach(async () => {
  vi.unstubAllEnvs()
  for (const database of opened.splice(0)) await database.drop()
})
afterAll(async () => {
  for (const source of Object.values(sources)) await source.drop()
  fs.rmSync(folder, { recursive: true })
})

const restoreTo = (database: TestDatabase, file: string): Promise<CommandResult> => {
  useDatabase(database)
  return runCommand(restoreCommand, [file])
}

const load = async (
  { ownerUrl }: TestDatabase,
  file: string,
  onStep: (step: string) => unknown = () => {},
  signal = never,
) =>
  loadIntoEmpty({ url: ownerUrl, appRole: 'app', howToEmpty: '' }, await openBackup(file), {
    signal,
    onProgress: ({ step }) => onStep(step),
  })

const readSchemaProblem = ({ appUrl }: TestDatabase) => withConnection(appUrl, ({ pool }) => schemaProblem(pool))

const isEmpty = async (database: TestDatabase) =>
  (await queryRows(database, `select from pg_class where relnamespace = 'public'::regnamespace`)).length === 0

test.each(['current', 'older'] as const)(
  'a restore of the %s schema, cut off after its rows, is refused by every start, has every row, and is finished by a second run',
  async (schema) => {
    const target = await openEmpty()
    await load(target, backups[schema])
    expect(await readSchemaProblem(target)).toBe(unfinishedRestoreProblem)
    await expect(migrate({ ownerUrl: target.ownerUrl, appRole: 'app' })).rejects.toThrow(unfinishedRestoreProblem)
    await expect(backUpTo(inFolder('unfinished.backup'), target.ownerUrl)).rejects.toThrow(unfinishedRestoreProblem)
    // A program from before this check looks for a newer schema that is marked breaking.
    const [mark] = await queryRows(target, 'delete from schema_migration where version > 1000 and breaking returning *')
    expect(mark).toBeDefined()
    expect(await hashTables(target.ownerUrl)).toEqual(before[schema].hashes)
    await queryRows(
      target,
      `insert into schema_migration select * from json_populate_record(null::schema_migration, '${JSON.stringify(mark)}')`,
    )

    const other = schema === 'older' ? 'current' : 'older'
    expect((await restoreTo(target, backups[other])).said).toContain(unfinishedRestoreProblem)
    await migrate({ ownerUrl: target.ownerUrl, appRole: 'app', finishesRestore: true })
    if (schema === 'current') expect(await listSchemaObjects(target.ownerUrl)).toEqual(before.current.objects)
    const { status, said } = await restoreTo(target, backups[schema])
    expect(said).toContain('Delivery is paused until staff release it on the monitoring page.')
    expect(status).toBe(0)
    expect(await readSchemaProblem(target)).toBeNull()
    await expectPaused(target, backups[schema])
  },
)

async function expectPaused(target: TestDatabase, file: string) {
  const audit = await withConnection(target.appUrl, ({ db }) => verifyAudit(db, {}))
  const { manifest } = await openBackup(file)
  const chain = manifest.tables.find(({ name }) => name === 'audit_chain')
  expect(audit).toMatchObject({ broken: null, links: chain?.rows })
  expect(chain?.rows).toBeGreaterThan(2)
  const [restore] = await queryRows<{ backup_at: Date; noticed_by: string }>(
    target,
    'select backup_at, noticed_by from database_restore where released_at is null',
  )
  expect(restore?.noticed_by).toBe('command')
  expect(restore?.backup_at.getTime()).toBeLessThanOrEqual(Date.parse(manifest.startedAt))
  // The restore itself emails staff.
  const sure = `select from delivery join notice on id = notice_id where in_doubt_since is null and template <> 'database-restored'`
  expect(await queryRows(target, sure)).toEqual([])
}

test('a restore that is stopped leaves the database empty', async () => {
  const target = await openEmpty()
  const stop = new AbortController()
  const stopAtIndexes = (step: string) => step === 'Indexes' && stop.abort()
  await expect(load(target, backups.current, stopAtIndexes, stop.signal)).rejects.toThrow()
  await vi.waitFor(async () => expect(await isEmpty(target)).toBe(true), { timeout: 60_000 })
})

test.each<[string, (manifest: Manifest) => void, RegExp]>([
  [
    'of a newer schema',
    ({ migrations }) => migrations.push({ version: migrations.length + 1, name: 'later', checksum: null }),
    /is of schema \d+; this program knows \d+\. Restore it with the program that wrote it/,
  ],
  [
    'of another program',
    ({ migrations }) => migrations.splice(1, 1, { version: 2, name: 'alerts', checksum: 'ab'.repeat(32) }),
    /its migrations 2 \(alerts\) differ from this program's/,
  ],
  [
    'whose rows are not those that it names',
    ({ tables }) =>
      tables.find(({ name }) => name === 'user')?.sha256 &&
      Object.assign(tables.find(({ name }) => name === 'user') ?? {}, { sha256: 'ab'.repeat(32) }),
    /The rows of "user" are not those of the backup/,
  ],
  [
    'without a table of its schema',
    ({ tables }) => tables.splice(0, 1),
    /The backup lacks tables of its schema: alert\./,
  ],
])('a restore of a backup %s is refused, and changes nothing', async (_what, change, problem) => {
  const target = await openEmpty()
  const file = inFolder('changed.backup')
  await rewriteManifest(backups.current, file, change)
  const { status, said } = await restoreTo(target, file)
  expect(said).toMatch(problem)
  expect(status).toBe(1)
  expect(await isEmpty(target)).toBe(true)
})

test('a restore leaves out a table that this program does not have, and says so', async () => {
  const target = await openEmpty()
  await queryRows(
    sources.current,
    'create table report_of_our_own (id serial, day date) partition by range (day); create table report_of_2026 partition of report_of_our_own default',
  )
  const file = inFolder('own.backup')
  await backUpTo(file, sources.current.ownerUrl)
  await queryRows(sources.current, 'drop table report_of_our_own')
  const { status, said } = await restoreTo(target, file)
  expect(said).toContain('Left out, because this program does not have them: report_of_our_own.')
  expect(status).toBe(0)
})

test.each([
  ['without a file', [], 2, 'Missing FILE, the backup.'],
  ['of a file that a script did not find', ['--drill', ''], 2, 'Missing FILE, the backup.'],
  ['of two files', ['a', 'b'], 2, 'Name one FILE only.'],
  ['on the server that is no drill', ['--on-server', 'a'], 2, '--on-server goes with --drill only.'],
  ['with an unknown option', ['--force', 'a'], 2, "Unknown option '--force'"],
  ['of a folder', [folder], 1, `${folder} is a folder. Name the backup in it.`],
  ['of a missing file', [inFolder('gone')], 1, `File ${inFolder('gone')} not found.`],
])('a restore %s is refused with what to do', async (_what, args, status, said) => {
  const target = await openEmpty()
  useDatabase(target)
  const answer = await runCommand(restoreCommand, args)
  expect(answer.said).toContain(said)
  expect(answer.status).toBe(status)
  expect(await isEmpty(target)).toBe(true)
})

test('a restore into a database that is not empty is refused with what to do', async () => {
  const rows = await hashTables(sources.current.ownerUrl)
  const { status, said } = await restoreTo(sources.current, backups.current)
  expect(said).toMatch(/The database is not empty: it has \d+ tables and views\. .* Set the database aside/)
  expect(status).toBe(1)
  expect(await hashTables(sources.current.ownerUrl)).toEqual(rows)
})

test("a restore by the application's role is refused with the setting that names the owner", async () => {
  const target = await openEmpty()
  vi.stubEnv('DATABASE_URL', target.appUrl)
  vi.stubEnv('MIGRATE_DATABASE_URL', '')
  const { status, said } = await runCommand(restoreCommand, [backups.current])
  expect(said).toContain('This role may not change the schema. Set MIGRATE_DATABASE_URL')
  expect(status).toBe(1)
  expect(await isEmpty(target)).toBe(true)
})

test('a restore for a role that does not exist is refused before anything else', async () => {
  const target = await openEmpty()
  const url = new URL(target.appUrl)
  url.username = 'nobody_here'
  expect((await restoreTo({ ...target, appUrl: url.href }, backups.current)).said).toContain(
    'The role nobody_here of server and worker does not exist.',
  )
  expect(await isEmpty(target)).toBe(true)
})
