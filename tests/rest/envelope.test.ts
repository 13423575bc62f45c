import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeUser } from '#tests/helpers/factories.ts'
import { restRoutes } from '#tests/helpers/procedures.ts'
import { type Browser, newBrowser, logIn, startTestServer, type TestServer } from '#tests/helpers/server.ts'

let server: TestServer
let anonymous: Browser
let user: Browser
beforeAll(async () => {
  server = await startTestServer()
  anonymous = newBrowser(server.app, '198.51.100.1')
  user = await logIn(server.app, await makeUser(server.deps.db))
})
afterAll(() => server.stop())

const json = { 'content-type': 'application/json' }
const call = async (browser: Browser, options: Parameters<Browser['inject']>[0]) => {
  const response = await browser.inject(options)
  return { status: response.statusCode, body: response.json<Record<string, unknown>>(), headers: response.headers }
}
const lockout = { lockoutInPlace: false, messageHeadline: expect.any(String) as string }

describe('every response uses the envelope', () => {
  const login = '/api/auth/login'
  const rightly = { username: 'nobody.known', password: 'x' }
  const cases: [string, number, { ok: boolean; content?: unknown }, Parameters<Browser['inject']>[0]][] = [
    ['a good call', 200, { ok: true }, { method: 'GET', url: '/api/helperdata/productVersions' }],
    ['a business refusal', 200, { ok: false, content: null }, { method: 'POST', url: login, payload: rightly }],
    [
      'missing, null and empty fields',
      200,
      { ok: false, content: { fields: { username: 'Required.', password: 'Required.' } } },
      { method: 'POST', url: login, payload: { username: null, password: '' } },
    ],
    [
      'no body at all',
      200,
      { ok: false, content: { fields: { username: 'Required.', password: 'Required.' } } },
      { method: 'POST', url: login },
    ],
    ['a body that is not JSON', 400, { ok: false }, { method: 'POST', url: login, headers: json, payload: '{"user' }],
    ['a body that is a list', 400, { ok: false }, { method: 'POST', url: login, payload: [] }],
    ['a body that is a text', 400, { ok: false }, { method: 'POST', url: login, headers: json, payload: '"x"' }],
    ['a wrong JSON type', 400, { ok: false }, { method: 'POST', url: login, payload: { ...rightly, username: 5 } }],
    ['an unknown key', 400, { ok: false }, { method: 'POST', url: login, payload: { ...rightly, admin: true } }],
    [
      'a poisoned prototype',
      400,
      { ok: false },
      { method: 'POST', url: login, headers: json, payload: '{"__proto__":{"role":"FOREVER"}}' },
    ],
    ['U+0000 in a text', 400, { ok: false }, { method: 'POST', url: login, payload: { ...rightly, password: '\0' } }],
    [
      'no session',
      403,
      { ok: false, content: { status: 'LOGIN' } },
      { method: 'GET', url: '/api/currentUser/loginStatus' },
    ],
    ['no such path', 404, { ok: false, content: null }, { method: 'GET', url: '/api/no/such/path' }],
    ['a name in another case', 404, { ok: false }, { method: 'GET', url: '/api/Helperdata/productVersions' }],
    ['a path with a slash too many', 404, { ok: false }, { method: 'GET', url: '/api/helperdata/productVersions/' }],
    ['another verb', 404, { ok: false }, { method: 'GET', url: login }],
    [
      'too large a body',
      413,
      { ok: false },
      { method: 'POST', url: login, payload: { ...rightly, password: 'x'.repeat(1_100_000) } },
    ],
    [
      'another content type',
      415,
      { ok: false },
      { method: 'POST', url: login, headers: { 'content-type': 'application/xml' }, payload: '<login/>' },
    ],
    [
      'plain text',
      415,
      { ok: false },
      { method: 'POST', url: login, headers: { 'content-type': 'text/plain' }, payload: JSON.stringify(rightly) },
    ],
    [
      'a form',
      415,
      { ok: false },
      { method: 'POST', url: login, headers: { 'content-type': 'application/x-www-form-urlencoded' }, payload: 'a=b' },
    ],
    ['an address that cannot be read', 400, { ok: false }, { method: 'GET', url: '/api/userView/alert/%' }],
  ]
  test.each(cases)('%s', async (_what, status, expected, options) => {
    const answer = await call(anonymous, options)
    expect(answer.status).toBe(status)
    expect(Object.keys(answer.body)).toEqual(['ok', 'message', 'lockout', 'content'])
    expect(answer.body).toMatchObject({ ...expected, message: expect.any(String) as string, lockout })
    if (!expected.ok) expect(answer.body.message).not.toBe('')
    expect(answer.headers['content-type']).toMatch(/^application\/json/)
  })
})

test('checks access before reading the body', async () => {
  for (const payload of ['{"not json', JSON.stringify({ unknown: 1 })])
    expect(await call(anonymous, { method: 'POST', url: '/api/userView/alert', headers: json, payload })).toMatchObject(
      {
        status: 403,
        body: { content: { status: 'LOGIN' } },
      },
    )
})

