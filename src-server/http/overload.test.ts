import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestServer, type TestServer } from '#tests/helpers/server.ts'

let server: TestServer
beforeAll(async () => {
  // Every event loop has a delay of more than that.
  server = await startTestServer({ overloadedMs: 0.001 })
})
afterAll(() => server.stop())

const get = (url: string) => server.app.inject({ method: 'GET', url })

test('an overloaded server sends calls away, each in its own form, and stays up and ready', async () => {
  await vi.waitFor(async () => expect((await get('/api/helperdata/productVersions')).statusCode).toBe(503), 60_000)
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
  // A balancer that dropped it would give its calls to the others, until they are overloaded too.
  for (const path of ['/healthz', '/readyz', '/readyz?from=balancer', '/metrics'])
    expect([path, (await get(path)).statusCode]).not.toEqual([path, 503])
  expect((await get('/readyz')).json()).toEqual({ ok: true })
})

test('a server whose database connections are all in use is ready', async () => {
  const busy = await startTestServer()
  try {
    const { pool } = busy.deps
    const clients = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
    const answer = await busy.app.inject({ method: 'GET', url: '/readyz' })
    for (const client of clients) client.release()
    expect(answer.json()).toEqual({ ok: true })
  } finally {
    await busy.stop()
  }
})
