import { TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { writeSetting } from '#shared/node/domain/settings/settings-store.queries.ts'
import { createKeyring } from '#shared/node/platform/secrets/keyring.ts'
import { sealSecret } from '#shared/node/platform/secrets/seal.ts'
import { settingsGroups } from '#shared/settings/groups.ts'
import { auditRows } from '#tests/helpers/audit.ts'
import { makeUser, type TestUser } from '#tests/helpers/factories.ts'
import { extractTicket, startMail } from '#tests/helpers/mail.ts'
import { type Browser, newBrowser, logIn, startTestServer, type TestServer } from '#tests/helpers/server.ts'
import type { AuthenticatorStatus, Enrollment } from './authenticator.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
const demand = (totpForAdministrators: boolean) =>
  writeSetting(server.deps.db, 'service', { ...settingsGroups.service.initial, totpForAdministrators }, null)
beforeEach(() => demand(false))

const form = { 'content-type': 'application/x-www-form-urlencoded' }
const step = 30_000
/** The app's code, `steps` of 30 seconds from now. */
const codeOf = (secret: string, steps = 0) => new TOTP({ secret }).generate({ timestamp: Date.now() + steps * step })
/** Makes the codes used so far count as used long ago, so that a test need not wait for the next code. */
const later = (user: TestUser) =>
  server.deps.db.updateTable('user').set({ totp_last_step: 0 }).where('id', '=', user.id).execute()
const login = (user: TestUser, code?: string, browser = newBrowser(server.app)) =>
  browser.post<{ fields?: Record<string, string> }>('auth/login', {
    username: user.username,
    password: user.password,
    ...(code === undefined ? {} : { code }),
  })
const auditOf = async (user: TestUser) =>
  (await auditRows(server.deps.db, { subject_user_id: user.id }).select('description').execute()).map(
    ({ description }) => description,
  )

async function enroll(browser: Browser) {
  const { data } = await browser.mutate<{ content: Enrollment }>('authenticator.begin')
  const { secret } = data.content
  const done = await browser.mutate<{ content: { recoveryCodes: string[] } }>('authenticator.confirm', {
    code: codeOf(secret),
  })
  return { secret, recoveryCodes: done.data.content.recoveryCodes }
}
async function enrolled(role: 'COUNTY' | 'TRIMIN' = 'COUNTY') {
  const user = await makeUser(server.deps.db, { role })
  const browser = await logIn(server.app, user)
  return { user, browser, ...(await enroll(browser)) }
}

test('setup by a code emails the owner, stores the secret encrypted and the codes hashed, and ends the other sessions', async () => {
  const user = await makeUser(server.deps.db, { role: 'COUNTY' })
  const [browser, other] = [await logIn(server.app, user), await logIn(server.app, user)]
  const { data } = await browser.mutate<{ content: Enrollment }>('authenticator.begin')
  expect(data.content.qr.path).toMatch(/^M0 0h1v1h-1z/)
  const wrong = await browser.mutate('authenticator.confirm', { code: '000000' })
  expect(wrong.error?.data.fields).toHaveProperty('code')
  expect((await browser.query<{ content: AuthenticatorStatus }>('authenticator.status')).data.content.on).toBe(false)
  const done = await browser.mutate<{ content: { recoveryCodes: string[] } }>('authenticator.confirm', {
    code: codeOf(data.content.secret),
  })
  expect(done.data.content.recoveryCodes).toHaveLength(10)
  expect((await browser.query<{ content: AuthenticatorStatus }>('authenticator.status')).data.content).toEqual({
    on: true,
    recoveryCodesLeft: 10,
    proofNeeded: false,
    demanded: false,
  })
  expect((await other.get('currentUser/loginStatus')).status).toBe(403)
  const row = await server.deps.db
    .selectFrom('user')
    .where('id', '=', user.id)
    .select('totp_secret')
    .executeTakeFirstOrThrow()
  expect(row.totp_secret).not.toContain(data.content.secret)
  const notices = await server.deps.db.selectFrom('notice').where('user_id', '=', user.id).select('template').execute()
  expect(notices).toEqual([{ template: 'authenticator-changed' }])
  expect((await browser.mutate('authenticator.begin')).error?.message).toMatch(/already have an authenticator app/)
})

describe('a login', () => {
  test('asks for the code only after the right password, and takes each code once', async () => {
    const { user, secret } = await enrolled()
    const wrong = await newBrowser(server.app).post('auth/login', { username: user.username, password: 'x' })
    expect(wrong.body).toMatchObject({ ok: false, message: 'The username or password is incorrect.', content: null })
    const asked = 'Enter the code from your authenticator app.'
    for (const code of [undefined, ''])
      expect(await login(user, code)).toMatchObject({
        status: 200,
        body: { ok: false, message: asked, content: { fields: { code: asked } } },
      })
    await later(user)
    const code = codeOf(secret)
    expect((await login(user, ` ${code.slice(0, 3)} ${code.slice(3)} `)).body.ok).toBe(true)
    expect((await login(user, code)).body).toMatchObject({ ok: false, message: /already used/ })
    // The code before it, too: an overheard code is worthless.
    expect((await login(user, codeOf(secret, -1))).body.ok).toBe(false)
    expect((await login(user, codeOf(secret, 1))).body.ok).toBe(true)
    expect(await auditOf(user)).toEqual(
      expect.arrayContaining(['Logged in with a code.', 'Used a code a second time.']),
    )
  })

  test('takes the current code by a server whose clock is a day ahead', async () => {
    const { user, secret } = await enrolled()
    await later(user)
    const code = codeOf(secret)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 24 * 3_600_000 })
    const { body } = await login(user, code).finally(() => vi.useRealTimers())
    expect(body.ok).toBe(true)
  })

  test('takes a code only once when two browsers send it together', async () => {
    const { user, secret } = await enrolled()
    await later(user)
    const code = codeOf(secret)
    const answers = await Promise.all([login(user, code), login(user, code)])
    expect(answers.filter(({ body }) => body.ok)).toHaveLength(1)
  })

  test('takes each recovery code once, however it is typed', async () => {
    const { user, browser, recoveryCodes } = await enrolled()
    const [code = ''] = recoveryCodes
    expect((await login(user, code.toLowerCase().replace('-', ''))).body.ok).toBe(true)
    expect((await login(user, code)).body.ok).toBe(false)
    const { data } = await browser.query<{ content: AuthenticatorStatus }>('authenticator.status')
    expect(data.content.recoveryCodesLeft).toBe(9)
    const renewed = await browser.mutate<{ content: { recoveryCodes: string[] } }>('authenticator.renewRecoveryCodes')
    expect((await login(user, recoveryCodes[1])).body.ok).toBe(false)
    expect((await login(user, renewed.data.content.recoveryCodes[0])).body.ok).toBe(true)
  })

  test('wrong codes lock the account as wrong passwords do, and the owner learns that a stranger has the password', async () => {
    const { user, secret } = await enrolled()
    await server.deps.pool.query('delete from throttle')
    for (let n = 0; n < 5; n += 1) expect((await login(user, '000000')).body.ok).toBe(false)
    // The answer to a wrong password.
    expect(await login(user, codeOf(secret))).toMatchObject({
      body: { message: 'The username or password is incorrect.' },
    })
    const { rows } = await server.deps.pool.query(
      `select u.status, n.data from "user" u join notice n on n.user_id = u.id and n.template = 'account-locked' where u.id = $1`,
      [user.id],
    )
    expect(rows).toEqual([{ status: 'L', data: { username: user.username, wrong: 'code', now: 'locked' } }])
  })
})

