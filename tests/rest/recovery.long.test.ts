import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { writeSetting } from '#shared/node/domain/settings/settings-store.queries.ts'
import { settingsGroups } from '#shared/settings/groups.ts'
import { makeUser } from '#tests/helpers/factories.ts'
import { type Mail, startMail, extractTicket } from '#tests/helpers/mail.ts'
import { type Browser, newBrowser, logIn, startTestServer, type TestServer } from '#tests/helpers/server.ts'
import { preventLinks } from '#worker/templates/format/prevent-links.ts'

let server: TestServer
let mail: Mail
let browser: Browser
beforeAll(async () => {
  server = await startTestServer()
  mail = startMail(server)
})
beforeEach(() => {
  browser = newBrowser(server.app)
})
afterAll(async () => {
  await mail.stop()
  await server.stop()
})

const newPassword = 'WinterOrchard#7'
const ifUsername = 'If this email belongs to an account, we have emailed the username to it.'
const ifPassword = 'If this username and email belong to an account, we have emailed a link to set a new password.'
const readStatus = async (id: number) =>
  server.deps.db.selectFrom('user').select(['status', 'failed_logins']).where('id', '=', id).executeTakeFirst()

describe('POST auth/forgotUsername', () => {
  test('mails every username of the address; the answer and its timing are the same without any', async () => {
    const email = 'two.accounts@example.org'
    const [one, two] = [await makeUser(server.deps.db, { email }), await makeUser(server.deps.db, { email })]
    for (const asked of [email.toUpperCase(), 'no.account@example.org']) {
      const started = Date.now()
      expect(await browser.post('auth/forgotUsername', { email: asked })).toMatchObject({
        status: 200,
        body: { ok: true, message: ifUsername, content: null },
      })
      expect(Date.now() - started).toBeGreaterThanOrEqual(390)
    }
    const [message] = await mail.to(email)
    expect(message?.text).toContain(`This email address has 2 usernames: ${one.username}, ${two.username}.`)
    expect((await mail.all()).filter(({ to }) => to === 'no.account@example.org')).toEqual([])
  })

  test('mails the verified usernames, and a link for the others that verifies the address and shows theirs', async () => {
    const email = 'typed.by.staff@example.org'
    const proven = await makeUser(server.deps.db, { email })
    const typed = await makeUser(server.deps.db, { email, emailVerified: false })
    await browser.post('auth/forgotUsername', { email })
    const messages = await mail.to(email, 2)
    const link = messages.find(({ text }) => text.includes('/seeUsernames/'))
    expect(messages.find((message) => message !== link)?.text).toContain(`Your username is ${proven.username}.`)
    for (const { text } of messages) expect(text).not.toContain(typed.username)
    const ticket = extractTicket(link, 'seeUsernames')
    for (let times = 0; times < 2; times++)
      expect((await browser.mutate<{ content: unknown }>('auth.showUsernames', { ticket })).data.content).toEqual({
        usernames: [proven.username, typed.username],
      })
    await browser.post('auth/forgotUsername', { email })
    expect((await mail.to(email, 3))[0]?.text).toContain(`${proven.username}, ${typed.username}`)
    await server.deps.db
      .updateTable('ticket')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('purpose', '=', 'usernames')
      .execute()
    expect((await browser.mutate('auth.showUsernames', { ticket })).error?.message).toMatch(/^This link has expired\./)
  })

  test("a stranger's unfinished registration with the address changes nothing", async () => {
    const email = 'well.known@example.org'
    const owner = await makeUser(server.deps.db, { email })
    await makeUser(server.deps.db, { email, status: 'P' })
    await browser.post('auth/forgotUsername', { email })
    const mine = (await mail.all()).filter(({ to }) => to === email)
    expect(mine.map(({ text }) => text.includes(`Your username is ${owner.username}.`))).toEqual([true])
  })

  test('requires an email', async () => {
    for (const body of [{}, { email: '' }, { email: null }])
      expect((await browser.post('auth/forgotUsername', body)).body).toMatchObject({
        ok: false,
        content: { fields: { email: 'Required.' } },
      })
    expect((await browser.post('auth/forgotUsername', { email: 1 })).status).toBe(400)
  })
})

