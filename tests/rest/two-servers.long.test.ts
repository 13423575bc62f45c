import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startServer, type RunningServer } from '#server/start.ts'
import type { Role } from '#shared/contract/roles.ts'
import { roles } from '#shared/contract/roles.ts'
import { testEnv } from '#tests/helpers/environment.ts'
import { makeUser, type TestUser } from '#tests/helpers/factories.ts'
import { type Browser, newBrowser, logIn, startTestServer, type TestServer } from '#tests/helpers/server.ts'
import { deleteEndedSessions } from '#worker/handlers/sweep.queries.ts'

let one: TestServer
let two: RunningServer
beforeAll(async () => {
  one = await startTestServer()
  two = await startServer(testEnv(one.database.appUrl), { listen: false })
})
afterAll(async () => {
  await two.stop()
  await one.stop()
})

const isIn = async (browser: Browser) => (await browser.get('currentUser/loginStatus')).status === 200
/** The same visitor's cookies, shown to the other server. */
const atTwo = ({ cookies }: Browser): Browser => {
  const browser = newBrowser(two.app)
  Object.assign(browser.cookies, cookies)
  return browser
}
const both = (browser: Browser) => Promise.all([isIn(browser), isIn(atTwo(browser))])
async function loggedIn(role: Role = 'USER'): Promise<{ user: TestUser; browser: Browser }> {
  const user = await makeUser(one.deps.db, { role })
  return { user, browser: await logIn(one.app, user) }
}
const sessionsOf = (user: TestUser) =>
  one.deps.db.selectFrom('session').where('user_id', '=', user.id).select('id').execute()

describe('a decision on one server takes effect on the other immediately, before any worker cleans up', () => {
  test('lockout, step 2: ends sessions of USER and GUEST, keeps administrators', async () => {
    const before = new Map<Role, Awaited<ReturnType<typeof loggedIn>>>()
    for (const role of roles) before.set(role, await loggedIn(role))
    const clerk = before.get('COUNTY')?.browser
    const answer = await clerk?.post<{ sessions: number }>('controlPanel/countyConfig/endUserSessions')
    expect(answer).toMatchObject({ status: 200, body: { ok: true } })
    for (const [role, { user, browser }] of before) {
      const stays = role !== 'USER' && role !== 'GUEST'
      expect(await both(browser), role).toEqual([stays, stays])
      // The row is still there: the epoch ended the session, not the cleanup.
      expect(await sessionsOf(user), role).toHaveLength(1)
    }
    await deleteEndedSessions(one.deps.db)
    for (const [role, { user }] of before)
      expect(await sessionsOf(user), role).toHaveLength(role === 'USER' || role === 'GUEST' ? 0 : 1)
    // Users who log in afterwards, at either server, stay logged in.
    expect(await both((await loggedIn()).browser)).toEqual([true, true])
  })

  test('lockout, step 1: neither server admits residents; both admit administrators', async () => {
    const { browser } = await loggedIn('COUNTY')
    const [resident, clerk] = [await makeUser(one.deps.db), await makeUser(one.deps.db, { role: 'COUNTY' })]
    const lockout = { messageLogin: 'Closed today.', messageHeadline: 'We are closed today.' }
    const set = (lockoutInPlace: boolean) =>
      browser.post('controlPanel/countyConfig/userLockout', { lockoutInPlace, ...lockout })
    const enter = ({ username, password }: TestUser) => newBrowser(two.app).post('auth/login', { username, password })
    expect((await set(true)).body.ok).toBe(true)
    // The other server reads settings again within two seconds.
    await expect
      .poll(async () => (await newBrowser(two.app).get('home/all')).body.lockout, { timeout: 60_000, interval: 100 })
      .toEqual({ lockoutInPlace: true, messageHeadline: 'We are closed today.' })
    expect((await enter(resident)).body).toMatchObject({ ok: false, message: 'Closed today.' })
    expect((await enter(clerk)).body.ok).toBe(true)
    expect((await set(false)).body.ok).toBe(true)
    await expect.poll(async () => (await enter(resident)).body.ok, { timeout: 60_000, interval: 200 }).toBe(true)
  })

  test('too many wrong passwords on one server end no session on either', async () => {
    const { user, browser } = await loggedIn()
    expect(await both(browser)).toEqual([true, true])
    const attacker = newBrowser(two.app)
    for (let n = 0; n < 5; n += 1) await attacker.post('auth/login', { username: user.username, password: 'wrong' })
    expect(await both(browser)).toEqual([true, true])
  })

  test('logs a deactivated account out on both', async () => {
    const [{ user, browser }, clerk] = [await loggedIn(), await loggedIn('COUNTY')]
    const answer = await clerk.browser.post('userManager/userChangeStatusSingle', { userId: user.id })
    expect(answer.body).toMatchObject({ ok: true, content: { status: 'I' } })
    expect(await both(browser)).toEqual([false, false])
  })
})

test('a password entered again on one server counts on the other', async () => {
  const { user, browser } = await loggedIn('COUNTY')
  await one.deps.db
    .updateTable('session')
    .set({ confirmed_at: sql<Date>`now() - interval '16 minutes'` })
    .where('user_id', '=', user.id)
    .execute()
  const dangerous = async () => (await atTwo(browser).post('authenticator/turnOff')).status
  expect(await dangerous()).toBe(403)
  await browser.mutate('auth.confirmPassword', { password: user.password })
  expect(await dangerous()).toBe(200)
})
