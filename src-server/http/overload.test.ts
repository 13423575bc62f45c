import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestServer, type TestServer } from '#tests/helpers/server.ts'
import { watchLateness } from './overload.ts'

let server: TestServer
beforeAll(async () => {
  // No event loop is ever that fast.
  server = await startTestServer({ overloadedMs: -1_000_000 })
})
afterAll(() => server.stop())

const get = (url: string) => server.app.inject({ method: 'GET', url })

test('an overloaded server refuses calls, each in its own form, and stays up and ready', async () => {
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

test.each<[string, number[], boolean]>([
  ['no moment', [], false],
  ['a first moment after long loading', [90_000], false],
  ['moments in time', [100, 200, 2_299, 4_390], false],
  ['one long stall', [100, 90_000, 90_100], false],
  ['a long stall just now', [100, 90_000], false],
  ['one delay after the other', [100, 2_300, 4_500], true],
  ['delays that are over', [100, 2_300, 4_500, 4_600], false],
])('%s: overloaded?', (_name, moments, expected) => {
  const lateness = watchLateness(2_000)
  for (const moment of moments) lateness.note(moment)
  expect(lateness.isOverloaded()).toBe(expected)
})
