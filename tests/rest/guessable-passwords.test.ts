// cspell:ignore letmein
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAccount } from '#server/features/accounts/account/create-account.ts'
import { writeSetting } from '#shared/node/domain/settings/settings-store.queries.ts'
import { settingsGroups } from '#shared/settings/groups.ts'
import { makeUser, type TestUser } from '#tests/helpers/factories.ts'
import { type Mail, startMail, extractTicket } from '#tests/helpers/mail.ts'
import { type Browser, newBrowser, logIn, startTestServer, type TestServer } from '#tests/helpers/server.ts'

let server: TestServer
let mail: Mail
let user: TestUser
let own: Browser
let staff: Browser
beforeAll(async () => {
  server = await startTestServer()
  mail = startMail(server)
  const { db } = server.deps
  await writeSetting(db, 'common', { ...settingsGroups.common.initial, countyName: 'Alder County' }, null)
  user = await makeUser(db, { username: 'thessaly.brandvold' })
  own = await logIn(server.app, user)
  staff = await logIn(server.app, await makeUser(db, { role: 'FOREVER' }))
})
afterAll(async () => {
  await mail.stop()
  await server.stop()
})

const guessable = ['AlderCounty2026!', 'Minnesota2026!', 'Thessaly1948!!!', 'Summer2026!!', 'aaaaaaaaaaa1!']
const person = { username: 'thessaly.b2', firstName: 'Thessaly', lastName: 'Brandvold', email: 'thessaly@example.org' }

/** Every way that sets a password: what it says of the field. */
const ways: Record<string, (password: string) => Promise<unknown>> = {
  'a registration': (password) => problemIn(newBrowser(server.app), 'auth/signUp', { ...person, password }),
  'a reset link': async (password) => {
    await server.deps.db.deleteFrom('throttle').execute()
    const anyone = newBrowser(server.app)
    await anyone.post('auth/forgotPassword', { username: user.username, email: user.email })
    const ticket = extractTicket((await mail.to(user.email))[0], 'passwordReset')
    return problemIn(anyone, 'auth/resetPassword', { ticket, password })
  },
  'its owner': (password) => problemIn(own, 'currentUser/password', { password }),
  'staff, for a user': (password) =>
    problemIn(staff, 'userManager/userPassword', { id: user.id, password, passwordConfirm: password }),
  'staff, for a new user': (password) =>
    problemIn(staff, 'userManager/user', { ...person, role: 'USER', password, passwordConfirm: password }),
  'the command for an administrator': (password) =>
    createAccount(server.deps, { ...person, password, role: 'FOREVER' }, 'Test.').then(
      () => undefined,
      (error: { fields?: { password?: string } }) => error.fields?.password,
    ),
}

async function problemIn(browser: Browser, path: string, body: object): Promise<unknown> {
  const answer = await browser.post<{ fields?: { password?: string } } | null>(path, body)
  return answer.body.content?.fields?.password
}

// Six ways, one rule.
test.each(Object.keys(ways))(
  "%s: refuses the county's and the state's name, the username, a season and repetitions",
  async (way) => {
    for (const password of guessable)
      expect([password, await ways[way]?.(password)]).toEqual([password, 'Choose a less common password.'])
  },
)

test('a password is judged before the form is complete, alike whether or not the account exists, and not without end', async () => {
  const judge = async (browser: Browser, input: object) =>
    (await browser.mutate<{ content: { tooEasy: boolean } }>('auth.judgePassword', input)).data?.content.tooEasy
  const anyone = newBrowser(server.app)
  for (const password of ['Minnesota2026!', 'Letmein2026!']) expect(await judge(anyone, { password })).toBe(true)
  for (const username of [user.username, 'nobody.at.all'])
    expect(await judge(anyone, { password: 'Butterfly123!', username })).toBe(false)
  const { firstName, lastName, username } = person
  expect(await judge(anyone, { password: 'Brandvold1948!', firstName, lastName, username })).toBe(true)
  const answers = await Promise.all(
    Array.from({ length: 31 }, () => anyone.mutate('auth.judgePassword', { password: 'Chocolate1951!' })),
  )
  expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(0)
})
