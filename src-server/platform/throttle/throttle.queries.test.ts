import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type Connection } from '#shared/node/platform/database/client.ts'
import { createKeyring } from '#shared/node/platform/secrets/keyring.ts'
import { createTestDatabase, type TestDatabase } from '#tests/helpers/database.ts'
import { countGuess, countAllOrThrow, countOrThrow, clearGuesses, assertMayGuess } from './throttle.queries.ts'

let database: TestDatabase
/** Two servers on one database. */
let one: Connection
let other: Connection
beforeAll(async () => {
  database = await createTestDatabase()
  one = connect(database.appUrl)
  other = connect(database.appUrl)
})
afterAll(async () => {
  await Promise.all([one.end(), other.end()])
  await database.drop()
})

const secret = createKeyring('a secret of tests, thirty-two characters')
const later = (seconds: number) =>
  one.db
    .updateTable('throttle')
    .set({ window_started_at: sql<Date>`window_started_at - make_interval(secs => ${seconds})` })
    .execute()

test('two servers count together, and a new minute starts from zero', async () => {
  const tries = await Promise.allSettled(
    Array.from({ length: 30 }, (_, n) => countOrThrow(n % 2 ? one.db : other.db, secret, 'enter', '198.51.100.1')),
  )
  const refused = tries.filter((result) => result.status === 'rejected')
  expect(refused).toHaveLength(10)
  expect(refused[0]?.reason).toMatchObject({ code: 'tooMany', retryAfter: 60 })
  await later(30)
  await expect(countOrThrow(one.db, secret, 'enter', '198.51.100.1')).rejects.toMatchObject({ retryAfter: 30 })
  await later(30)
  await countOrThrow(one.db, secret, 'enter', '198.51.100.1')
})

test('a batch counts as its calls', async () => {
  await countAllOrThrow(one.db, secret, 'calls', { of: 'session', tries: 599 })
  await countOrThrow(one.db, secret, 'calls', 'session')
  await expect(countOrThrow(one.db, secret, 'calls', 'session')).rejects.toMatchObject({ code: 'tooMany' })
})

test('the wait doubles with each further wrong password, and a right one ends it', async () => {
  const guesser = { username: 'Some.Body', block: '198.51.100' }
  for (let n = 0; n < 9; n += 1) await countGuess(one.db, secret, guesser)
  await assertMayGuess(other.db, secret, guesser)
  const waits: unknown[] = []
  for (let n = 0; n < 12; n += 1) {
    await countGuess(one.db, secret, guesser)
    waits.push(
      await assertMayGuess(one.db, secret, { ...guesser, username: 'some.body' }).catch((error) => error.retryAfter),
    )
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900])
  await assertMayGuess(one.db, secret, { ...guesser, block: '203.0.113' })
  await later(900)
  await assertMayGuess(one.db, secret, guesser)
  await countGuess(one.db, secret, guesser)
  await clearGuesses(one.db, secret, guesser)
  await assertMayGuess(one.db, secret, guesser)
})

test('the table reveals no address or name', async () => {
  await countOrThrow(one.db, secret, 'enter', '198.51.100.99')
  await countGuess(one.db, secret, { username: 'plain.name', block: '198.51.100' })
  const keys = (await one.db.selectFrom('throttle').select('key').execute()).map(({ key }) => key)
  for (const key of keys) expect(key).toMatch(/^[A-Za-z0-9_-]{43}$/)
})