describe('POST auth/forgotPassword', () => {
  test('gives the same answer when username and email do not belong together, and mails nothing', async () => {
    const user = await makeUser(server.deps.db)
    const inactive = await makeUser(server.deps.db, { status: 'I' })
    for (const asked of [
      { username: user.username, email: 'another@example.org' },
      { username: 'nobody.at.all', email: user.email },
      { username: inactive.username, email: inactive.email },
    ])
      expect((await browser.post('auth/forgotPassword', asked)).body).toMatchObject({ ok: true, message: ifPassword })
    const told = (await mail.all()).map(({ to }) => to)
    for (const address of [user.email, inactive.email, 'another@example.org']) expect(told).not.toContain(address)
  })

  test("completes a pending registration with the password of the mailbox's owner", async () => {
    const user = await makeUser(server.deps.db, { status: 'P' })
    await browser.post('auth/forgotPassword', { username: user.username, email: user.email })
    const [message] = await mail.to(user.email)
    expect(message?.text.replaceAll(user.email, '')).not.toContain(user.username)
    const ticket = extractTicket(message, 'passwordReset')
    expect((await browser.post('auth/resetPassword', { ticket, password: newPassword })).body.ok).toBe(true)
    await logIn(server.app, { username: user.username, password: newPassword })
  })

  test("wrong pairs do not use up the owner's limit", async () => {
    const user = await makeUser(server.deps.db)
    const ask = (username: string, email: string) =>
      newBrowser(server.app).post('auth/forgotPassword', { username, email })
    for (let n = 0; n < 11; n++) {
      await ask('nobody.at.all', user.email)
      await ask(user.username, `${n}@example.org`)
    }
    for (let n = 0; n < 7; n++) await ask(user.username, user.email)
    // Five an hour about one account: the newest of them works.
    expect((await mail.all()).filter(({ to }) => to === user.email)).toHaveLength(5)
    // Another account of the mailbox has its own limit.
    const other = await makeUser(server.deps.db, { email: user.email })
    await ask(other.username, user.email)
    expect((await mail.all()).filter(({ to }) => to === user.email)).toHaveLength(6)
  })

  test('requires both fields', async () => {
    expect((await browser.post('auth/forgotPassword', {})).body).toMatchObject({
      ok: false,
      content: { fields: { username: 'Required.', email: 'Required.' } },
    })
  })
})

test('refuses both when the county has turned the link off', async () => {
  const off = { ...settingsGroups.loginPageRegistration.initial, forgotPasswordLink: false }
  await writeSetting(server.deps.db, 'loginPageRegistration', off, null)
  for (const path of ['auth/forgotUsername', 'auth/forgotPassword'])
    expect(await browser.post(path, {})).toMatchObject({
      status: 200,
      body: { ok: false, message: 'This is not available here. Please contact the county.' },
    })
  await writeSetting(server.deps.db, 'loginPageRegistration', settingsGroups.loginPageRegistration.initial, null)
})

