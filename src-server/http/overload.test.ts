import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestServer, type TestServer } from '#tests/helpers/server.ts'

let server: TestServer
beforeAll(async () => {
  // Every event loop has a delay of more than that.
  server = await startTestServer({ overloadedMs: 0.001 })
})
afterAll(() => server.stop())

const get = (url: string) => server.app.inject({ method: 'GET', url })

test('an overloaded server sends calls away, each in its own form, and still tells its health', async () => {
  await vi.waitFor(async () => expect((await get('/api/helperdata/productVersions')).statusCode).toBe(503), 10_000)
  const rest = await get('/api/helperdata/productVersions')
  expect(rest.json()).toMatchObject({
    ok: false,
    message: 'The service is busy. Please try again in a moment.',
    content: null,
  })
  expect(rest.headers['retry-after']).toBe('10')
  const trpc = await get('/trpc/helperdata.productVersions')
  expect(trpc.statusCode).toBe(503)
  expect(trpc.json()).toMatchObject({ error: { data: { httpStatus: 503 } } })
  expect((await get('/healthz')).statusCode).toBe(200)
}, 15_000)
