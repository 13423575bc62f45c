import { afterAll, beforeAll, expect, test } from 'vitest'
import { listBounds as bounds } from '#server/platform/list-search.queries.ts'
import { roles } from '#shared/contract/roles.ts'
import type { Connection } from '#shared/node/platform/database/client.ts'
import { connectTestDatabase } from '#tests/helpers/database.ts'
import { makeUser } from '#tests/helpers/factories.ts'
import { countUsers, findUserIds, type UserFilter, usersByIds } from './user-list.queries.ts'

let connection: Connection
beforeAll(async () => {
  connection = await connectTestDatabase()
  const names = ['Éva', 'Jo', 'Mary Ann', 'O_Neil', '100%', String.raw`Back\slash`, 'Zsófia']
  for (const firstName of names)
    await makeUser(connection.db, { firstName, lastName: 'Ashberg', status: firstName === 'Jo' ? 'L' : 'A' })
  // More than the walk in the list's order looks at, all of them before the user who is searched for.
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
  await makeUser(connection.db, { email: 'same.name@meadow.example' })
  await makeUser(connection.db, { email: 'same.name@meander.example' })
  await makeUser(connection.db, { email: 'far.letters@o𐐨n.example' })
})
afterAll(() => connection.end())

// The three ways in which one rule is asked: the index of the search, row after row, and in the order of the list.
test.each([
  ['é', 1],
  ['ÉV', 1],
  ['jo', 1],
  ['jo ash', 1],
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
  // Texts without three letters in a row, and texts that only seem to have them for the index.
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
  // The index does not know the end of an address.
  ['Same.Name@me', 2],
  ['Same.Name@meadow.example', 1],
  ['name@meand', 1],
  ['name@meant', 0],
  ['&*@odd.example', 1],
  ['&*@odd.examples', 0],
  ['far.letters@o𐐨n', 1],
])('%j is in %i users, by the index, by rows and in the list’s order', async (filterText, hits) => {
  const filter = { roles, filterText }
  const { db } = connection
  expect(await countUsers(db, filter)).toBe(hits)
  const { ids, total } = await findUserIds(db, filter, { limit: 7000, offset: 0 })
  expect(total).toBe(hits)
  const rows = await usersByIds(db, ids)
  expect(rows.length).toBe(hits)
  const keys = rows.map(({ username_key }) => username_key)
  expect(keys).toEqual(keys.toSorted())
})

test.each([
  ['by walking the whole list', { counted: 1, walked: 3, sorted: 2 }],
  ['from its hits, sorted', { counted: 1, walked: 3, sorted: 10_000 }],
  ['from the head of the list', { counted: 1, walked: 10_000, sorted: 2 }],
])('%s, a text gives the same pages', async (_way, within) => {
  for (const filterText of ['in.order', 'berg', 'f', 'aa', 'zz', 'r.t', 'zzz.last', 'nowhere'])
    for (const offset of [0, 7, 5995]) {
      const filter = { roles, filterText }
      const page = { limit: 10, offset }
      const { ids } = await findUserIds(connection.db, filter, page)
      const other = await findUserIds(connection.db, filter, page, within)
      expect([filterText, offset, other.ids]).toEqual([filterText, offset, ids])
    }
})

test.each([{ filterText: 'first.in' }, { filterText: 'fi' }, { accountId: 0 }, {}])(
  'a count of %j past its limit stays unknown',
  async (asked) => {
    const filter: UserFilter = { roles, ...asked }
    const hits = await countUsers(connection.db, filter)
    const total = async (counted: number) =>
      (await findUserIds(connection.db, filter, { limit: 10, offset: 0 }, { ...bounds, counted })).total
    expect(await total(hits)).toBe(hits)
    if (hits > 0) expect(await total(hits - 1)).toBeNull()
  },
)

test('the pages for a text join without a gap where the walk ends', async () => {
  const filter = { roles, filterText: 'in.order' }
  const page = async (limit: number, offset: number) =>
    (await findUserIds(connection.db, filter, { limit, offset }, { ...bounds, counted: 10, walked: 5000 })).ids
  const all = await page(7000, 0)
  for (const offset of [0, 4990, 4995, 5000, 5990])
    expect(await page(10, offset)).toEqual(all.slice(offset, offset + 10))
})

test('status and roles narrow the hits of a text', async () => {
  const { db } = connection
  expect(await countUsers(db, { roles, filterText: 'jo', statusType: 'L' })).toBe(1)
  expect(await countUsers(db, { roles, filterText: 'jo', statusType: 'A' })).toBe(0)
  expect(await countUsers(db, { roles: ['COUNTY'], filterText: 'jo' })).toBe(0)
  const { ids } = await findUserIds(db, { roles, statusType: 'L' }, { limit: 10, offset: 0 })
  expect(ids.length).toBe(1)
})

test('an address or number finds all users that have it, and no user if its owner is out of reach', async () => {
  const { db } = connection
  const people = {
    mara: await makeUser(db, { username: 'mara.lindqvist', status: 'L' }),
    nils: await makeUser(db, { username: 'nils.lindqvist' }),
    provider: await makeUser(db, { username: 'provider.lindqvist', role: 'TRIMIN' }),
  }
  const email = async (owner: { id: number } | null, address: string) =>
    (
      await db
        .insertInto('email_address')
        .values({ owner_id: owner?.id ?? null, address })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  const phone = async (owner: { id: number }, number: string) =>
    (await db.insertInto('phone').values({ owner_id: owner.id, number }).returning('id').executeTakeFirstOrThrow()).id
  const found = async (filter: Partial<UserFilter>) => {
    const asked: UserFilter = { roles, ...filter }
    const { ids, total } = await findUserIds(db, asked, { limit: 10, offset: 0 })
    expect([total, await countUsers(db, asked)]).toEqual([ids.length, ids.length])
    return (await usersByIds(db, ids)).map(({ username }) => username)
  }

  const shared = await email(people.mara, 'Lindqvist@example.org')
  await email(people.nils, 'lindqvist@example.org')
  const emailAddressId = await email(people.provider, 'lindqvist@example.org')
  const everybody = ['mara.lindqvist', 'nils.lindqvist', 'provider.lindqvist']
  expect(await found({ emailAddressId: shared })).toEqual(everybody)
  expect(await found({ emailAddressId })).toEqual(everybody)
  const seen = ['COUNTY', 'USER', 'GUEST'] as const
  expect(await found({ emailAddressId: shared, roles: seen })).toEqual(['mara.lindqvist', 'nils.lindqvist'])
  expect(await found({ emailAddressId, roles: seen })).toEqual([])
  expect(await found({ emailAddressId: shared, statusType: 'L' })).toEqual(['mara.lindqvist'])
  expect(await found({ emailAddressId: shared, filterText: 'nils' })).toEqual(['nils.lindqvist'])
  expect(await found({ emailAddressId: shared, accountId: people.nils.id })).toEqual(['nils.lindqvist'])

  const phoneNumberId = await phone(people.nils, '+16125550119')
  expect(await found({ phoneNumberId })).toEqual(['nils.lindqvist'])
  expect(await found({ phoneNumberId, emailAddressId: shared })).toEqual(['nils.lindqvist'])
  expect(await found({ phoneNumberId: await phone(people.mara, '+16125550118'), filterText: 'nils' })).toEqual([])
  // An imported one from the legacy version has no owner.
  expect(await found({ emailAddressId: await email(null, 'nobody.here@example.org'), roles: seen })).toEqual([])
  expect(await found({ emailAddressId: 0 })).toEqual([])
})
