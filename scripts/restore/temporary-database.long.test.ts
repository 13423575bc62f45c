import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Client, escapeIdentifier } from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/helpers/database.ts'
import { withTemporaryDatabase } from './temporary-database.ts'

let database: TestDatabase
let admin: Client
beforeAll(async () => {
  database = await createTestDatabase()
  vi.stubEnv('DATABASE_URL', database.appUrl)
  vi.stubEnv('MIGRATE_DATABASE_URL', database.ownerUrl)
  admin = new Client({ connectionString: database.ownerUrl })
  await admin.connect()
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await admin.end()
  await database.drop()
})

const exists = async (name: string) =>
  (await admin.query('select 1 from pg_database where datname = $1', [name])).rowCount === 1
const onServer = <T>(work: (name: string) => Promise<T>) =>
  withTemporaryDatabase({ onServer: true }, ({ url }) => work(new URL(url).pathname.slice(1)))

test('a drill removes its database, and those left by killed drills of other machines', async () => {
  const left = `land_alerts_drill_ffffffff_1_${process.pid.toString(16).padStart(8, '0')}`
  await admin.query(`create database ${escapeIdentifier(left)}`)
  const own = await onServer(async (name) => {
    expect([await exists(name), await exists(left)]).toEqual([true, false])
    return name
  })
  expect(await exists(own)).toBe(false)
})

test('a drill leaves alone the database of a running one, even while no session is connected to it', async () => {
  await onServer(async (first) => {
    await onServer(async () => {})
    expect(await exists(first)).toBe(true)
  })
})

test('a drill that fails removes its database', async () => {
  let own = ''
  await expect(
    onServer(async (name) => {
      own = name
      throw new Error('Stopped.')
    }),
  ).rejects.toThrow('Stopped.')
  expect(await exists(own)).toBe(false)
})

test('a drill leaves alone a database that only has a similar name', async () => {
  const kept = `land_alerts_drill_ffffffff_1_keep_${process.pid}`
  await admin.query(`create database ${escapeIdentifier(kept)}`)
  await onServer(async () => {})
  expect(await exists(kept)).toBe(true)
  await admin.query(`drop database ${escapeIdentifier(kept)}`)
})

test('a drill whose disk fills says so and leaves nothing; it follows no link that is named like an earlier one', async () => {
  const temporary = fs.mkdtempSync(path.join(os.tmpdir(), 'drill-test-'))
  vi.stubEnv('TMPDIR', temporary)
  const machine = createHash('sha256').update(os.hostname()).digest('hex').slice(0, 8)
  // No process has this number.
  const nameFor = (mark: string) => path.join(temporary, `land_alerts_drill_${machine}_999999999_${mark}`)
  const [precious, link, left] = [path.join(temporary, 'precious'), nameFor('00000001'), nameFor('00000002')]
  fs.mkdirSync(precious)
  fs.writeFileSync(path.join(precious, 'file'), '')
  fs.symlinkSync(precious, link)
  fs.mkdirSync(left)
  fs.mkdirSync(nameFor('keep'))
  // Without space for its write-ahead log, PostgreSQL ends its connections.
  vi.spyOn(fs, 'statfsSync').mockReturnValue({ bavail: 1, bsize: 4096 } as fs.StatsFs)
  const work = withTemporaryDatabase({ onServer: false }, () =>
    Promise.reject(Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })),
  )
  await expect(work).rejects.toThrow(`The disk of ${temporary} is full.`)
  vi.restoreAllMocks()
  expect(fs.existsSync(path.join(precious, 'file'))).toBe(true)
  expect(fs.readdirSync(temporary).toSorted()).toEqual(
    [link, nameFor('keep'), precious].map((name) => path.basename(name)),
  )
  fs.rmSync(temporary, { recursive: true })
})