test('reports a secret stored under another APP_SECRET, and not as an unexpected error', async () => {
  const { user, secret } = await enrolled()
  await server.deps.db
    .updateTable('user')
    .set({ totp_secret: sealSecret(createKeyring('another secret of thirty-two characters'), user.id, secret) })
    .where('id', '=', user.id)
    .execute()
  expect(await login(user, codeOf(secret))).toMatchObject({
    status: 200,
    body: { message: /Ask another administrator/ },
  })
})

describe('when the county demands it', () => {
  test('an administrator without an app can only set one up', async () => {
    const user = await makeUser(server.deps.db, { role: 'COUNTY' })
    const before = await logIn(server.app, user)
    await demand(true)
    const answer = await login(user, undefined, before)
    expect(answer.body).toMatchObject({ ok: true, content: { mustSetUpCode: true } })
    expect((await before.get('currentUser/loginStatus')).body.content).toMatchObject({ mustSetUpCode: true })
    for (const path of ['home/all', 'currentUser/profile', 'controlPanel/purgeRuns'])
      expect(await before.get(path)).toMatchObject({ status: 403, body: { message: /set up your authenticator app/ } })
    await enroll(before)
    expect((await before.get('currentUser/loginStatus')).body.content).not.toHaveProperty('mustSetUpCode')
    expect((await before.get('controlPanel/purgeRuns')).status).toBe(200)
    expect((await before.mutate('authenticator.turnOff')).error?.message).toMatch(/cannot turn it off/)
  })

  test('a running session must enter the password before it sets up the app', async () => {
    const user = await makeUser(server.deps.db, { role: 'COUNTY' })
    const browser = await logIn(server.app, user)
    await server.deps.pool.query(`update session set confirmed_at = now() - interval '16 minutes' where user_id = $1`, [
      user.id,
    ])
    await demand(true)
    expect((await browser.mutate('authenticator.begin')).error?.data).toMatchObject({ ask: 'password' })
    expect((await browser.mutate('auth.confirmPassword', { password: user.password })).status).toBe(200)
    expect((await enroll(browser)).recoveryCodes).toHaveLength(10)
  })

  describe('a new administrator, whose password staff chose', () => {
    const admin = async () => logIn(server.app, await makeUser(server.deps.db, { role: 'COUNTY' }))
    const hire = async (maker: Browser) => {
      const username = `newly.hired${++hired}`
      const password = 'WinterOrchard#7'
      const person = { firstName: 'Odalys', lastName: 'Fennimore', email: `${username}@example.org` }
      const { body } = await maker.post<{ id: number }>('userManager/user', {
        ...person,
        username,
        password,
        passwordConfirm: password,
        role: 'COUNTY',
      })
      return { id: body.content.id, username, password, email: person.email }
    }
    let hired = 0
    const status = async (browser: Browser) =>
      (await browser.query<{ content: AuthenticatorStatus }>('authenticator.status')).data.content.proofNeeded
    const unproven = /enter a code from another administrator/
    /** The maker has an app of their own, as the county demands. */
    const hireWhereDemanded = async () => {
      const maker = await admin()
      await demand(true)
      await enroll(maker)
      const account = await hire(maker)
      return { maker, account, browser: await logIn(server.app, account) }
    }

    test('cannot set up an app by the first login alone, but can by the code of the administrator who made the account', async () => {
      const { maker, account, browser } = await hireWhereDemanded()
      expect(await status(browser)).toBe(true)
      expect((await browser.mutate('authenticator.begin')).error?.message).toMatch(unproven)
      expect((await browser.mutate('authenticator.confirm', { code: '123456' })).error?.message).toMatch(unproven)
      expect((await browser.mutate('authenticator.showCode', { userId: account.id })).status).toBe(403)

      const show = () => maker.mutate<{ content: { code: string } }>('authenticator.showCode', { userId: account.id })
      const first = (await show()).data.content.code
      const second = (await show()).data.content.code
      for (const code of [first, 'AAAAA-AAAAA']) {
        const { error } = await browser.mutate('authenticator.prove', { code })
        expect(error?.data.fields).toHaveProperty('code')
      }
      expect((await browser.mutate('authenticator.prove', { code: second.toLowerCase() })).status).toBe(200)
      expect((await browser.mutate('authenticator.prove', { code: second })).status).toBe(400)
      expect((await enroll(browser)).recoveryCodes).toHaveLength(10)
      expect((await show()).error?.message).toMatch(/does not need a code/)
    })

    test('can by the link to the mailbox, which acts on a press and is good for nothing else', async () => {
      const { account, browser } = await hireWhereDemanded()
      const mail = startMail(server)
      expect((await browser.mutate('authenticator.sendLink')).status).toBe(200)
      const path = `/AllowAuthenticator/${extractTicket((await mail.to(account.email))[0], 'AllowAuthenticator')}`
      await mail.stop()
      expect((await newBrowser(server.app).inject({ url: path })).statusCode).toBe(200)
      expect(await status(browser)).toBe(true)
      const press = { method: 'POST', url: path, payload: '', headers: form } as const
      for (const time of ['first', 'again']) {
        const { body } = await newBrowser(server.app).inject(press)
        expect([time, body.includes('You can set up the app now')]).toEqual([time, true])
      }
      expect(await status(browser)).toBe(false)
      expect((await enroll(browser)).recoveryCodes).toHaveLength(10)
    })

    test('cannot set up an app again by a login alone after staff reset it', async () => {
      const owner = await enrolled()
      const maker = await admin()
      await demand(true)
      await enroll(maker)
      expect((await maker.mutate('authenticator.reset', { userId: owner.user.id })).status).toBe(200)
      const browser = await logIn(server.app, owner.user)
      expect(await status(browser)).toBe(true)
      expect((await browser.mutate('authenticator.begin')).error?.message).toMatch(unproven)
      const shown = await maker.mutate<{ content: { code: string } }>('authenticator.showCode', {
        userId: owner.user.id,
      })
      expect((await browser.mutate('authenticator.prove', { code: shown.data.content.code })).status).toBe(200)
      expect((await enroll(browser)).recoveryCodes).toHaveLength(10)
    })

    test('needs neither code nor link after a login from before the county demanded apps', async () => {
      const account = await hire(await admin())
      const browser = await logIn(server.app, account)
      await demand(true)
      expect(await status(browser)).toBe(false)
    })
  })

  test('residents need no app', async () => {
    await demand(true)
    const browser = await logIn(server.app, await makeUser(server.deps.db))
    expect((await browser.get('home/all')).status).toBe(200)
    expect((await browser.mutate('authenticator.begin')).status).toBe(403)
  })
})

