import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { writeSetting } from '#shared/node/domain/settings/settings-store.queries.ts'
import { settingsGroups } from '#shared/settings/groups.ts'
import { auditRows } from '#tests/helpers/audit.ts'
import { makeUser } from '#tests/helpers/factories.ts'
import { newBrowser, logIn, startTestServer, type TestServer } from '#tests/helpers/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const auditOf = (userId: number) =>
  auditRows(server.deps.db, { subject_user_id: userId }).select(['type', 'description', 'address']).execute()
const statusOf = (userId: number) =>
  server.deps.db
    .selectFrom('user')
    .where('id', '=', userId)
    .select(['status', 'failed_logins'])
    .executeTakeFirstOrThrow()

const refused = 'The username or password is incorrect.'

test('logs in, names the user, logs out, and audits both', async () => {
  const user = await makeUser(server.deps.db, { role: 'COUNTY', firstName: 'Ada', lastName: 'Sample' })
  const browser = newBrowser(server.app)
  const login = await browser.post('auth/login', { username: user.username.toUpperCase(), password: user.password })
  expect(login).toEqual({
    status: 200,
    body: {
      ok: true,
      message: '',
      lockout: { lockoutInPlace: false, messageHeadline: 'The service is closed for maintenance.' },
      content: {
        userId: user.id,
        username: user.username,
        role: 'COUNTY',
        language: 'ENGLISH',
        tabList: ['userView', 'controlPanel'],
        allowableUserTypes: ['COUNTY', 'USER', 'GUEST'],
        firstName: 'Ada',
        lastName: 'Sample',
        email: user.email,
      },
    },
  })
  expect((await browser.get('currentUser/loginStatus')).body.content).toEqual(login.body.content)
  expect((await browser.query<{ content: unknown }>('currentUser.loginStatus')).data.content).toEqual(
    login.body.content,
  )
  const token = { ...browser.cookies }
  expect(await browser.get('auth/logout')).toMatchObject({ status: 200, body: { ok: true } })
  expect((await browser.get('currentUser/loginStatus')).status).toBe(403)
  Object.assign(browser.cookies, token)
  expect((await browser.get('currentUser/loginStatus')).status).toBe(403)
  expect(await auditOf(user.id)).toMatchObject([{ type: 'LOGIN', address: /^198\.51\./ }, { type: 'LOGOUT' }])
})

test('sets a cookie that is HttpOnly, SameSite=Lax, ends with the browser, and differs from the stored id', async () => {
  const user = await makeUser(server.deps.db)
  const response = await newBrowser(server.app).inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { username: user.username, password: user.password },
  })
  const cookie = response.cookies.find(({ name }) => name === 'session')
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' })
  expect(cookie).not.toHaveProperty('maxAge')
  expect(cookie).not.toHaveProperty('expires')
  expect(cookie).not.toHaveProperty('secure')
  const rows = await server.deps.db.selectFrom('session').where('user_id', '=', user.id).select('id').execute()
  expect(rows).toHaveLength(1)
  expect(rows[0]?.id).not.toContain(cookie?.value)
})

test('with an https address cookies are Secure and bound to the host', async () => {
  const secure = await startTestServer({ env: { PUBLIC_URL: 'https://alerts.example.gov' } })
  try {
    const user = await makeUser(secure.deps.db)
    const response = await newBrowser(secure.app).inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { username: user.username, password: user.password },
    })
    expect(response.cookies.map(({ name, secure }) => [name, secure])).toEqual([
      ['__Host-session', true],
      ['__Host-known_browser', true],
    ])
    expect(response.headers['strict-transport-security']).toContain('max-age=31536000')
    expect(response.headers['content-security-policy']).toContain('upgrade-insecure-requests')
  } finally {
    await secure.stop()
  }
})

test('keeps the chosen language; an empty one changes nothing', async () => {
  const user = await makeUser(server.deps.db, { language: 'THAI' })
  const { username, password } = user
  const login = async (language: unknown) =>
    (await newBrowser(server.app).post('auth/login', { username, password, language })).body
  expect(await login('')).toMatchObject({ content: { language: 'THAI' } })
  expect(await login('KOREAN')).toMatchObject({ content: { language: 'KOREAN' } })
  expect(await login(undefined)).toMatchObject({ content: { language: 'KOREAN' } })
  expect(await login('ELVISH')).toMatchObject({ ok: false, content: { fields: { language: 'Not valid.' } } })
})

test('an unknown username and a wrong password get the same answer', async () => {
  const user = await makeUser(server.deps.db)
  const browser = newBrowser(server.app)
  const wrong = await browser.post('auth/login', { username: user.username, password: 'x' })
  const unknown = await browser.post('auth/login', { username: 'nobody.known', password: 'x' })
  expect(wrong).toMatchObject({ status: 200, body: { ok: false, message: refused, content: null } })
  expect(unknown).toEqual(wrong)
})

