import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeUser } from '#tests/helpers/factories.ts'
import { newBrowser, signIn, startTestServer, type TestServer } from '#tests/helpers/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

test('logs in, tells who is there, logs out', async () => {
  const user = await makeUser(server.deps.db)
  const browser = await signIn(server.app, user)
  const status = await browser.get('currentUser/loginStatus')
  expect(status).toMatchObject({ status: 200, body: { ok: true, content: { username: user.username } } })
  expect((await browser.get('auth/logout')).status).toBe(200)
  expect((await browser.get('currentUser/loginStatus')).status).toBe(403)
  expect((await newBrowser(server.app).get('helperdata/landnotification')).body.ok).toBe(true)
})
