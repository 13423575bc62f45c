import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { settingsGroups } from '#shared/settings/groups.ts'
import { recentPasswordRules } from '#server/trpc/recent-password.ts'
import { makeUser, type TestUser } from '#tests/helpers/factories.ts'
import { type Browser, signIn, startTestServer, type TestServer } from '#tests/helpers/server.ts'

// A browser that was left open eleven minutes ago, and somebody who sits down at it: without the password they must
// not come by one, for with it they would be asked no more (decisions, section 4). What always asks is walked, for
// every caller and every door, in tests/access; here is what asks only where it comes to that.

let server: TestServer
let clerk: TestUser
let peer: TestUser
let provider: TestUser
let resident: TestUser
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  const { db } = server.deps
  await db.deleteFrom('throttle').execute()
  clerk = await makeUser(db, { role: 'COUNTY' })
  peer = await makeUser(db, { role: 'COUNTY' })
  provider = await makeUser(db, { role: 'TRIMIN' })
  resident = await makeUser(db)
})
afterAll(() => server.stop())

/** Logged in, and the password entered so many minutes ago. */
async function visitLeftOpen(user: TestUser, minutes = 11): Promise<Browser> {
  const browser = await signIn(server.app, user)
  await server.deps.pool.query(
    `update session set confirmed_at = now() - make_interval(mins => $2) where user_id = $1`,
    [user.id, minutes],
  )
  return browser
}
/** Everything that may have been saved. */
const findSavedUser = async () =>
  (
    await server.deps.pool.query(`select
      (select json_agg(u order by id) from
        (select id, role, email, pending_email, first_name, password_hash, version from "user") u) as users,
      (select json_agg(s order by key) from setting s) as settings, (select count(*) from notice) as notices`)
  ).rows

const passwords = { password: 'WinterOrchard#7', passwordConfirm: 'WinterOrchard#7' }
let made = 0
const person = () => ({ firstName: 'Odalys', lastName: 'Fennimore', email: `odalys${++made}@example.org` })
const whole = () => ({
  ...person(),
  address: '12 Quarry Lane',
  city: 'Ashdale',
  state: 'MN',
  zip: '55101',
  phone: '(612) 555-0134',
})
const newcomer = (role: string) => ({ username: `sat.down.${++made}`, role, ...passwords, ...person() })

type Act = { procedure: keyof typeof recentPasswordRules; who: () => TestUser; path: string; body: () => object }
const asks: Record<string, Act> = {
  'an own password, of staff': {
    procedure: 'currentUser.password',
    who: () => clerk,
    path: 'currentUser/password',
    body: () => passwords,
  },
  'an own password, of a resident': {
    procedure: 'currentUser.password',
    who: () => resident,
    path: 'currentUser/password',
    body: () => passwords,
  },
  "a resident's password": {
    procedure: 'userManager.userPassword',
    who: () => clerk,
    path: 'userManager/userPassword',
    body: () => ({ id: resident.id, ...passwords }),
  },
  'another own email, of staff': {
    procedure: 'currentUser.saveProfile',
    who: () => clerk,
    path: 'currentUser/profile',
    body: whole,
  },
  'another own email, of a resident': {
    procedure: 'currentUser.saveProfile',
    who: () => resident,
    path: 'currentUser/profile',
    body: whole,
  },
  'an own email in the User Manager': {
    procedure: 'userManager.saveUser',
    who: () => clerk,
    path: 'userManager/user',
    body: () => ({ ...person(), id: clerk.id }),
  },
  "a resident's email": {
    procedure: 'userManager.saveUser',
    who: () => clerk,
    path: 'userManager/user',
    body: () => ({ ...person(), id: resident.id }),
  },
  'a resident made an administrator': {
    procedure: 'userManager.saveUser',
    who: () => clerk,
    path: 'userManager/user',
    body: () => ({ ...person(), id: resident.id, email: resident.email, role: 'COUNTY' }),
  },
  'an administrator who is one no longer': {
    procedure: 'userManager.saveUser',
    who: () => clerk,
    path: 'userManager/user',
    body: () => ({ ...person(), id: peer.id, email: peer.email, role: 'USER' }),
  },
  'a user deleted': {
    procedure: 'userManager.userDelete',
    who: () => clerk,
    path: 'userManager/userDelete',
    body: () => ({ userId: resident.id }),
  },
  'the login limits': {
    procedure: 'controlPanel.countyConfig.userAccess.save',
    who: () => clerk,
    path: 'controlPanel/countyConfig/userAccess',
    body: () => ({ ...settingsGroups.userAccess.initial, limitLoginAttempts: false }),
  },
}

