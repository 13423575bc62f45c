import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#tests/helpers/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const call = (path: string, headers: Record<string, string>) =>
  server.app.inject({ method: 'GET', url: `/trpc/${path}?batch=1&input=%7B%7D`, headers })

test('an answer is compressed for a caller who accepts that', async () => {
  const plain = await call('helperdata.landnotificationcodedescription', {})
  expect(plain.headers['content-encoding']).toBeUndefined()
  const packed = await call('helperdata.landnotificationcodedescription', { 'accept-encoding': 'gzip, br' })
  expect(packed.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.body)
  expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2)
})

test('a compressed call is refused: a small one could unpack to any length', async () => {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/trpc/auth.login?batch=1',
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip', 'sec-fetch-site': 'same-origin' },
    payload: gzipSync(JSON.stringify({ 0: { username: 'demo', password: 'x' } })),
  })
  expect(answer.statusCode).toBeGreaterThanOrEqual(400)
  expect(answer.statusCode).toBeLessThan(500)
})
