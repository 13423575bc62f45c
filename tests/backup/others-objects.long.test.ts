import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { backupCommand } from '#scripts/backup/backup-command.ts'
import { openBackup } from '#scripts/backup/backup-file.ts'
import { restoreCommand } from '#scripts/restore/restore-command.ts'
import { migrate } from '#shared/node/platform/migrate/migrate.ts'
import { createEmptyDatabase, type TestDatabase } from '#tests/helpers/database.ts'
import { type CommandResult, queryRows, runCommand, useDatabase } from './commands.ts'
import { hashTables } from './tables.ts'

// cspell:ignore sequencename

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'others-objects-'))
const owner = `county_${process.pid}`
let source: TestDatabase
let target: TestDatabase

const ofOthers = `
  create table public.of_admin (id serial primary key, note text unique);
  insert into public.of_admin (note) values ('of the administrator');
  create table public.lent (id serial primary key, of_admin int references public.of_admin);
  insert into public.lent (of_admin) values (1);
  grant select on public.lent, public.lent_id_seq to ${owner}, app;
  create table public.of_extension (id serial primary key, note text unique);
  insert into public.of_extension (note) values ('of an extension');
  alter table public.of_extension owner to ${owner};
  alter extension plpgsql add table public.of_extension;
  alter extension plpgsql add sequence public.of_extension_id_seq`

/** As an administrator sets it up: the service's owner is a role without the administrator's rights. */
async function setUp(database: TestDatabase): Promise<void> {
  const name = new URL(database.ownerUrl).pathname.slice(1)
  await queryRows(database, `alter database "${name}" owner to ${owner}; alter schema public owner to ${owner}`)
  await queryRows(database, ofOthers)
}

const asOwner = ({ ownerUrl, ...database }: TestDatabase): TestDatabase => ({
  ...database,
  ownerUrl: Object.assign(new URL(ownerUrl), { username: owner, password: owner }).href,
})

beforeAll(async () => {
  source = await createEmptyDatabase()
  target = await createEmptyDatabase()
  await queryRows(source, `create role ${owner} login password '${owner}'`)
  await setUp(source)
  await setUp(target)
  await migrate({ ownerUrl: asOwner(source).ownerUrl, appRole: 'app' })
  await queryRows(source, `insert into feed (name) values ('Recorder')`)
})
afterEach(() => vi.unstubAllEnvs())
afterAll(async () => {
  await target.drop()
  await queryRows(source, `reassign owned by ${owner} to current_user; drop owned by ${owner}; drop role ${owner}`)
  await source.drop()
  fs.rmSync(folder, { recursive: true })
})

async function backUp(name: string): Promise<CommandResult & { file: string }> {
  useDatabase(asOwner(source))
  const file = path.join(folder, name)
  return { file, ...(await runCommand(backupCommand, [file])) }
}

/** The traces of a statement that reads, empties or changes them. */
async function describeOthers({ ownerUrl, ...database }: TestDatabase) {
  const all = Object.entries(await hashTables(ownerUrl))
  const sequences = await queryRows(
    { ownerUrl, ...database },
    `select sequencename, last_value from pg_sequences where sequencename ~ '^(of_|lent)'`,
  )
  return { tables: all.filter(([name]) => /^(of_|lent)/.test(name)), sequences }
}

test.each([
  ['the owner', () => asOwner(source)],
  ["the application's role", () => ({ ...source, ownerUrl: '' })],
])(
  'a backup by %s has what that may read but not of extensions, and names what it leaves out',
  async (_who, database) => {
    useDatabase(database())
    const file = path.join(fs.mkdtempSync(path.join(folder, 'by-')), 'made.backup')
    const { status, said } = await runCommand(backupCommand, [file])
    expect(said).toContain('Left out, because they belong to others: of_admin.')
    expect(status).toBe(0)
    const { tables, sequences } = (await openBackup(file)).manifest
    const names = [...tables, ...sequences].map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['feed', 'lent', 'lent_id_seq', 'schema_migration']))
    for (const name of names) expect(name).not.toMatch(/^of_/)
  },
)

test("a backup fails if the application's role cannot read a table of the service", async () => {
  await queryRows(source, 'revoke select on feed from app')
  useDatabase({ ...source, ownerUrl: '' })
  const { status, said } = await runCommand(backupCommand, [path.join(folder, 'unreadable.backup')])
  await queryRows(source, 'grant select on feed to app')
  expect({ status, said }).toEqual({ status: 1, said: 'No backup was written. permission denied for table feed' })
})

test('a restore leaves the tables of others as they are, and is refused next to the service of another role', async () => {
  const { file } = await backUp('made.backup')
  const before = await describeOthers(target)
  expect(before.tables).toHaveLength(3)
  useDatabase(asOwner(target))
  const { status, said } = await runCommand(restoreCommand, [file])
  expect(said).toContain('Left out, because this program does not have them: lent.')
  expect(status).toBe(0)
  expect(await describeOthers(target)).toEqual(before)
  expect(await queryRows(target, 'select name from feed')).toEqual([{ name: 'Recorder' }])

  await queryRows(target, `reassign owned by ${owner} to current_user; alter schema public owner to ${owner}`)
  const again = await runCommand(restoreCommand, [file])
  expect(again.said).toMatch(/The database is not empty: it has \d+ tables and views\./)
  expect(again.status).toBe(1)
})
