import { sql } from 'kysely'
import { globSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/helpers/database.ts'
import { connect, type Connection, type Tx } from './client.ts'
import { inClientTransaction, inSnapshot, inTransaction } from './transaction.ts'

let database: TestDatabase
let connection: Connection
beforeAll(async () => {
  database = await createTestDatabase()
  connection = connect(database.appUrl)
  await connection.pool.query(
    `insert into throttle (key, hits, window_started_at) values ('1', 0, now()), ('2', 0, now())`,
  )
})
afterAll(async () => {
  await connection.end()
  await database.drop()
})

const hits = async () =>
  (await connection.pool.query<{ hits: number }>('select hits from throttle order by key')).rows.map((row) => row.hits)
const hit = (tx: Tx, id: number) => sql`update throttle set hits = hits + 1 where key = ${String(id)}`.execute(tx)

/** Resolves once both sides have arrived. */
function createMeeting() {
  let arrived = 0
  let meet: () => void
  const met = new Promise<void>((resolve) => (meet = resolve))
  return () => {
    arrived += 1
    if (arrived === 2) meet()
    return met
  }
}

test('runs the transaction that the database ended in a deadlock again from the start', async () => {
  const { db } = connection
  const meeting = createMeeting()
  let runs = 0
  const both = (first: number, second: number) =>
    inTransaction(db, async (tx) => {
      runs += 1
      await hit(tx, first)
      await meeting()
      await hit(tx, second)
    })
  await Promise.all([both(1, 2), both(2, 1)])
  expect(runs).toBeGreaterThan(2)
  expect(await hits()).toEqual([2, 2])
})

test.each([
  ['once', { once: true }, 1],
  ['by default', {}, 2],
])('%s, throws a lasting conflict after all attempts, and changes nothing', async (_when, options, tries) => {
  const before = await hits()
  let runs = 0
  const work = async (tx: Tx) => {
    runs += 1
    await hit(tx, 1)
    await sql`do $$ begin raise exception using errcode = '40001'; end $$`.execute(tx)
  }
  await expect(inTransaction(connection.db, work, options)).rejects.toMatchObject({ code: '40001' })
  expect([runs, await hits()]).toEqual([tries, before])
})

test('hides concurrent commits from a snapshot, which writes nothing', async () => {
  const { db } = connection
  const other = connect(database.appUrl)
  const read = async (tx: Tx) =>
    (await sql<{ hits: number }>`select hits from throttle where key = '1'`.execute(tx)).rows
  const [first, second] = await inSnapshot(db, async (tx) => {
    const before = await read(tx)
    await other.pool.query("update throttle set hits = hits + 1 where key = '1'")
    return [before, await read(tx)]
  })
  await other.end()
  expect(second).toEqual(first)
  await expect(inSnapshot(db, (tx) => hit(tx, 1))).rejects.toThrow('read-only transaction')
})

test("rolls back a client's transaction that throws, and returns its connection", async () => {
  const before = await hits()
  const work = inClientTransaction(connection.pool, async (client) => {
    await client.query('update throttle set hits = 99')
    throw new Error('no')
  })
  await expect(work).rejects.toThrow('no')
  expect(await hits()).toEqual(before)
  expect(connection.pool.idleCount).toBe(connection.pool.totalCount)
})

test('is the only way to open a transaction', () => {
  const sources = globSync('{shared,src-server,src-worker,scripts}/**/*.ts').filter(
    (file) => !file.endsWith('.test.ts'),
  )
  const opening = sources.filter((file) =>
    /\.transaction\(\)|startTransaction|query\([`'"]begin/.test(readFileSync(file, 'utf8')),
  )
  expect(opening.toSorted()).toEqual([
    'shared/node/platform/database/transaction.ts',
    // Each migration is a transaction on a client of its own.
    'shared/node/platform/migrate/migrate.ts',
    // Reads the database of the legacy version.
    'src-server/features/legacy/legacy-postgres.queries.ts',
  ])
})
