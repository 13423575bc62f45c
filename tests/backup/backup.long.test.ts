import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { backupCommand } from '#scripts/backup/backup-command.ts'
import { type Manifest, openBackup } from '#scripts/backup/backup-file.ts'
import { createEmptyDatabase, type TestDatabase } from '#tests/helpers/database.ts'
import { queryRows, runCommand, useDatabase } from './commands.ts'
import { backUpTo, fillCounty } from './made-backup.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'backup-test-'))
const inFolder = (name: string) => path.join(folder, name)
const made = inFolder('made.backup')
let source: TestDatabase
beforeAll(async () => {
  source = await createEmptyDatabase()
  await fillCounty(source.ownerUrl, 'current')
  await backUpTo(made, source.ownerUrl)
})
afterEach(() => vi.unstubAllEnvs())
afterAll(async () => {
  await source.drop()
  fs.rmSync(folder, { recursive: true })
})

test('a backup can be read by its owner alone, names what it has, and leaves nothing else behind', async () => {
  vi.stubEnv('DATABASE_URL', source.appUrl)
  const home = inFolder('home')
  fs.mkdirSync(home)
  const { status, said } = await runCommand(backupCommand, [home])
  expect(said).toMatch(/^Backed up \d+ tables and [\d,]+ rows to .*land-alerts-.*Z\.backup: [\d.]+ [kM]B in /)
  expect(status).toBe(0)
  const [file = '', ...others] = fs.readdirSync(home)
  expect(others).toEqual([])
  expect(fs.statSync(path.join(home, file)).mode & 0o777).toBe(0o600)
  const written = await queryRows(source, `select description from audit_personal where description like 'Backed up%'`)
  expect(written).toEqual([{ description: `Backed up with npm run backup to ${file}.` }])
})

test('a backup shows one moment, whatever is committed while it is made', async () => {
  const other = new Client({ connectionString: source.ownerUrl })
  await other.connect()
  const ask = Client.prototype.query
  const asked: string[] = []
  // Between its first look at the database and the first table.
  const spy = vi.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...args: unknown[]) {
    const text = typeof args[0] === 'string' ? args[0] : ''
    const go = () => Reflect.apply(ask, this, args)
    if (this === other || asked.length > 0 || !text.includes('is_called')) return go()
    asked.push(text)
    return Reflect.apply(ask, other, [
      `insert into feed (name) values ('Too late'); insert into throttle (key, hits, window_started_at) values ('late', 1, now())`,
    ]).then(go)
  })
  const file = inFolder('moment.backup')
  const earlier = (await openBackup(made)).manifest
  const manifest = await backUpTo(file, source.ownerUrl)
  spy.mockRestore()
  await other.query(`delete from feed where name = 'Too late'; delete from throttle where key = 'late'`)
  await other.end()
  expect(asked).toHaveLength(1)
  const rows = ({ tables }: Manifest, name: string) => tables.find((table) => table.name === name)?.rows
  for (const table of ['feed', 'throttle']) expect(rows(manifest, table)).toBe(rows(earlier, table))
})

test.each([
  ['over a file that is there', () => [made], 1, 'exists already'],
  ['into a folder that is not', () => [inFolder('no/such.backup')], 1, `Folder ${inFolder('no')} not found. Create it`],
  ['into a folder that is not, named as one', () => [inFolder('no/')], 1, `Folder ${inFolder('no/')} not found.`],
  ['to two files', () => ['a', 'b'], 2, 'Name one FILE or folder only.'],
  ['with an unknown option', () => ['--encrypt'], 2, "Unknown option '--encrypt'"],
])('a backup is not written %s', async (_where, args, status, said) => {
  vi.stubEnv('DATABASE_URL', source.appUrl)
  const there = fs.readdirSync(folder)
  const answer = await runCommand(backupCommand, args())
  expect(answer.said).toContain(said)
  expect(answer.status).toBe(status)
  expect(fs.readdirSync(folder)).toEqual(there)
})

test('a backup that cannot remove an older one says that it was written, and removes the others', async () => {
  vi.stubEnv('DATABASE_URL', source.appUrl)
  const home = inFolder('rotated')
  fs.mkdirSync(home)
  const [older, stuck] = ['2026-11-24', '2026-11-25'].map((day) => `land-alerts-${day}T08-00-00Z.backup`)
  for (const name of [older, stuck]) fs.writeFileSync(path.join(home, name ?? ''), '')
  const remove = fs.rmSync
  const spy = vi.spyOn(fs, 'rmSync').mockImplementation((...args) => {
    if (args[0] === path.join(home, stuck ?? ''))
      throw Object.assign(new Error('permission denied'), { code: 'EACCES' })
    remove(...args)
  })
  const { status, said } = await runCommand(backupCommand, [home, '--keep', '1'])
  spy.mockRestore()
  expect(said).toMatch(/^Backed up \d+ tables/)
  expect(said).toContain(`Deleted 1 older backup: ${older}.`)
  expect(said).toMatch(new RegExp(`The backup was written, but older ones remain: ${stuck} \\(EACCES\\)\\.`))
  expect(said).not.toContain('No backup was written')
  expect(status).toBe(1)
  expect(fs.readdirSync(home)).toHaveLength(2)
})

test('a backup of a database without tables is refused once', async () => {
  const empty = await createEmptyDatabase()
  onTestFinished(() => empty.drop())
  useDatabase(empty)
  expect(await runCommand(backupCommand, [inFolder('nothing.backup')])).toEqual({
    status: 1,
    said: 'No backup was written. The database has no schema yet: there is nothing to back up.',
  })
})

test('a backup that is stopped leaves no file', async () => {
  vi.stubEnv('DATABASE_URL', source.appUrl)
  const stop = new AbortController()
  const there = fs.readdirSync(folder)
  const running = runCommand(backupCommand, [inFolder('stopped.backup')], stop.signal)
  await vi.waitFor(() => expect(fs.readdirSync(folder).some((name) => name.endsWith('.partial'))).toBe(true), {
    interval: 1,
  })
  stop.abort()
  expect(await running).toEqual({ status: 1, said: 'No backup was written. Stopped.' })
  expect(fs.readdirSync(folder)).toEqual(there)
})
