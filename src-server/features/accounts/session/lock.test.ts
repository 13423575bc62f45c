import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeSetting } from '#shared/node/domain/settings/settings-store.queries.ts'
import { settingsGroups } from '#shared/settings/groups.ts'
import { makeUser, type TestUser } from '#tests/helpers/factories.ts'
import { type Browser, newBrowser, logIn, startTestServer, type TestServer } from '#tests/helpers/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const statusOf = (userId: number) =>
  server.deps.db
    .selectFrom('user')
    .where('id', '=', userId)
    .select(['status', 'failed_logins'])
    .executeTakeFirstOrThrow()

const wrongTimes = async (browser: Browser, username: string, times: number) => {
  for (let n = 0; n < times; n += 1) {
    const answer = await browser.post('auth/login', { username, password: 'not the password' })
    expect(answer).toMatchObject({ status: 200, body: { ok: false, message: refused } })
  }
}
const refused = 'The username or password is incorrect.'
/** What a browser that the account does not know reads when it logs in with the right password. */
const enter = async (browser: Browser, { username, password }: TestUser) =>
  (await browser.post('auth/login', { username, password })).body.message
const noticesOf = (userId: number) =>
  server.deps.db.selectFrom('notice').where('user_id', '=', userId).selectAll().orderBy('id').execute()

test('too many wrong passwords lock the account and email the owner once; running sessions continue', async () => {
  const user = await makeUser(server.deps.db)
  const home = await logIn(server.app, user)
  const attacker = newBrowser(server.app)
  await wrongTimes(attacker, user.username, 6)
  expect(await statusOf(user.id)).toEqual({ status: 'L', failed_logins: 6 })
  // A lock reveals nothing to a stranger, not even that the password was right.
  expect(await enter(attacker, user)).toBe(refused)
  expect((await home.get('currentUser/loginStatus')).status).toBe(200)
  expect(await noticesOf(user.id)).toMatchObject([
    {
      kind: 'account',
      template: 'account-locked',
      target: user.email,
      state: 'waiting',
      data: { username: user.username },
    },
  ])
  // The account knows the owner's own browser: it learns of the lock, and a right password there lifts it.
  expect((await home.post('auth/login', { username: user.username, password: 'x' })).body.message).toMatch(
    /is incorrect, and this account is locked/,
  )
  await logIn(server.app, user, home)
  expect(await statusOf(user.id)).toEqual({ status: 'A', failed_logins: 0 })
})

test('after 100 wrong passwords only known browsers can log in, until the owner proves their identity', async () => {
  const { userAccess } = settingsGroups
  await writeSetting(server.deps.db, 'userAccess', { ...userAccess.initial, limitLoginAttempts: false }, null)
  try {
    const user = await makeUser(server.deps.db)
    const home = await logIn(server.app, user)
    await server.deps.db.updateTable('user').set({ unproven_failures: 98 }).where('id', '=', user.id).execute()
    // The owner's own mistakes do not count, and a stranger's right guess does not restart the count.
    await home.post('auth/login', { username: user.username, password: 'x' })
    await home.mutate('auth.confirmPassword', { password: 'x' })
    await wrongTimes(newBrowser(server.app), user.username, 1)
    await logIn(server.app, user)
    expect(await noticesOf(user.id)).toEqual([])
    await wrongTimes(newBrowser(server.app), user.username, 1)
    expect(await noticesOf(user.id)).toMatchObject([
      { template: 'account-locked', data: { wrong: 'password', now: 'known browsers only' } },
    ])
    expect((await statusOf(user.id)).status).toBe('A')
    expect(await enter(newBrowser(server.app), user)).toBe(refused)
    expect((await home.get('currentUser/loginStatus')).status).toBe(200)
    await logIn(server.app, user, home)
    await logIn(server.app, user)
  } finally {
    await writeSetting(server.deps.db, 'userAccess', userAccess.initial, null)
  }
})

test("a neighbor's guesses do not slow the known browser down", async () => {
  const user = await makeUser(server.deps.db)
  const home = await logIn(server.app, user, newBrowser(server.app, '198.51.200.1'))
  const neighbor = newBrowser(server.app, '198.51.200.2')
  await wrongTimes(neighbor, user.username, 10)
  expect((await neighbor.post('auth/login', { username: user.username, password: 'x' })).status).toBe(429)
  await logIn(server.app, user, home)
})

