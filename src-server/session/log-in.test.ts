import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { writeSetting } from '#shared/node/settings-store.queries.ts'
import { settingsGroups } from '#shared/settings/groups.ts'
import { makeUser, type TestUser } from '#tests/helpers/factories.ts'
import { type Browser, newBrowser, signIn, startTestServer, type TestServer } from '#tests/helpers/server.ts'

// Hashing passwords and starting servers are slow on a busy machine.
vi.setConfig({ testTimeout: 30_000 })

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

let neighbour = 0
/** Each test calls from an address block of its own, so that throttles do not meet. */
const elsewhere = () => newBrowser(server.app, `198.51.${(neighbour += 1)}.9`)
const auditOf = (userId: number) =>
  server.deps.db
    .selectFrom('audit_log')
    .innerJoin('audit_personal', 'audit_id', 'audit_log.id')
    .where('subject_user_id', '=', userId)
    .orderBy('audit_log.id')
    .select(['type', 'description', 'address'])
    .execute()
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
const refused = 'The username or password is not right.'
/** The log-in of whoever has the right password, as a browser that the account does not know reads it. */
const enter = async (browser: Browser, { username, password }: TestUser) =>
  (await browser.post('auth/login', { username, password })).body.message
const noticesOf = (userId: number) =>
  server.deps.db.selectFrom('notice').where('user_id', '=', userId).selectAll().orderBy('id').execute()

