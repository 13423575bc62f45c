import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/helpers/database.ts'
import { connect, type Connection } from './client.ts'
import { isDiskFull } from './disk-full.ts'

let database: TestDatabase
let connection: Connection
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(() => {
  connection = connect(database.appUrl)
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(async () => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  await connection.end()
})

const raise = (code: string) => `do $$ begin raise 'refused' using errcode = '${code}'; end $$`

test('finds a full disk once a minute although only others write to it, and costs nothing without a check', async () => {
  const { pool } = connection
  const looks = { looks: true }
  const asked = vi.spyOn(pool, 'query')
  expect([await isDiskFull(pool), asked.mock.calls.length]).toEqual([false, 0])
  expect([await isDiskFull(pool, looks), asked.mock.calls.length]).toEqual([false, 1])

  const query = pool.query.bind(pool)
  asked.mockRestore()
  const refused = vi.spyOn(pool, 'query').mockImplementation((() => query(raise('53100'))) as typeof pool.query)
  vi.advanceTimersByTime(59_000)
  expect([await isDiskFull(pool, looks), refused.mock.calls.length]).toEqual([false, 0])
  vi.advanceTimersByTime(1_000)
  expect(await Promise.all([isDiskFull(pool, looks), isDiskFull(pool, looks)])).toEqual([true, true])
  expect(refused).toHaveBeenCalledTimes(1)
  expect(await isDiskFull(pool), 'others of the process know it then').toBe(true)
  vi.advanceTimersByTime(2_000)
  refused.mockRestore()
  expect(await isDiskFull(pool)).toBe(false)
})

test('tries only once with a role that may not create temporary tables', async () => {
  const { pool } = connection
  const query = pool.query.bind(pool)
  const tried = vi.spyOn(pool, 'query').mockImplementation((() => query(raise('42501'))) as typeof pool.query)
  for (let minute = 0; minute < 3; minute++) {
    expect(await isDiskFull(pool, { looks: true })).toBe(false)
    vi.advanceTimersByTime(60_000)
  }
  expect(tried).toHaveBeenCalledTimes(1)
})

test('checks the disk without waiting for a standby', async () => {
  const { pool, end } = connect(database.appUrl, { settings: '-c synchronous_commit=on' })
  expect(await isDiskFull(pool, { looks: true })).toBe(false)
  await end()
})