test('does not remember a shared computer, and forgets one that it remembered', async () => {
  const [user, other] = [await makeUser(server.deps.db), await makeUser(server.deps.db)]
  const desk = newBrowser(server.app)
  const shared = ({ username, password }: TestUser) =>
    desk.post('auth/login', { username, password, sharedComputer: true })
  expect((await shared(user)).body.ok).toBe(true)
  expect(Object.keys(desk.cookies)).toEqual(['session'])

  for (const account of [user, other]) await logIn(server.app, account, desk)
  const mark = { ...desk.cookies }
  expect((await shared(user)).body.ok).toBe(true)
  await server.deps.db.updateTable('user').set({ status: 'L' }).where('id', 'in', [user.id, other.id]).execute()
  expect(await enter(desk, user)).toBe(refused)
  await logIn(server.app, other, desk)
  // Not even with the earlier cookie.
  Object.assign(desk.cookies, mark)
  expect(await enter(desk, user)).toBe(refused)
})

test('with https a cookie from before the prefix still counts, and is renewed with the prefix', async () => {
  const secure = await startTestServer({ env: { PUBLIC_URL: 'https://alerts.example.gov' } })
  try {
    const user = await makeUser(secure.deps.db)
    const browser = await logIn(secure.app, user)
    const { '__Host-known_browser': mark = '', ...others } = browser.cookies
    for (const name of Object.keys(browser.cookies)) delete browser.cookies[name]
    Object.assign(browser.cookies, others, { known_browser: mark })
    await secure.deps.db.updateTable('user').set({ status: 'L' }).where('id', '=', user.id).execute()
    await logIn(secure.app, user, browser)
    expect(Object.keys(browser.cookies).toSorted()).toEqual(['__Host-known_browser', '__Host-session'])
  } finally {
    await secure.stop()
  }
})

test('concurrent wrong passwords lock once and email the owner once', async () => {
  const { userAccess } = settingsGroups
  await writeSetting(server.deps.db, 'userAccess', { ...userAccess.initial, maxloginAttempts: 2 }, null)
  try {
    const user = await makeUser(server.deps.db)
    const wrong = { username: user.username, password: 'x' }
    const answers = await Promise.all(Array.from({ length: 4 }, () => newBrowser(server.app).post('auth/login', wrong)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(await statusOf(user.id)).toEqual({ status: 'L', failed_logins: 4 })
    const notices = await server.deps.db.selectFrom('notice').where('user_id', '=', user.id).select('id').execute()
    expect(notices).toHaveLength(1)
  } finally {
    await writeSetting(server.deps.db, 'userAccess', userAccess.initial, null)
  }
})

test('a browser known to one account opens no other', async () => {
  const [one, other] = [await makeUser(server.deps.db), await makeUser(server.deps.db, { status: 'L' })]
  const browser = await logIn(server.app, one)
  expect(await enter(browser, other)).toBe(refused)
})

test('two accounts of one household stay known on one browser', async () => {
  const users = [await makeUser(server.deps.db), await makeUser(server.deps.db)]
  const browser = newBrowser(server.app)
  for (const user of users) await logIn(server.app, user, browser)
  await server.deps.db
    .updateTable('user')
    .set({ status: 'L' })
    .where(
      'id',
      'in',
      users.map(({ id }) => id),
    )
    .execute()
  for (const user of users) await logIn(server.app, user, browser)
})

test('a forged known-browser cookie opens nothing', async () => {
  const user = await makeUser(server.deps.db)
  const browser = await logIn(server.app, user)
  await server.deps.db.updateTable('user').set({ status: 'L' }).where('id', '=', user.id).execute()
  const value = browser.cookies.known_browser ?? ''
  browser.cookies.known_browser = `${value.slice(0, value.lastIndexOf('.'))}.forged`
  expect(await enter(browser, user)).toBe(refused)
})

test('a right password resets the count of wrong ones', async () => {
  const user = await makeUser(server.deps.db)
  const browser = newBrowser(server.app)
  await wrongTimes(browser, user.username, 4)
  await logIn(server.app, user, browser)
  await wrongTimes(browser, user.username, 4)
  expect((await statusOf(user.id)).status).toBe('A')
})

test('without the limit no account locks, and after ten wrong passwords further tries must wait', async () => {
  const { userAccess } = settingsGroups
  await writeSetting(server.deps.db, 'userAccess', { ...userAccess.initial, limitLoginAttempts: false }, null)
  try {
    const user = await makeUser(server.deps.db)
    const browser = newBrowser(server.app)
    await wrongTimes(browser, user.username, 10)
    expect((await statusOf(user.id)).status).toBe('A')
    const waiting = await browser.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { username: user.username, password: user.password },
    })
    expect(waiting.statusCode).toBe(429)
    expect(waiting.headers['retry-after']).toBe('1')
    // The owner, at another browser, need not wait.
    await logIn(server.app, user)
  } finally {
    await writeSetting(server.deps.db, 'userAccess', userAccess.initial, null)
  }
})
