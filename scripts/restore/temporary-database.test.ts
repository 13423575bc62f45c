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

test('a drill removes its database, and those that killed drills of other machines left', async () => {
  const left = `land_alerts_drill_ffffffff_1_${process.pid}`
  await admin.query(`create database ${escapeIdentifier(left)}`)
  const own = await onServer(async (name) => {
    expect([await exists(name), await exists(left)]).toEqual([true, false])
    return name
  })
  expect(await exists(own)).toBe(false)
})

test('a drill leaves alone the database of one that runs, also while nothing is connected to it', async () => {
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
