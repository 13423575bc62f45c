import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeUser } from '#tests/helpers/factories.ts'
import { type Browser, newBrowser, logIn, startTestServer, type TestServer } from '#tests/helpers/server.ts'
import { limits } from '../platform/throttle/throttle.queries.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
beforeEach(() => server.deps.db.deleteFrom('throttle').execute())

type Row = { description: string; actor_username: string; address: string }
/** Audit rows of refused calls since the last look. */
let seen = 0
async function refusedRows(): Promise<Row[]> {
  const rows = await server.deps.db
    .selectFrom('audit_log')
    .innerJoin('audit_personal', 'audit_personal.audit_id', 'audit_log.id')
    .where('type', '=', 'REFUSED')
    .where('id', '>', seen)
    .select(['id', 'description', 'actor_username', 'address'])
    .orderBy('id')
    .execute()
  seen = rows.at(-1)?.id ?? seen
  return rows.map(({ id: _id, ...row }) => row)
}

const residentWith = async (address?: string) => {
  const user = await makeUser(server.deps.db)
  return { user, browser: await logIn(server.app, user, newBrowser(server.app, address)) }
}
const send = (browser: Browser, url: string, payload: string, type = 'application/json') =>
  browser.inject({ method: 'POST', url, payload, headers: { 'content-type': type } }).then((r) => r.statusCode)

const forms: [string, string, string, number][] = [
  ['too large', `{"username":"${'a'.repeat(70_000)}"}`, 'application/json', 413],
  ['of another content type', 'username=a', 'application/x-www-form-urlencoded', 415],
  ['no JSON', '{"username":', 'application/json', 400],
  ['too deep', `{"username":${'['.repeat(40)}${']'.repeat(40)}}`, 'application/json', 400],
  ['of unknown keys', '{"username":"a","password":"b","and":1}', 'application/json', 400],
]

test.each(forms)('without a session, a call that is %s counts as a login', async (_what, body, type, status) => {
  for (const url of ['/api/auth/login', '/trpc/auth.login']) {
    const browser = newBrowser(server.app)
    for (let count = 0; count < limits.enter.hits; count++) expect(await send(browser, url, body, type)).toBe(status)
    expect(await send(browser, url, body, type)).toBe(429)
    expect((await browser.post('auth/login', { username: 'a', password: 'b' })).status).toBe(429)
  }
})

test.each(forms)('with a session, a call that is %s counts among its calls', async (_what, body, type, status) => {
  const { browser } = await residentWith()
  const counted = async () => {
    const rows = await server.deps.db.selectFrom('throttle').select('hits').execute()
    return rows.reduce((sum, { hits }) => sum + hits, 0)
  }
  for (const url of ['/api/userView/alert', '/trpc/userView.saveAlert']) {
    const before = await counted()
    expect(await send(browser, url, body, type)).toBe(status)
    expect(await counted()).toBe(before + 1)
  }
})

test('a sign-up that is refused on its fields does not count', async () => {
  const browser = newBrowser(server.app)
  for (let count = 0; count <= limits.enter.hits; count++)
    expect((await browser.post('auth/signUp', { username: 'x' })).body.ok).toBe(false)
  expect((await browser.post('auth/login', { username: 'a', password: 'b' })).status).toBe(200)
})

test('a forbidden call is a row of the audit log: who, from where and what', async () => {
  await refusedRows()
  const { user, browser } = await residentWith('198.51.100.20')
  await browser.post('userManager/users')
  await browser.mutate('controlPanel.countyConfig.common.save', { value: {} })
  await newBrowser(server.app, '198.51.100.21').inject({
    method: 'POST',
    url: '/api/auth/login',
    headers: { 'sec-fetch-site': 'cross-site' },
    payload: {},
  })
  const by = { actor_username: user.username, address: '198.51.100.20' }
  expect(await refusedRows()).toEqual([
    { ...by, description: 'Refused the call userManager.users: not permitted.' },
    { ...by, description: 'Refused the call controlPanel.countyConfig.common.save: not permitted.' },
    { actor_username: '', address: '198.51.100.21', description: 'Refused the call auth.login: not permitted.' },
  ])
})

test('a caller without a login, and refusals of other kinds, leave no row', async () => {
  await refusedRows()
  const { browser } = await residentWith()
  await newBrowser(server.app).get('userManager/users')
  await browser.get('userView/alert/999999')
  await browser.post('userView/alert', { alertType: 'NAME' })
  expect(await refusedRows()).toEqual([])
})

test('throttled calls are rows too: five of one caller in a minute, so many of all', async () => {
  await refusedRows()
  const flood = async (address: string, calls: number) => {
    const browser = newBrowser(server.app, address)
    for (let count = 0; count < calls; count++) await send(browser, '/trpc/auth.login', '{}}')
  }
  await flood('198.51.100.30', limits.enter.hits + 30)
  const rows = await refusedRows()
  expect(rows).toHaveLength(limits.refusedRows.hits)
  expect(rows[0]).toEqual({
    actor_username: '',
    address: '198.51.100.30',
    description: 'Refused the call auth.login: too many calls.',
  })
  for (let caller = 0; caller < 14; caller++) await flood(`198.51.100.${40 + caller}`, limits.enter.hits + 5)
  expect(await refusedRows()).toHaveLength(limits.refusedRowsInAll.hits - limits.refusedRows.hits)
  // It does not hide what a user tries meanwhile.
  const { user, browser } = await residentWith()
  await browser.post('userManager/users')
  expect(await refusedRows()).toMatchObject([{ actor_username: user.username }])
})
