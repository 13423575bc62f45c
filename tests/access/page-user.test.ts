/* oxlint-disable no-underscore-dangle -- tRPC keeps a procedure's definition in _def. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accessRules } from '#server/trpc/access.ts'
import { nobody, pageUserHeader } from '#shared/contract/page-user.ts'
import { makeUser, type TestUser } from '#tests/helpers/factories.ts'
import { metaOf, procedures, restRoutes } from '#tests/helpers/procedures.ts'
import { type Browser, logIn, startTestServer, type TestServer } from '#tests/helpers/server.ts'

let server: TestServer
let [first, second]: TestUser[] = []
/** The second user logged in over a page of the first. */
let browser: Browser
beforeAll(async () => {
  server = await startTestServer()
  first = await makeUser(server.deps.db)
  second = await makeUser(server.deps.db, { role: 'FOREVER' })
  browser = await logIn(server.app, second)
})
afterAll(() => server.stop())

const mutations = Object.entries(procedures)
  .filter(([, procedure]) => procedure._def.type === 'mutation')
  .map(([name]) => name)
const needsSession = (procedure: string) => accessRules[metaOf(procedure).access ?? 'anyone'].loggedIn

async function trpc(procedure: string, pageUser: string) {
  const headers = { [pageUserHeader]: pageUser }
  const answer = await browser.inject({ method: 'POST', url: `/trpc/${procedure}`, payload: {}, headers })
  return { status: answer.statusCode, ask: answer.json<{ error?: { data: { ask?: string } } }>().error?.data.ask }
}

const refused = { status: 409, ask: 'OTHER_USER' }

test("a page opened by one user cannot write in another user's session", async () => {
  const answers = await Promise.all(mutations.map(async (name) => [name, await trpc(name, String(first?.id))] as const))
  expect(answers.filter(([, answer]) => answer.status !== 409 || answer.ask !== 'OTHER_USER')).toEqual([])
  expect(mutations.length).toBeGreaterThan(50)
})

test('a page with a missing or malformed user writes nothing', async () => {
  const guarded = mutations.filter(needsSession)
  const answers = await Promise.all(guarded.map(async (name) => [name, await trpc(name, nobody)] as const))
  expect(answers.filter(([, answer]) => answer.status !== 409)).toEqual([])
  for (const unreadable of ['', '0', '1e3', `${second?.id}x`])
    expect(await trpc('currentUser.password', unreadable)).toEqual(refused)
  // Calls that carry their own proof continue: a link, or the login.
  expect(await trpc('auth.completeRegistration', nobody)).toMatchObject({ status: 400 })
})

test('REST and downloads follow the same rule, and calls without the header still work', async () => {
  const password = { password: 'x', passwordConfirm: 'x' }
  const asFirst = { [pageUserHeader]: String(first?.id) }
  const writes = restRoutes().filter(({ changesState }) => changesState)
  for (const { method, path } of writes) {
    const url = `/api${path.replaceAll(/:\w+/g, '1')}`
    const { statusCode, body } = await browser.inject({ method, url, payload: {}, headers: asFirst })
    expect([url, statusCode, body]).toEqual([url, 409, expect.stringContaining('"status":"OTHER_USER"')])
  }
  expect(await browser.post('currentUser/password', password)).toMatchObject({ status: 200, body: { ok: false } })
})

test('background queries of an outdated page are refused, so the page notices', async () => {
  const ask = (pageUser: unknown) =>
    browser.inject({ url: '/trpc/currentUser.loginStatus', headers: { [pageUserHeader]: String(pageUser) } })
  expect((await ask(first?.id)).statusCode).toBe(409)
  expect((await ask(second?.id)).statusCode).toBe(200)
})

test("lets the page's own user through, and lets a page with an ended session log in again", async () => {
  expect(await trpc('currentUser.password', String(second?.id))).toMatchObject({ status: 400 })
  const ended = await server.app.inject({
    method: 'POST',
    url: '/api/currentUser/password',
    payload: {},
    headers: { 'sec-fetch-site': 'same-origin', [pageUserHeader]: String(first?.id) },
  })
  expect([ended.statusCode, ended.json<{ content: unknown }>().content]).toEqual([403, { status: 'LOGIN' }])
})
