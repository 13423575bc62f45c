import { afterAll, beforeAll, expect, test } from 'vitest'
import { roles } from '#shared/contract/roles.ts'
import { type Connection, connect } from '#shared/node/db/client.ts'
import { createTestDatabase, type TestDatabase } from '#tests/helpers/database.ts'
import { makeUser } from '#tests/helpers/factories.ts'
import { countUsers, countUsersUpTo, listUsers } from './user-list.queries.ts'

let database: TestDatabase
let connection: Connection
beforeAll(async () => {
  database = await createTestDatabase()
  connection = connect(database.appUrl)
  const names = ['Éva', 'Jo', 'Mary Ann', 'O_Neil', '100%', String.raw`Back\slash`, 'Zsófia']
  for (const firstName of names)
    await makeUser(connection.db, { firstName, lastName: 'Ashberg', status: firstName === 'Jo' ? 'L' : 'A' })
  // More than the walk of the list's order looks at, all of them before the user who is searched for.
  await connection.pool.query(
    `insert into "user" (username, first_name) select 'first.in.order.' || n, 'Aa' from generate_series(1, 6000) n`,
  )
  await makeUser(connection.db, { username: 'zzz.last.in.order', firstName: 'Quillon' })
  await makeUser(connection.db, {
    username: 'odd.one',
    firstName: '...a',
    lastName: "O'F-r.t",
    email: 'x z#&*@odd.example',
  })
})
afterAll(async () => {
  await connection.end()
  await database.drop()
})

// One rule, asked by the index of the search, of row after row, and in the order of the list.
test.each([
  ['é', 1],
  ['ÉV', 1],
  ['jo', 1],
  ['an', 0],
  ['mary an', 1],
  ['o_', 1],
  ['o_n', 1],
  ['_ne', 1],
  ['0%', 0],
  ['00%', 1],
  [String.raw`k\s`, 1],
  ['aa', 6000],
  ['aaa', 0],
  ['ashberg', 7],
  ['quillon', 1],
  ['qu', 1],
  ['zzz.last', 1],
  // Without three letters in a row, and what only looks like it to the index.
  ['...', 1],
  ['qqq', 0],
  ['r.t', 1],
  ['rqt', 0],
  ['x z', 1],
  ['xxz', 0],
  ["o'f-", 1],
  ['z#&*', 1],
  ['#&*', 1],
  ['..', 1],
  ["o'", 1],
  ['f-', 0],
  ['%_%', 0],
  ['___', 0],
  ['.in.', 6001],
])('%j is in %i users, however it is asked', async (filterText, hits) => {
  const filter = { roles, filterText }
  const { db } = connection
  expect(await countUsers(db, filter)).toBe(hits)
  expect(await countUsersUpTo(db, filter, 10_000)).toBe(hits)
  const rows = await listUsers(db, filter, { limit: 7000, offset: 0 })
  expect(rows.length).toBe(hits)
  const keys = rows.map(({ username_key }) => username_key)
  expect(keys).toEqual(keys.toSorted())
})

test.each([
  ['by walking the whole list', { walked: 3, sorted: 2 }],
  ['from its hits, sorted', { walked: 3, sorted: 10_000 }],
  ['from the head of the list', { walked: 10_000, sorted: 2 }],
])('%s, a text gives the same pages', async (_way, within) => {
  for (const filterText of ['in.order', 'berg', 'f', 'aa', 'zz', 'r.t', 'zzz.last', 'nowhere'])
    for (const offset of [0, 7, 5995]) {
      const filter = { roles, filterText }
      const ids = async (bounds?: typeof within) =>
        (await listUsers(connection.db, filter, { limit: 10, offset }, bounds)).map(({ id }) => id)
      expect([filterText, offset, await ids(within)]).toEqual([filterText, offset, await ids()])
    }
})

test('a count past its limit is left open', async () => {
  expect(await countUsersUpTo(connection.db, { roles, filterText: 'first.in' }, 5999)).toBeNull()
  expect(await countUsersUpTo(connection.db, { roles, filterText: 'first.in' }, 6000)).toBe(6000)
})

test('pages of a text join without a gap, on both sides of the walk', async () => {
  const filter = { roles, filterText: 'in.order' }
  const page = async (offset: number) =>
    (await listUsers(connection.db, filter, { limit: 10, offset })).map(({ username }) => username)
  const all = (await listUsers(connection.db, filter, { limit: 7000, offset: 0 })).map(({ username }) => username)
  for (const offset of [0, 4990, 4995, 5000, 5990]) expect(await page(offset)).toEqual(all.slice(offset, offset + 10))
})

test('status and roles narrow beside the text', async () => {
  const { db } = connection
  expect(await countUsers(db, { roles, filterText: 'jo', statusType: 'L' })).toBe(1)
  expect(await countUsers(db, { roles, filterText: 'jo', statusType: 'A' })).toBe(0)
  expect(await countUsers(db, { roles: ['COUNTY'], filterText: 'jo' })).toBe(0)
  expect((await listUsers(db, { roles, statusType: 'L' }, { limit: 10, offset: 0 })).length).toBe(1)
})