test('logs in, tells who is there, logs out, and writes it down', async () => {
  const user = await makeUser(server.deps.db, { role: 'COUNTY', firstName: 'Ada', lastName: 'Sample' })
  const browser = elsewhere()
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

test('the cookie is HttpOnly, SameSite=Lax, ends with the browser, and is not the stored id', async () => {
  const user = await makeUser(server.deps.db)
  const response = await elsewhere().inject({
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

test('the chosen language is kept; an empty one changes nothing', async () => {
  const user = await makeUser(server.deps.db, { language: 'THAI' })
  const { username, password } = user
  const login = async (language: unknown) =>
    (await elsewhere().post('auth/login', { username, password, language })).body
  expect(await login('')).toMatchObject({ content: { language: 'THAI' } })
  expect(await login('KOREAN')).toMatchObject({ content: { language: 'KOREAN' } })
  expect(await login(undefined)).toMatchObject({ content: { language: 'KOREAN' } })
  expect(await login('ELVISH')).toMatchObject({ ok: false, content: { fields: { language: 'Not valid.' } } })
})

test('an unknown username and a wrong password read the same', async () => {
  const user = await makeUser(server.deps.db)
  const browser = elsewhere()
  const wrong = await browser.post('auth/login', { username: user.username, password: 'x' })
  const unknown = await browser.post('auth/login', { username: 'nobody.known', password: 'x' })
  expect(wrong).toMatchObject({ status: 200, body: { ok: false, message: refused, content: null } })
  expect(unknown).toEqual(wrong)
})

test.each([
  ['P', /registration is not complete/],
  ['I', /not active/],
] as const)('status %s is told only after a right password', async (status, message) => {
  const user = await makeUser(server.deps.db, { status })
  const browser = elsewhere()
  expect((await browser.post('auth/login', { username: user.username, password: 'x' })).body.message).toBe(refused)
  const right = await browser.post('auth/login', { username: user.username, password: user.password })
  expect(right).toMatchObject({ status: 200, body: { ok: false, message: expect.stringMatching(message) as string } })
  expect(await auditOf(user.id)).toMatchObject([{ type: 'LOGIN_REFUSED' }, { type: 'LOGIN_REFUSED' }])
})

test('too many wrong passwords lock and tell the owner once; who is logged in stays so', async () => {
  const user = await makeUser(server.deps.db)
  const home = await signIn(server.app, user, elsewhere())
  const attacker = elsewhere()
  await wrongTimes(attacker, user.username, 6)
  expect(await statusOf(user.id)).toEqual({ status: 'L', failed_logins: 6 })
  // A lock tells a stranger nothing, not even that the password was right.
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
  // The owner's own browser is known: it hears of the lock, and a right password there lifts it.
  expect((await home.post('auth/login', { username: user.username, password: 'x' })).body.message).toMatch(
    /is not right, and this account is locked/,
  )
  await signIn(server.app, user, home)
  expect(await statusOf(user.id)).toEqual({ status: 'A', failed_logins: 0 })
})

test('after 100 wrong passwords only known browsers come in, until the owner proves to be the owner', async () => {
  const { userAccess } = settingsGroups
  await writeSetting(server.deps.db, 'userAccess', { ...userAccess.initial, limitLoginAttempts: false }, null)
  try {
    const user = await makeUser(server.deps.db)
    const home = await signIn(server.app, user, elsewhere())
    await server.deps.db.updateTable('user').set({ unproven_failures: 98 }).where('id', '=', user.id).execute()
    // The owner's own mistakes do not count, nor does a stranger's right guess begin the count again.
    await home.post('auth/login', { username: user.username, password: 'x' })
    await home.mutate('auth.confirmPassword', { password: 'x' })
    await wrongTimes(elsewhere(), user.username, 1)
    await signIn(server.app, user, elsewhere())
    expect(await noticesOf(user.id)).toEqual([])
    await wrongTimes(elsewhere(), user.username, 1)
    expect(await noticesOf(user.id)).toMatchObject([
      { template: 'account-locked', data: { wrong: 'password', now: 'known browsers only' } },
    ])
    expect((await statusOf(user.id)).status).toBe('A')
    expect(await enter(elsewhere(), user)).toBe(refused)
    expect((await home.get('currentUser/loginStatus')).status).toBe(200)
    await signIn(server.app, user, home)
    await signIn(server.app, user, elsewhere())
  } finally {
    await writeSetting(server.deps.db, 'userAccess', userAccess.initial, null)
  }
})

test('Activate by staff begins the count of wrong passwords again', async () => {
  const user = await makeUser(server.deps.db, { status: 'L' })
  await server.deps.db.updateTable('user').set({ unproven_failures: 150 }).where('id', '=', user.id).execute()
  const clerk = await signIn(server.app, await makeUser(server.deps.db, { role: 'COUNTY' }))
  expect((await clerk.post('userManager/userChangeStatusSingle', { userId: user.id })).body.ok).toBe(true)
  await signIn(server.app, user, elsewhere())
})

test('whoever guesses next door does not slow the known browser down', async () => {
  const user = await makeUser(server.deps.db)
  const home = await signIn(server.app, user, newBrowser(server.app, '198.51.200.1'))
  const neighbor = newBrowser(server.app, '198.51.200.2')
  await wrongTimes(neighbor, user.username, 10)
  expect((await neighbor.post('auth/login', { username: user.username, password: 'x' })).status).toBe(429)
  await signIn(server.app, user, home)
})

test('a shared computer is not remembered, and is forgotten where it was', async () => {
  const [user, other] = [await makeUser(server.deps.db), await makeUser(server.deps.db)]
  const desk = elsewhere()
  const shared = ({ username, password }: TestUser) =>
    desk.post('auth/login', { username, password, sharedComputer: true })
  expect((await shared(user)).body.ok).toBe(true)
  expect(Object.keys(desk.cookies)).toEqual(['session'])

  for (const account of [user, other]) await signIn(server.app, account, desk)
  const mark = { ...desk.cookies }
  expect((await shared(user)).body.ok).toBe(true)
  await server.deps.db.updateTable('user').set({ status: 'L' }).where('id', 'in', [user.id, other.id]).execute()
  expect(await enter(desk, user)).toBe(refused)
  await signIn(server.app, other, desk)
  // Not even the cookie as it was.
  Object.assign(desk.cookies, mark)
  expect(await enter(desk, user)).toBe(refused)
})

test('with https a mark from before the prefix still counts, and is renewed under it', async () => {
  const secure = await startTestServer({ env: { PUBLIC_URL: 'https://alerts.example.gov' } })
  try {
    const user = await makeUser(secure.deps.db)
    const browser = await signIn(secure.app, user)
    const { '__Host-known_browser': mark = '', ...others } = browser.cookies
    for (const name of Object.keys(browser.cookies)) delete browser.cookies[name]
    Object.assign(browser.cookies, others, { known_browser: mark })
    await secure.deps.db.updateTable('user').set({ status: 'L' }).where('id', '=', user.id).execute()
    await signIn(secure.app, user, browser)
    expect(Object.keys(browser.cookies).toSorted()).toEqual(['__Host-known_browser', '__Host-session'])
  } finally {
    await secure.stop()
  }
})

test('wrong passwords from everywhere at once lock once and tell once', async () => {
  const { userAccess } = settingsGroups
  await writeSetting(server.deps.db, 'userAccess', { ...userAccess.initial, maxloginAttempts: 2 }, null)
  try {
    const user = await makeUser(server.deps.db)
    const wrong = { username: user.username, password: 'x' }
    const answers = await Promise.all(Array.from({ length: 4 }, () => elsewhere().post('auth/login', wrong)))
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
  const browser = await signIn(server.app, one, elsewhere())
  expect(await enter(browser, other)).toBe(refused)
})

test('two accounts of one household stay known on one browser', async () => {
  const users = [await makeUser(server.deps.db), await makeUser(server.deps.db)]
  const browser = elsewhere()
  for (const user of users) await signIn(server.app, user, browser)
  await server.deps.db
    .updateTable('user')
    .set({ status: 'L' })
    .where(
      'id',
      'in',
      users.map(({ id }) => id),
    )
    .execute()
  for (const user of users) await signIn(server.app, user, browser)
})

test('a forged known-browser cookie opens nothing', async () => {
  const user = await makeUser(server.deps.db)
  const browser = await signIn(server.app, user, elsewhere())
  await server.deps.db.updateTable('user').set({ status: 'L' }).where('id', '=', user.id).execute()
  const value = browser.cookies.known_browser ?? ''
  browser.cookies.known_browser = `${value.slice(0, value.lastIndexOf('.'))}.forged`
  expect(await enter(browser, user)).toBe(refused)
})

test('a right password sets the count of wrong ones back', async () => {
  const user = await makeUser(server.deps.db)
  const browser = elsewhere()
  await wrongTimes(browser, user.username, 4)
  await signIn(server.app, user, browser)
  await wrongTimes(browser, user.username, 4)
  expect((await statusOf(user.id)).status).toBe('A')
})

test('without the limit nothing locks, and after ten wrong passwords tries wait', async () => {
  const { userAccess } = settingsGroups
  await writeSetting(server.deps.db, 'userAccess', { ...userAccess.initial, limitLoginAttempts: false }, null)
  try {
    const user = await makeUser(server.deps.db)
    const browser = elsewhere()
    await wrongTimes(browser, user.username, 10)
    expect((await statusOf(user.id)).status).toBe('A')
    const waiting = await browser.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { username: user.username, password: user.password },
    })
    expect(waiting.statusCode).toBe(429)
    expect(waiting.headers['retry-after']).toBe('1')
    // The owner elsewhere waits for nothing.
    await signIn(server.app, user, elsewhere())
  } finally {
    await writeSetting(server.deps.db, 'userAccess', userAccess.initial, null)
  }
})

test('lockout step 1 keeps USER and GUEST out and lets administrators in', async () => {
  const { userLockout } = settingsGroups
  const closed = { lockoutInPlace: true, messageLogin: 'Back on Monday.', messageHeadline: 'Closed until Monday.' }
  await writeSetting(server.deps.db, 'userLockout', closed, null)
  try {
    for (const role of ['USER', 'GUEST'] as const) {
      const user = await makeUser(server.deps.db, { role })
      expect((await elsewhere().post('auth/login', { username: user.username, password: user.password })).body).toEqual(
        {
          ok: false,
          message: 'Back on Monday.',
          lockout: { lockoutInPlace: true, messageHeadline: 'Closed until Monday.' },
          content: null,
        },
      )
    }
    for (const role of ['FOREVER', 'TRIMIN', 'COUNTY'] as const)
      await signIn(server.app, await makeUser(server.deps.db, { role }), elsewhere())
  } finally {
    await writeSetting(server.deps.db, 'userLockout', userLockout.initial, null)
  }
})

test('an account that is deleted while its password is checked is refused like an unknown one', async () => {
  const { db, pool } = server.deps
  const user = await makeUser(db)
  const browser = elsewhere()
  const answer = await db.transaction().execute(async (tx) => {
    await tx.deleteFrom('user').where('id', '=', user.id).execute()
    const login = browser.post('auth/login', { username: user.username, password: user.password })
    await vi.waitFor(async () => {
      const { rows } = await pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      expect(rows).toHaveLength(1)
    }, 10_000)
    return { login }
  })
  expect(await answer.login).toMatchObject({ status: 200, body: { ok: false, message: refused } })
  expect(browser.cookies).toEqual({})
})

test('twenty log-ins a minute from one address, then 429; others go on', async () => {
  const browser = elsewhere()
  const answers: number[] = []
  for (let n = 0; n < 21; n += 1)
    answers.push((await browser.post('auth/login', { username: `nobody.${n}`, password: 'x' })).status)
  expect(answers).toEqual([...Array.from({ length: 20 }, () => 200), 429])
  expect((await elsewhere().post('auth/login', { username: 'nobody.21', password: 'x' })).status).toBe(200)
})

test('what is no log-in at all is refused by its fields, whatever its shape', async () => {
  const browser = elsewhere()
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
] as const)('an account %s while its password is checked is not logged in, and stays so', async (_what, change) => {
  const user = await makeUser(server.deps.db)
  const held = await server.deps.pool.connect()
  try {
    await held.query('begin')
    const [column, value] = Object.entries(change)[0]!
    await held.query(`update "user" set ${column} = $2 where id = $1`, [user.id, value])
    const login = elsewhere().post('auth/login', { username: user.username, password: user.password })
    await vi.waitFor(async () => {
      const { rowCount } = await server.deps.pool.query(
        `select from pg_locks where not granted and pid <> pg_backend_pid()
          and pid in (select pid from pg_stat_activity where datname = current_database())`,
      )
      expect(rowCount).toBeGreaterThan(0)
    }, 10_000)
    await held.query('commit')
    expect(await login).toMatchObject({ status: 200, body: { ok: false, message: refused } })
  } finally {
    held.release(true)
  }
  expect(await statusOf(user.id)).toMatchObject({ status: 'status' in change ? change.status : 'A' })
  const sessions = server.deps.db.selectFrom('session').where('user_id', '=', user.id).selectAll()
  expect(await sessions.execute()).toEqual([])
})