test.each([
  ['P', /registration is not complete/],
  ['I', /not active/],
] as const)('reveals status %s only after a right password', async (status, message) => {
  const user = await makeUser(server.deps.db, { status })
  const browser = newBrowser(server.app)
  expect((await browser.post('auth/login', { username: user.username, password: 'x' })).body.message).toBe(refused)
  const right = await browser.post('auth/login', { username: user.username, password: user.password })
  expect(right).toMatchObject({ status: 200, body: { ok: false, message: expect.stringMatching(message) as string } })
  expect(await auditOf(user.id)).toMatchObject([{ type: 'LOGIN_REFUSED' }, { type: 'LOGIN_REFUSED' }])
})

test('lockout step 1 keeps USER and GUEST out and lets administrators in', async () => {
  const { userLockout } = settingsGroups
  const closed = { lockoutInPlace: true, messageLogin: 'Back on Monday.', messageHeadline: 'Closed until Monday.' }
  await writeSetting(server.deps.db, 'userLockout', closed, null)
  try {
    for (const role of ['USER', 'GUEST'] as const) {
      const user = await makeUser(server.deps.db, { role })
      expect(
        (await newBrowser(server.app).post('auth/login', { username: user.username, password: user.password })).body,
      ).toEqual({
        ok: false,
        message: 'Back on Monday.',
        lockout: { lockoutInPlace: true, messageHeadline: 'Closed until Monday.' },
        content: null,
      })
    }
    for (const role of ['FOREVER', 'TRIMIN', 'COUNTY'] as const)
      await logIn(server.app, await makeUser(server.deps.db, { role }))
  } finally {
    await writeSetting(server.deps.db, 'userLockout', userLockout.initial, null)
  }
})

test('refuses an account that is deleted while its password is checked, as it does an unknown one', async () => {
  const { db, pool } = server.deps
  const user = await makeUser(db)
  const browser = newBrowser(server.app)
  const answer = await db.transaction().execute(async (tx) => {
    await tx.deleteFrom('user').where('id', '=', user.id).execute()
    const login = browser.post('auth/login', { username: user.username, password: user.password })
    await vi.waitFor(async () => {
      const { rows } = await pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      expect(rows).toHaveLength(1)
    }, 60_000)
    return { login }
  })
  expect(await answer.login).toMatchObject({ status: 200, body: { ok: false, message: refused } })
  expect(browser.cookies).toEqual({})
})

test('allows twenty logins a minute from one address, then answers 429; other addresses continue', async () => {
  const browser = newBrowser(server.app)
  const answers: number[] = []
  for (let n = 0; n < 21; n += 1)
    answers.push((await browser.post('auth/login', { username: `nobody.${n}`, password: 'x' })).status)
  expect(answers).toEqual([...Array.from({ length: 20 }, () => 200), 429])
  expect((await newBrowser(server.app).post('auth/login', { username: 'nobody.21', password: 'x' })).status).toBe(200)
})

test('refuses malformed input by its fields, whatever its shape', async () => {
  const browser = newBrowser(server.app)
  const post = (body: unknown) => browser.post('auth/login', body)
  expect(await post({})).toMatchObject({
    status: 200,
    body: { ok: false, content: { fields: { username: 'Required.', password: 'Required.' } } },
  })
  expect((await post({ username: 'some.body', password: 'x\0' })).status).toBe(400)
  expect((await post({ username: { $ne: null }, password: 'x' })).status).toBe(400)
  expect((await post({ username: 'some.body', password: 'x', role: 'FOREVER' })).status).toBe(400)
})

test.each([
  ['deactivated', { status: 'I' }],
  ['locked', { status: 'L' }],
  ['given a new password', { password_hash: 'another' }],
] as const)('does not log in an account %s during the password check', async (_what, change) => {
  const user = await makeUser(server.deps.db)
  const held = await server.deps.pool.connect()
  try {
    await held.query('begin')
    const [column, value] = Object.entries(change)[0]!
    await held.query(`update "user" set ${column} = $2 where id = $1`, [user.id, value])
    const login = newBrowser(server.app).post('auth/login', { username: user.username, password: user.password })
    await vi.waitFor(async () => {
      const { rowCount } = await server.deps.pool.query(
        `select from pg_locks where not granted and pid <> pg_backend_pid()
          and pid in (select pid from pg_stat_activity where datname = current_database())`,
      )
      expect(rowCount).toBeGreaterThan(0)
    }, 60_000)
    await held.query('commit')
    expect(await login).toMatchObject({ status: 200, body: { ok: false, message: refused } })
  } finally {
    held.release(true)
  }
  expect(await statusOf(user.id)).toMatchObject({ status: 'status' in change ? change.status : 'A' })
  const sessions = server.deps.db.selectFrom('session').where('user_id', '=', user.id).selectAll()
  expect(await sessions.execute()).toEqual([])
})