describe('POST auth/resetPassword', () => {
  async function asked(user: { username: string; email: string }, count = 1): Promise<string> {
    await browser.post('auth/forgotPassword', { username: user.username, email: user.email })
    return extractTicket((await mail.to(user.email, count))[0], 'passwordReset')
  }
  const reset = (ticket: string, password = newPassword) => browser.post('auth/resetPassword', { ticket, password })

  /** What the page asks before it shows its form. */
  const check = (ticket: string) => browser.post('auth/checkResetTicket', { ticket })

  test('works once, ends the sessions, unlocks the account and notifies the owner by mail', async () => {
    const user = await makeUser(server.deps.db)
    const session = await logIn(server.app, user)
    await server.deps.db.updateTable('user').set({ status: 'L', failed_logins: 5 }).where('id', '=', user.id).execute()
    const ticket = await asked(user)
    expect((await check(ticket)).body).toMatchObject({ ok: true, content: null })
    expect(await reset(ticket)).toMatchObject({
      status: 200,
      body: { ok: true, message: 'Password updated.  You may now log in.', content: null },
    })
    expect(await readStatus(user.id)).toEqual({ status: 'A', failed_logins: 0 })
    expect((await session.get('currentUser/loginStatus')).status).toBe(403)
    expect((await mail.to(user.email, 2))[0]?.subject).toBe('Your password has changed')
    expect((await check(ticket)).body.message).toMatch(/^This link was already used/)
    expect((await reset(ticket, 'AnotherMeadow#43')).body).toMatchObject({
      ok: false,
      message: 'This link was already used, or we sent a newer one. Choose Forgot Password to get a new one.',
    })
    await logIn(server.app, { username: user.username, password: newPassword })
  })

  test('only one of two concurrent resets is used', async () => {
    const user = await makeUser(server.deps.db)
    const ticket = await asked(user)
    const answers = await Promise.all([reset(ticket), reset(ticket, 'AnotherMeadow#43')])
    expect(answers.map(({ body }) => body.ok).toSorted()).toEqual([false, true])
  })

  test('a new link invalidates the older one, and both last an hour', async () => {
    const user = await makeUser(server.deps.db)
    const first = await asked(user)
    const second = await asked(user, 2)
    expect((await reset(first)).body.message).toMatch(/^This link was already used, or we sent a newer one\./)
    const [row] = await server.deps.db
      .selectFrom('ticket')
      .select(['expires_at', 'created_at'])
      .where('user_id', '=', user.id)
      .execute()
    expect((row?.expires_at.getTime() ?? 0) - (row?.created_at.getTime() ?? 0)).toBe(3_600_000)
    await server.deps.db
      .updateTable('ticket')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('user_id', '=', user.id)
      .execute()
    expect((await reset(second)).body.message).toBe('This link has expired. Choose Forgot Password to get a new one.')
  })

  test('gives a message of its own for a malformed, foreign or wrong-purpose ticket', async () => {
    const typed = await makeUser(server.deps.db, { emailVerified: false })
    await browser.post('auth/forgotUsername', { email: typed.email })
    const another = extractTicket((await mail.to(typed.email))[0], 'seeUsernames')
    expect((await reset('cut-short')).body.message).toMatch(/^This link is incomplete\./)
    for (const foreign of ['x'.repeat(43), another])
      expect((await reset(foreign)).body.message).toMatch(/^This link is not valid/)
    for (const bad of ['cut-short', 'x'.repeat(43), another]) {
      const { message } = (await reset(bad)).body
      expect((await check(bad)).body).toMatchObject({ ok: false, message })
    }
    expect((await browser.post('auth/resetPassword', { password: newPassword })).body).toMatchObject({
      ok: false,
      content: { fields: { ticket: 'Required.' } },
    })
    expect((await browser.post<{ fields: object }>('auth/resetPassword', {})).body.content.fields).toEqual({
      ticket: 'Required.',
      password: 'Required.',
    })
  })

  test('a rejected password leaves the link valid', async () => {
    const user = await makeUser(server.deps.db)
    const ticket = await asked(user)
    for (const [password, message] of [
      ['', 'Required.'],
      ['Short#1', 'At least 12 characters.'],
      ['Password123!', 'Choose a less common password.'],
    ] as const)
      expect((await reset(ticket, password)).body).toMatchObject({
        ok: false,
        content: { fields: { password: message } },
      })
    expect((await reset(ticket)).body.ok).toBe(true)
  })

  test('a link sent to the former email stops working after staff enter another', async () => {
    const { db } = server.deps
    const user = await makeUser(db)
    await browser.post('auth/forgotPassword', { username: user.username, email: user.email })
    await mail.to(user.email)
    await mail.all()
    const { id: noticeId } = await db
      .updateTable('notice')
      .set({ state: 'failed', ended_at: new Date() })
      .where('user_id', '=', user.id)
      .returning('id')
      .executeTakeFirstOrThrow()
    const staff = await logIn(server.app, await makeUser(db, { role: 'COUNTY' }))
    const entered = { id: user.id, firstName: 'Odalys', lastName: 'Fennimore', email: `new.${user.email}` }
    expect((await staff.post('userManager/user', entered)).body.ok).toBe(true)
    expect((await staff.mutate('support.sendAgain', { userId: user.id, noticeId })).status).toBe(200)
    // The first link, the word of the new email, and the link once more.
    const [again] = (await mail.to(user.email, 3)).filter(({ text }) => text.includes('/passwordReset/'))
    const ticket = extractTicket(again, 'passwordReset')
    const unknown = 'This link is not valid or has expired. Choose Forgot Password to get a new one.'
    for (const [path, more] of [
      ['auth/checkResetTicket', {}],
      ['auth/resetPassword', { password: newPassword, passwordConfirm: newPassword }],
    ] as const)
      expect((await browser.post(path, { ticket, ...more })).body).toMatchObject({ ok: false, message: unknown })
    await logIn(server.app, user)
  })

  test('an account that staff deactivated in the meantime stays closed', async () => {
    const user = await makeUser(server.deps.db)
    const ticket = await asked(user)
    await server.deps.db.updateTable('user').set({ status: 'I' }).where('id', '=', user.id).execute()
    expect((await reset(ticket)).body).toMatchObject({
      ok: false,
      message: 'This account is not active. Please contact the county.',
    })
  })
})

test('accepts a username pasted from a message with its word joiners', async () => {
  const user = await makeUser(server.deps.db, { username: 'pasted.name@home' })
  const pasted = preventLinks(user.username)
  expect(pasted).not.toBe(user.username)
  await newBrowser(server.app).post('auth/forgotPassword', { username: pasted, email: user.email })
  await mail.to(user.email, 1)
  await logIn(server.app, { ...user, username: pasted })
})
