import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Role } from '#shared/contract/roles.ts'
import { writeSetting } from '#shared/node/domain/settings/settings-store.queries.ts'
import { settingsGroups } from '#shared/settings/groups.ts'
import { makeUser } from '#tests/helpers/factories.ts'
import { type Browser, newBrowser, logIn, startTestServer, type TestServer } from '#tests/helpers/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const loggedIn = async (role: Role = 'USER') => {
  const user = await makeUser(server.deps.db, { role })
  const browser = await logIn(server.app, user)
  return { user, browser }
}
const isIn = async (browser: Browser) => (await browser.get('currentUser/loginStatus')).status === 200
/** Moves a session's own clock back. */
const age = (userId: number, { created = 0, seen = 0 }: { created?: number; seen?: number }) =>
  server.deps.db
    .updateTable('session')
    .set({
      created_at: sql<Date>`created_at - make_interval(secs => ${created})`,
      last_seen: sql<Date>`last_seen - make_interval(secs => ${seen})`,
    })
    .where('user_id', '=', userId)
    .execute()
const idleSeconds = async (userId: number) =>
  (
    await server.deps.db
      .selectFrom('session')
      .where('user_id', '=', userId)
      .select(sql<number>`extract(epoch from now() - last_seen)::float8`.as('idle'))
      .executeTakeFirstOrThrow()
  ).idle
const minute = 60
const hour = 3600

test.each([
  [true, 29 * minute],
  [false, 30 * minute + 1],
])('with the idle limit at 30 minutes a session is valid: %s, after %i seconds without use', async (good, seen) => {
  const { user, browser } = await loggedIn()
  await age(user.id, { seen })
  expect(await isIn(browser)).toBe(good)
})

test('reads the idle limit from the settings, where it may be off', async () => {
  const { userAccess } = settingsGroups
  const { user, browser } = await loggedIn()
  try {
    await age(user.id, { seen: 11 * hour })
    await writeSetting(server.deps.db, 'userAccess', { ...userAccess.initial, inactivityTimeLimit: false }, null)
    expect(await isIn(browser)).toBe(true)
    await age(user.id, { seen: 6 * minute })
    await writeSetting(server.deps.db, 'userAccess', { ...userAccess.initial, inactivityTimeLimitPeriod: 5 }, null)
    expect(await isIn(browser)).toBe(false)
  } finally {
    await writeSetting(server.deps.db, 'userAccess', userAccess.initial, null)
  }
})

test.each([
  [true, 12 * hour - minute],
  [false, 12 * hour + 1],
])('a session in constant use is valid: %s, after %i seconds', async (good, created) => {
  const { user, browser } = await loggedIn()
  await age(user.id, { created })
  expect(await isIn(browser)).toBe(good)
})

test('use never moves the stored expiry', async () => {
  const { user, browser } = await loggedIn()
  const expiry = () =>
    server.deps.db.selectFrom('session').where('user_id', '=', user.id).select('expires_at').executeTakeFirstOrThrow()
  // Past half of its life, lucia would extend it.
  await server.deps.db
    .updateTable('session')
    .set({ expires_at: sql<Date>`now() + interval '1 hour'` })
    .where('user_id', '=', user.id)
    .execute()
  const before = await expiry()
  expect(await isIn(browser)).toBe(true)
  expect(await expiry()).toEqual(before)
})

test('records activity, at most once a minute', async () => {
  const { user, browser } = await loggedIn()
  await age(user.id, { seen: 5 })
  await isIn(browser)
  expect(await idleSeconds(user.id)).toBeGreaterThan(4)
  await age(user.id, { seen: 10 * minute })
  await isIn(browser)
  expect(await idleSeconds(user.id)).toBeLessThan(9 * minute)
})

test('answers background polling without counting it as activity', async () => {
  const { user, browser } = await loggedIn()
  await age(user.id, { seen: 20 * minute })
  const url = '/api/currentUser/loginStatus'
  expect((await browser.inject({ method: 'GET', url, headers: { 'x-background': '1' } })).statusCode).toBe(200)
  expect(await idleSeconds(user.id)).toBeGreaterThan(19 * minute)
})

test.each(['USER', 'GUEST', 'COUNTY', 'TRIMIN', 'FOREVER'] as const)(
  'lockout step 2 ends the running session of %s if it is an end user',
  async (role) => {
    const { browser } = await loggedIn(role)
    await server.deps.db
      .updateTable('session_epoch')
      .set({ end_users_ended_at: sql<Date>`now()` })
      .execute()
    expect(await isIn(browser)).toBe(role !== 'USER' && role !== 'GUEST')
    // Users who log in afterwards stay logged in.
    expect(await isIn((await loggedIn(role)).browser)).toBe(true)
  },
)

test('ends the sessions of a user, but not a later one', async () => {
  const { user, browser } = await loggedIn()
  await server.deps.db
    .updateTable('user')
    .set({ sessions_ended_at: sql<Date>`now()` })
    .where('id', '=', user.id)
    .execute()
  expect(await isIn(browser)).toBe(false)
  expect(await isIn(await logIn(server.app, user, browser))).toBe(true)
})

test.each([
  ['I', false],
  ['P', false],
  // By wrong passwords, perhaps a stranger's.
  ['L', true],
] as const)('whether a session of an account in status %s continues: %s', async (status, goesOn) => {
  const { user, browser } = await loggedIn()
  await server.deps.db.updateTable('user').set({ status }).where('id', '=', user.id).execute()
  expect(await isIn(browser)).toBe(goesOn)
})

test('reads the role again on every call', async () => {
  const { user, browser } = await loggedIn('COUNTY')
  await server.deps.db.updateTable('user').set({ role: 'USER' }).where('id', '=', user.id).execute()
  expect((await browser.get('currentUser/loginStatus')).body.content).toMatchObject({
    role: 'USER',
    tabList: ['userView'],
    allowableUserTypes: [],
  })
})

test('ends a session with its deleted user', async () => {
  const { user, browser } = await loggedIn()
  await server.deps.db.deleteFrom('user').where('id', '=', user.id).execute()
  expect(await isIn(browser)).toBe(false)
})

test("logging in again ends the browser's earlier session", async () => {
  const { user, browser } = await loggedIn()
  const former = newBrowser(server.app)
  Object.assign(former.cookies, browser.cookies)
  await logIn(server.app, user, browser)
  expect(await isIn(former)).toBe(false)
  expect(await isIn(browser)).toBe(true)
})

test('allows 600 calls a minute per session, and counts each call of a batch', async () => {
  const { browser } = await loggedIn()
  const batch = (calls: number) =>
    browser.inject({
      method: 'GET',
      url: `/trpc/${Array.from({ length: calls }, () => 'currentUser.loginStatus').join(',')}?batch=1&input={}`,
    })
  for (let n = 0; n < 60; n += 1) expect((await batch(10)).statusCode).toBe(200)
  const past = await batch(2)
  expect(past.statusCode).toBe(429)
  expect(Number(past.headers['retry-after'])).toBeGreaterThan(0)
  expect((await browser.get('currentUser/loginStatus')).status).toBe(429)
  expect(await isIn((await loggedIn()).browser)).toBe(true)
})
