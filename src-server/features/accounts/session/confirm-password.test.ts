import { sql } from 'kysely'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeUser, type TestUser } from '#tests/helpers/factories.ts'
import { type Browser, newBrowser, logIn, startTestServer, type TestServer } from '#tests/helpers/server.ts'
import type { Enrollment } from '../second-factor/authenticator.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const minutesAgo = (user: TestUser, minutes: number) =>
  server.deps.db
    .updateTable('session')
    .set({ confirmed_at: sql<Date>`now() - make_interval(mins => ${minutes})` })
    .where('user_id', '=', user.id)
    .execute()
/** A call that only a recent password allows; with one, it is refused for another reason. */
const dangerous = (browser: Browser) => browser.post('authenticator/turnOff')
const confirm = (browser: Browser, input: object) => browser.mutate('auth.confirmPassword', input)
async function clerk() {
  const user = await makeUser(server.deps.db, { role: 'COUNTY' })
  return { user, browser: await logIn(server.app, user) }
}

test('refuses dangerous calls with LOGIN 10 minutes after the password was entered, until it is entered again there or at a login', async () => {
  const { user, browser } = await clerk()
  expect((await dangerous(browser)).status).toBe(200)
  await minutesAgo(user, 9)
  expect((await dangerous(browser)).status).toBe(200)
  await minutesAgo(user, 11)
  expect(await dangerous(browser)).toMatchObject({
    status: 403,
    body: { ok: false, message: 'Please enter your password again to do this.', content: { status: 'LOGIN' } },
  })
  // The browser opens its password dialog for this answer.
  expect((await browser.mutate('authenticator.turnOff')).error?.data).toMatchObject({
    status: 'LOGIN',
    ask: 'password',
  })
  expect((await newBrowser(server.app).mutate('authenticator.turnOff')).error?.data).not.toHaveProperty('ask')
  expect((await confirm(browser, { password: user.password })).status).toBe(200)
  expect((await dangerous(browser)).status).toBe(200)

  await minutesAgo(user, 11)
  expect((await dangerous(browser)).status).toBe(403)
  await logIn(server.app, user, browser)
  expect((await dangerous(browser)).status).toBe(200)
})

test('does not renew the password of another session of the same user', async () => {
  const { user, browser } = await clerk()
  const other = await logIn(server.app, user)
  await minutesAgo(user, 11)
  await confirm(browser, { password: user.password })
  expect((await dangerous(other)).status).toBe(403)
})

test('shows wrong passwords at the field, counts them and locks as a login does; the session continues', async () => {
  const { user, browser } = await clerk()
  await minutesAgo(user, 11)
  for (let n = 0; n < 4; n += 1) {
    const { error } = await confirm(browser, { password: 'wrong' })
    expect(error?.data.fields).toEqual({ password: 'The password is incorrect.' })
  }
  expect((await dangerous(browser)).status).toBe(403)
  await confirm(browser, { password: 'wrong' })
  expect((await browser.get('currentUser/loginStatus')).status).toBe(200)
  const { status } = await server.deps.db
    .selectFrom('user')
    .where('id', '=', user.id)
    .select('status')
    .executeTakeFirstOrThrow()
  expect(status).toBe('L')
  expect((await confirm(browser, { password: user.password })).status).toBe(200)
  expect((await dangerous(browser)).status).toBe(200)
})

test('a right password clears the count of wrong ones', async () => {
  const { user, browser } = await clerk()
  for (let n = 0; n < 4; n += 1) await confirm(browser, { password: 'wrong' })
  await confirm(browser, { password: user.password })
  await confirm(browser, { password: 'wrong' })
  expect((await browser.get('currentUser/loginStatus')).status).toBe(200)
})

test("asks for the app's code too when the account uses an authenticator app", async () => {
  const { user, browser } = await clerk()
  const { data } = await browser.mutate<{ content: Enrollment }>('authenticator.begin')
  const code = () => new TOTP({ secret: data.content.secret }).generate()
  await browser.mutate('authenticator.confirm', { code: code() })
  await server.deps.db.updateTable('user').set({ totp_last_step: 0 }).where('id', '=', user.id).execute()
  await minutesAgo(user, 11)
  const asked = await confirm(browser, { password: user.password })
  expect(asked.error?.data.fields).toEqual({ code: 'Enter the code from your authenticator app.' })
  expect((await browser.post('authenticator/turnOff')).status).toBe(403)
  expect((await confirm(browser, { password: user.password, code: code() })).status).toBe(200)
  expect((await browser.post('authenticator/turnOff')).body.ok).toBe(true)
})
