import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeUser, type TestUser, testPassword } from '#tests/helpers/factories.ts'
import { type Browser, signIn, startTestServer, type TestServer } from '#tests/helpers/server.ts'

// An administrator's browser that was left open an hour ago, and somebody who sits down at it: without the password
// they must not come by one, for with it they would be asked no more (decisions, section 4).

let server: TestServer
let clerk: TestUser
let peer: TestUser
let resident: TestUser
let browser: Browser
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  const { db } = server.deps
  await db.deleteFrom('throttle').execute()
  clerk = await makeUser(db, { role: 'COUNTY' })
  peer = await makeUser(db, { role: 'COUNTY' })
  resident = await makeUser(db)
  browser = await signIn(server.app, clerk)
  await leftOpen(clerk)
})
afterAll(() => server.stop())

const leftOpen = ({ id }: TestUser) =>
  server.deps.pool.query(`update session set confirmed_at = now() - interval '1 hour' where user_id = $1`, [id])
const usersAsTheyAre = async () =>
  (await server.deps.pool.query('select id, role, email, first_name, password_hash, version from "user" order by id'))
    .rows

const passwords = { password: 'WinterOrchard#7', passwordConfirm: 'WinterOrchard#7' }
const person = { firstName: 'Odalys', lastName: 'Fennimore', email: 'odalys@example.org' }
let made = 0
const newcomer = (role: string) => ({ username: `sat.down.${++made}`, role, ...passwords, ...person })

describe.each<[string, string, () => object]>([
  ["change the administrator's own password", 'currentUser/password', () => passwords],
  ['set it in the User Manager', 'userManager/userPassword', () => ({ id: clerk.id, ...passwords })],
  ["set another administrator's password", 'userManager/userPassword', () => ({ id: peer.id, ...passwords })],
  ['make a new administrator', 'userManager/user', () => newcomer('COUNTY')],
  [
    'make a resident one',
    'userManager/user',
    () => ({ ...person, id: resident.id, email: resident.email, role: 'COUNTY' }),
  ],
  ["turn the administrator's own mail to themself", 'userManager/user', () => ({ ...person, id: clerk.id })],
  ["turn another administrator's mail to themself", 'userManager/user', () => ({ ...person, id: peer.id })],
])('to %s', (_what, path, body) => {
  test('wants the password of the last 15 minutes', async () => {
    const before = await usersAsTheyAre()
    expect(await browser.post(path, body())).toMatchObject({
      status: 403,
      body: { ok: false, message: 'Please enter your password again to do this.', content: { status: 'LOGIN' } },
    })
    expect(await usersAsTheyAre()).toEqual(before)

    expect((await browser.post('auth/confirmPassword', { password: testPassword })).body.ok).toBe(true)
    expect((await browser.post(path, body())).body).toMatchObject({ ok: true })
  })
})

test.each<[string, string, () => object]>([
  ['make a resident', 'userManager/user', () => newcomer('USER')],
  ["set a resident's password", 'userManager/userPassword', () => ({ id: resident.id, ...passwords })],
  ["change a resident's details and email", 'userManager/user', () => ({ ...person, id: resident.id })],
  ["change an administrator's name", 'userManager/user', () => ({ ...person, id: peer.id, email: peer.email })],
])('to %s does not', async (_what, path, body) => {
  expect((await browser.post(path, body())).body).toMatchObject({ ok: true })
})

test('a resident changes the own password without being asked for it', async () => {
  const own = await signIn(server.app, resident)
  await leftOpen(resident)
  expect((await own.post('currentUser/password', passwords)).body).toMatchObject({ ok: true })
})
