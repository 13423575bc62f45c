import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createLog, type Log } from '#shared/node/platform/log.ts'
import { makeUser } from '#tests/helpers/factories.ts'
import { type Browser, logIn, startTestServer, type TestServer } from '#tests/helpers/server.ts'

const errors: string[] = []
const log: Log = { ...createLog('server', 'silent'), error: (event) => void errors.push(event) }

let server: TestServer
let browser: Browser
beforeAll(async () => {
  server = await startTestServer({ log })
  browser = await logIn(server.app, await makeUser(server.deps.db, { role: 'FOREVER' }))
})
afterAll(() => server.stop())
beforeEach(() => void errors.splice(0))

/** Methods and paths that link checkers and monitors send. */
test.each([
  ['/healthz', 200],
  ['/config/landnotificationui/product.json', 200],
  ['/api/helperdata/productVersions', 200],
  ['/api/controlPanel/purgeRuns', 200],
  ['/api/no/such', 404],
  // tRPC has GET and POST only.
  ['/trpc/helperdata.productVersions', 404],
  ['/trpc/feeds.names?batch=1', 404],
  ['/trpc/auth.login', 404],
  ['/trpc/controlPanel.countyConfig.latestNews.save', 404],
  ['/trpc/no.such', 404],
])('HEAD %s answers %i without a body', async (url, status) => {
  const answer = await browser.inject({ method: 'HEAD', url })
  expect([answer.statusCode, answer.body, errors]).toEqual([status, '', []])
})

test.each([
  ['a host with a port beyond all ports', '/trpc/helperdata.productVersions', { host: 'x:99999' }, 400],
  ['a host with a space', '/trpc/helperdata.productVersions', { host: 'a b' }, 400],
  ['half a host of IPv6', '/trpc/feeds.names?batch=1', { host: '[::1' }, 400],
  ['such a host over REST, which does not read it', '/api/helperdata/productVersions', { host: 'x:99999' }, 200],
  ['NUL in the address of the dev inbox', '/outbox/messages?to=%00', { host: 'localhost' }, 400],
  ['half a character there', '/outbox/messages?to=%ED%A0%80', { host: 'localhost' }, 200],
])('%s is not an error of the server', async (_what, url, headers, status) => {
  const answer = await browser.inject({ method: 'GET', url, headers, remoteAddress: '127.0.0.1' })
  expect([answer.statusCode, errors]).toEqual([status, []])
})