test('hides the details of an unexpected error in REST and in tRPC', async () => {
  const broken = await startTestServer()
  try {
    const browser = await logIn(broken.app, await makeUser(broken.deps.db))
    // The settings cannot be read any more: something no procedure expects.
    broken.deps.settings.current = () => Promise.reject(new Error('secret detail of the inside'))
    const rest = await call(browser, { method: 'GET', url: '/api/helperdata/landnotification' })
    expect(rest).toMatchObject({
      status: 500,
      body: { ok: false, message: 'An unexpected error has occurred', lockout, content: null },
    })
    const trpc = await browser.inject({ method: 'GET', url: '/trpc/helperdata.landnotification' })
    expect(trpc.statusCode).toBe(500)
    expect(trpc.json()).toMatchObject({ error: { message: 'An unexpected error has occurred' } })
    for (const text of [JSON.stringify(rest.body), trpc.body]) expect(text).not.toMatch(/secret|stack|\.ts/)
  } finally {
    await broken.stop()
  }
})

describe('calls that change state must come from our own pages', () => {
  const writes = [
    ...restRoutes()
      .filter(({ changesState }) => changesState)
      .map(({ method, path }) => ({ method, url: `/api${path.replaceAll(/:\w+/g, '1')}` })),
    { method: 'POST' as const, url: '/trpc/auth.login' },
    { method: 'POST' as const, url: '/trpc/auth.logout' },
  ]
  test('over each REST path, downloads and the documented GETs among them, and over tRPC', async () => {
    const urls = writes.map(({ url }) => url)
    for (const path of ['report/userReport', 'userManager/userExport', 'auth/logout', 'controlPanel/alertExport'])
      expect(urls).toContain(`/api/${path}`)
    // A neighbor, which is further from us than it seems; origin-gate.test.ts has the others.
    const headers = { 'sec-fetch-site': 'same-site' }
    const refused = expect.stringContaining('did not come from our own pages') as string
    for (const { method, url } of writes) {
      await server.deps.db.deleteFrom('throttle').execute()
      const answer = await user.inject({ method, url, headers, ...(method === 'POST' ? { payload: {} } : {}) })
      expect([url, answer.statusCode, answer.body]).toEqual([url, 403, refused])
    }
    expect((await user.get('currentUser/loginStatus')).status).toBe(200)
  })

  test('reads need no proof of origin', async () => {
    const headers = { 'sec-fetch-site': 'cross-site' }
    const url = '/api/helperdata/productVersions'
    expect((await anonymous.inject({ method: 'GET', url, headers })).statusCode).toBe(200)
  })

  test('no other site may read a response', async () => {
    const headers = { origin: 'https://elsewhere.example' }
    const answer = await anonymous.inject({ method: 'GET', url: '/api/helperdata/productVersions', headers })
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin')
  })
})

describe('tRPC', () => {
  test('returns fields, LOGIN and codes, but no stack', async () => {
    const wrong = await anonymous.mutate('auth.login', { username: '', password: '' })
    expect(wrong).toMatchObject({
      status: 400,
      error: {
        message: 'Please correct the fields shown.',
        data: { code: 'BAD_REQUEST', fields: { username: 'Required.', password: 'Required.' } },
      },
    })
    const out = await anonymous.query('currentUser.loginStatus')
    expect(out).toMatchObject({ status: 403, error: { data: { code: 'FORBIDDEN', status: 'LOGIN' } } })
    expect((await anonymous.query('no.such')).status).toBe(404)
    expect(JSON.stringify([wrong, out])).not.toContain('stack')
  })

  test("answers foreign calls in tRPC's own form", async () => {
    const answers = [
      await anonymous.inject({ method: 'POST', url: '/trpc/auth.login', headers: json, payload: '{"not json' }),
      await anonymous.inject({
        method: 'POST',
        url: '/trpc/auth.login',
        headers: json,
        payload: 'x'.repeat(1_100_000),
      }),
      await anonymous.inject({
        method: 'POST',
        url: '/trpc/auth.login',
        headers: { 'sec-fetch-site': 'cross-site' },
        payload: {},
      }),
    ]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([400, 413, 403])
    for (const answer of answers) {
      const { error } = answer.json<{ error: { message: string; data: { httpStatus: number } } }>()
      expect(error.data.httpStatus).toBe(answer.statusCode)
      expect(error.message).not.toMatch(/JSON|token/i)
    }
  })

  test('answers reads that are posted, from our own pages alone', async () => {
    const call = (site: string) =>
      anonymous.inject({
        method: 'POST',
        url: '/trpc/helperdata.productVersions,helperdata.landnotification?batch=1',
        headers: { 'sec-fetch-site': site, 'content-type': 'application/json' },
        payload: '{}',
      })
    expect((await call('same-origin')).json()).toMatchObject([{ result: {} }, { result: {} }])
    expect((await call('cross-site')).statusCode).toBe(403)
  })

  test('accepts at most ten calls in a batch', async () => {
    for (const [calls, status] of [
      [10, 200],
      [11, 400],
    ]) {
      const path = Array.from({ length: calls ?? 0 }, () => 'helperdata.productVersions').join(',')
      const answer = await anonymous.inject({ method: 'GET', url: `/trpc/${path}?batch=1&input={}` })
      expect(answer.statusCode).toBe(status)
    }
  })

  test('sets the cookies when logging in over tRPC', async () => {
    const account = await makeUser(server.deps.db)
    const browser = newBrowser(server.app, '198.51.100.2')
    await browser.mutate('auth.login', { username: account.username, password: account.password })
    expect(Object.keys(browser.cookies).toSorted()).toEqual(['known_browser', 'session'])
    expect((await browser.query('currentUser.loginStatus')).status).toBe(200)
    await browser.mutate('auth.logout')
    expect((await browser.query('currentUser.loginStatus')).status).toBe(403)
  })
})