describe.each(Object.entries(asks))('%s', (_what, { who, path, body }) => {
  test('asks for a password of the last 10 minutes, and a log-in satisfies it', async () => {
    const browser = await visitLeftOpen(who())
    const before = await findSavedUser()
    const sent = body()
    expect(await browser.post(path, sent)).toMatchObject({
      status: 403,
      body: { ok: false, message: 'Please enter your password again to do this.', content: { status: 'LOGIN' } },
    })
    expect(await findSavedUser()).toEqual(before)

    await signIn(server.app, who(), browser)
    expect((await browser.post(path, sent)).body).toMatchObject({ ok: true })
  })
})

test('the second factor setting asks; the rest of its page does not', async () => {
  const browser = await visitLeftOpen(provider)
  const save = (change: object) =>
    browser.mutate('service.save', { value: { ...settingsGroups.service.initial, ...change } })
  expect((await save({ messageRetentionDays: 401 })).status).toBe(200)
  const before = await findSavedUser()
  expect((await save({ totpForAdministrators: true })).error?.data).toMatchObject({ status: 'LOGIN', ask: 'password' })
  expect(await findSavedUser()).toEqual(before)
})

test("correcting a pending user's email asks; resending the link does not", async () => {
  const pending = await makeUser(server.deps.db, { status: 'P' })
  const browser = await visitLeftOpen(clerk)
  const send = (email: string) => browser.mutate('userManager.sendRegistrationLink', { userId: pending.id, email })
  expect((await send(pending.email)).status).toBe(200)
  const before = await findSavedUser()
  expect((await send('corrected@example.org')).error?.data).toMatchObject({ status: 'LOGIN', ask: 'password' })
  expect(await findSavedUser()).toEqual(before)
  await signIn(server.app, clerk, browser)
  expect((await send('corrected@example.org')).status).toBe(200)
})

test('lists every procedure that asks only in some cases', () => {
  const conditional = Object.entries(recentPasswordRules).flatMap(([name, when]) => (when === 'always' ? [] : [name]))
  const walked = new Set<string>([
    ...Object.values(asks).map(({ procedure }) => procedure),
    'service.save',
    'userManager.sendRegistrationLink',
  ])
  expect(conditional.filter((name) => !walked.has(name))).toEqual([])
})

test.each<[string, () => TestUser, string, () => object]>([
  ['a new resident', () => clerk, 'userManager/user', () => newcomer('USER')],
  ['a new administrator', () => clerk, 'userManager/user', () => newcomer('COUNTY')],
  [
    'a save with the same email in other letters',
    () => clerk,
    'userManager/user',
    () => ({ ...person(), id: peer.id, email: peer.email.toUpperCase() }),
  ],
  [
    'an own save with the same email',
    () => resident,
    'currentUser/profile',
    () => ({ ...whole(), email: resident.email }),
  ],
  ['a reset link', () => clerk, 'auth/forgotPassword', () => ({ username: resident.username, email: resident.email })],
])('%s never asks for it', async (_what, who, path, body) => {
  expect((await (await visitLeftOpen(who())).post(path, body())).body).toMatchObject({ ok: true })
})

test('a reset link sent by staff never asks for it', async () => {
  const sent = await (await visitLeftOpen(clerk)).mutate('userManager.sendResetLink', { userId: resident.id })
  expect(sent.status).toBe(200)
})

test('nine minutes count as recent', async () => {
  expect((await (await visitLeftOpen(resident, 9)).post('currentUser/password', passwords)).body.ok).toBe(true)
})