test('the owner turns it off, and logs in by the password alone', async () => {
  const { user, browser } = await enrolled()
  expect((await browser.mutate('authenticator.turnOff')).status).toBe(200)
  expect((await login(user)).body.ok).toBe(true)
  expect((await browser.mutate('authenticator.turnOff')).error?.message).toMatch(/No authenticator app/)
})

test('staff reset it for the users whom they may manage, never for themselves', async () => {
  const { user, browser } = await enrolled()
  const trimin = await enrolled('TRIMIN')
  const reset = (by: Browser, userId: number) => by.mutate('authenticator.reset', { userId })
  expect((await reset(browser, user.id)).error?.message).toMatch(/own authenticator app/)
  expect((await reset(browser, trimin.user.id)).status).toBe(404)
  const isOn = async () =>
    (await trimin.browser.query<{ content: { on: boolean } }>('authenticator.of', { userId: user.id })).data.content.on
  expect((await browser.query('authenticator.of', { userId: trimin.user.id })).status).toBe(404)
  expect(await isOn()).toBe(true)
  expect((await reset(trimin.browser, user.id)).status).toBe(200)
  expect(await isOn()).toBe(false)
  expect((await browser.get('currentUser/loginStatus')).status).toBe(403)
  expect((await login(user)).body.ok).toBe(true)
  expect(await auditOf(user)).toContain('Staff reset the authenticator app.')
})
