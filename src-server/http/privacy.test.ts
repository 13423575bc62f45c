import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Log } from '#shared/node/platform/log.ts'
import { makeUser } from '#tests/helpers/factories.ts'
import { newBrowser, startTestServer, type TestServer } from '#tests/helpers/server.ts'

const lines: { level: string; event: string; rest: unknown }[] = []
const keep =
  (level: string) =>
  (event: string, ...rest: unknown[]) =>
    void lines.push({ level, event, rest })
const log: Log = { debug: keep('debug'), info: keep('info'), warn: keep('warn'), error: keep('error') }

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ log, env: { TRUSTED_PROXY: '10.1.0.0/16' } })
})
afterAll(() => server.stop())

test('logs routes and outcomes, and no data of a person', async () => {
  const user = await makeUser(server.deps.db, { username: 'private.person', email: 'private.person@example.org' })
  const browser = newBrowser(server.app, '198.51.100.77')
  await browser.post('auth/login', { username: user.username, password: user.password })
  await browser.post('auth/login', { username: user.username, password: 'wrong-but-private' })
  await browser.get('userView/alert/424242?name=private.person')
  await browser.inject({ method: 'GET', url: '/ConfirmEmail/private-ticket' })
  await browser.query('notices.show', { token: 'private-token' })
  await browser.mutate('userView.alerts', { filterText: 'private' })
  const said = JSON.stringify(lines)
  for (const secret of ['private', '198.51.100.77', user.password, '424242', ...Object.values(browser.cookies)])
    expect(said).not.toContain(secret)
  expect(lines).toContainEqual({
    level: 'info',
    event: 'request.completed',
    rest: [{ method: 'POST', route: '/api/auth/login', status: 200, ms: expect.any(Number) as number }],
  })
  expect(said).toContain('/api/userView/alert/:id')
})

test.each([
  ['a proxy that is trusted', '10.1.2.3', '198.51.100.5'],
  ['anybody else', '203.0.113.9', '203.0.113.9'],
])('the forwarded address is trusted from %s only', async (_who, remoteAddress, expected) => {
  const user = await makeUser(server.deps.db)
  const browser = newBrowser(server.app, remoteAddress)
  await browser.inject({
    method: 'POST',
    url: '/api/auth/login',
    headers: { 'x-forwarded-for': '198.51.100.5' },
    payload: { username: user.username, password: user.password },
  })
  const session = server.deps.db.selectFrom('session').where('user_id', '=', user.id).select('address')
  expect(await session.executeTakeFirstOrThrow()).toEqual({ address: expected })
})
