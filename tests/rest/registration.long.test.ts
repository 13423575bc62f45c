import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeSetting } from '#shared/node/domain/settings/settings-store.queries.ts'
import { settingsGroups } from '#shared/settings/groups.ts'
import { residentDetails } from '#tests/fixtures/resident.ts'
import { makeUser } from '#tests/helpers/factories.ts'
import { type Mail, startMail, extractTicket } from '#tests/helpers/mail.ts'
import { type Browser, newBrowser, logIn, startTestServer, type TestServer } from '#tests/helpers/server.ts'

let server: TestServer
let mail: Mail
let browser: Browser
beforeAll(async () => {
  server = await startTestServer()
  mail = startMail(server)
})
afterAll(async () => {
  await mail.stop()
  await server.stop()
})

const password = 'QuietMeadow#42'
let made = 0
/** A valid registration of a new user. */
function registration(change: Record<string, unknown> = {}) {
  made += 1
  return {
    ...residentDetails,
    username: `odalys.fennimore${made}`,
    email: `odalys${made}@example.org`,
    password,
    ...change,
  }
}
const mailed = "We've emailed you a link.  Please follow the link to complete your registration."
const accounts = (username: string) =>
  server.deps.db.selectFrom('user').selectAll().where('username', '=', username).execute()
const expire = (purpose: 'registration' | 'password') =>
  server.deps.db
    .updateTable('ticket')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where('purpose', '=', purpose)
    .execute()
const fresh = () => (browser = newBrowser(server.app))
const setting = (change: Partial<{ selfRegistration: boolean; forgotPasswordLink: boolean }>) =>
  writeSetting(
    server.deps.db,
    'loginPageRegistration',
    { ...settingsGroups.loginPageRegistration.initial, ...change },
    null,
  )

describe('POST auth/signUp', () => {
  test('registers, mails the link, and allows login only after it', async () => {
    fresh()
    const wanted = registration({ username: 'Odalys.First' })
    expect(await browser.post('auth/signUp', wanted)).toMatchObject({
      status: 200,
      body: { ok: true, message: mailed, content: null },
    })
    expect(await browser.post('auth/login', { username: wanted.username, password })).toMatchObject({
      body: { ok: false, message: expect.stringContaining('registration is not complete') as string },
    })
    const [message] = await mail.to(wanted.email)
    expect(message?.subject).toBe('Complete your registration')
    const ticket = extractTicket(message, 'CompleteRegistration')
    const complete = { ok: true, content: { fullName: 'Odalys Fennimore', username: 'Odalys.First' } }
    // Mail scanners open links: the answer is the same each time, and login works afterward.
    for (let times = 0; times < 2; times++)
      expect(await browser.post('auth/completeRegistration', { ticket })).toMatchObject({ status: 200, body: complete })
    await logIn(server.app, { username: 'odalys.first', password })
    expect((await accounts('Odalys.First'))[0]).toMatchObject({ role: 'USER', status: 'A', zip: '55101', company: '' })
  })

  test('reports every wrong field in one answer and creates nothing', async () => {
    fresh()
    const answer = await browser.post('auth/signUp', {
      username: 'short',
      password: 'Password123!',
      passwordConfirm: 'QuietMeadow#43',
      firstName: null,
      city: '   ',
      zip: '5510',
    })
    expect(answer).toMatchObject({
      status: 200,
      body: {
        ok: false,
        message: 'Please correct the fields shown.',
        content: {
          fields: {
            username: 'At least 8 characters long.',
            password: 'Choose a less common password.',
            passwordConfirm: 'Mismatched passwords.',
            firstName: 'Required.',
            lastName: 'Required.',
            address: 'Required.',
            city: 'Required.',
            state: 'Required.',
            zip: '5-digit zip.',
            email: 'Required.',
            phone: 'Required.',
          },
        },
      },
    })
    expect(await accounts('short')).toEqual([])
  })

  test.each([
    ['a wrong type', { zip: 55101 }],
    ['a list for a text', { firstName: ['Odalys'] }],
  ])('%s is malformed', async (_what, change) => {
    expect((await fresh().post('auth/signUp', registration(change))).status).toBe(400)
  })

  test('the 21st registration in a minute must wait', async () => {
    fresh()
    const answers = await Promise.all(
      Array.from({ length: 21 }, () => browser.post('auth/forgotUsername', { email: 'nobody@example.org' })),
    )
    expect(answers.map(({ status }) => status).filter((status) => status === 429)).toHaveLength(1)
    expect(await browser.post('auth/signUp', registration())).toMatchObject({ status: 429, body: { ok: false } })
  })

  test('reports a taken username only by email to the entered address', async () => {
    fresh()
    const holder = await makeUser(server.deps.db, { username: 'taken.username', email: 'holder@example.org' })
    const wanted = registration({ username: 'Taken.Username' })
    const started = Date.now()
    expect((await browser.post('auth/signUp', wanted)).body).toMatchObject({ ok: true, message: mailed, content: null })
    expect(Date.now() - started).toBeGreaterThanOrEqual(390)
    const [message] = await mail.to(wanted.email)
    expect(message?.subject).toBe('Please choose another username')
    expect(message?.text).toContain('Taken.Username')
    expect(message?.text).not.toMatch(/CompleteRegistration|holder@/)
    expect((await mail.all()).filter(({ to }) => to === holder.email)).toEqual([])
  })

  test('sends an email already in use the usual link, which lists its usernames', async () => {
    fresh()
    const holder = await makeUser(server.deps.db, { email: 'Shared.Box@example.org' })
    const wanted = registration({ email: 'shared.box@example.org' })
    expect((await browser.post('auth/signUp', wanted)).body).toMatchObject({ ok: true, message: mailed })
    const [message] = await mail.to(wanted.email)
    expect(message?.subject).toBe('Complete your registration')
    expect(message?.text).toContain(`This email address has other accounts here: ${holder.username}.`)
    extractTicket(message, 'CompleteRegistration')
  })

  test('lists no username for an email that only staff entered', async () => {
    const holder = await makeUser(server.deps.db, { email: 'typed.box@example.org', emailVerified: false })
    const wanted = registration({ email: 'typed.box@example.org' })
    await fresh().post('auth/signUp', wanted)
    expect((await mail.to(wanted.email))[0]?.text).not.toContain(holder.username)
    await fresh().post('auth/signUp', { ...wanted, username: holder.username })
    const [taken] = await mail.to(wanted.email, 2)
    expect(taken?.subject).toBe('Please choose another username')
    expect(taken?.text).not.toContain('has an account here already')
  })

  describe('repeating a pending sign-up', () => {
    const theirs = { password: 'AnotherMeadow#43', firstName: 'Somebody', city: 'Elsewhere' }
    /** A stranger's registration with the owner's username and email, then the owner's, and the link of each. */
    async function twice() {
      const wanted = registration()
      await newBrowser(server.app).post('auth/signUp', {
        ...wanted,
        ...theirs,
        username: wanted.username.toUpperCase(),
      })
      const first = await mail.to(wanted.email)
      expect((await fresh().post('auth/signUp', wanted)).body).toMatchObject({ ok: true, message: mailed })
      const [second] = await mail.to(wanted.email, 2)
      return {
        wanted,
        stranger: extractTicket(first[0], 'CompleteRegistration'),
        owner: extractTicket(second, 'CompleteRegistration'),
      }
    }
    const follow = async (ticket: string) => (await browser.post('auth/completeRegistration', { ticket })).body
    const enter = async (username: string, secret: string) =>
      (await newBrowser(server.app).post('auth/login', { username, password: secret })).body.ok

    test('each link applies the password and details of its own sign-up only', async () => {
      const { wanted, owner } = await twice()
      expect(await follow(owner)).toMatchObject({ ok: true, content: { fullName: 'Odalys Fennimore' } })
      expect(await enter(wanted.username, theirs.password)).toBe(false)
      expect(await enter(wanted.username, password)).toBe(true)
    })

    test('the last link followed before the first login counts, and no later one', async () => {
      const { wanted, stranger, owner } = await twice()
      expect(await follow(stranger)).toMatchObject({ content: { fullName: 'Somebody Fennimore' } })
      expect(await follow(owner)).toMatchObject({ content: { fullName: 'Odalys Fennimore' } })
      expect(await enter(wanted.username, password)).toBe(true)
      // Opened again after the login, both answer, and change nothing.
      for (const ticket of [stranger, owner])
        expect(await follow(ticket)).toMatchObject({ ok: true, content: { fullName: 'Odalys Fennimore' } })
      expect(await enter(wanted.username, password)).toBe(true)
      expect(await enter(wanted.username, theirs.password)).toBe(false)
      const kept = await server.deps.pool.query(
        `select from registration r join "user" u on u.id = r.user_id where lower(u.username) = lower($1)`,
        [wanted.username],
      )
      expect(kept.rowCount).toBe(0)
      // Complete now: the same again says that the username is taken, and which account the address has.
      await browser.post('auth/signUp', wanted)
      const [third] = await mail.to(wanted.email, 3)
      expect(third?.subject).toBe('Please choose another username')
      expect(third?.text).toContain(`Its username: ${wanted.username.toUpperCase()}.`)
    })

    test('a reset, a new password or changed details invalidate the links', async () => {
      const reset = await twice()
      await browser.post('auth/forgotPassword', { username: reset.wanted.username, email: reset.wanted.email })
      const ticket = extractTicket((await mail.to(reset.wanted.email, 3))[0], 'passwordReset')
      const chosen = 'WinterOrchard#7'
      expect((await browser.post('auth/resetPassword', { ticket, password: chosen })).body.ok).toBe(true)
      expect(await follow(reset.stranger)).toMatchObject({ ok: false, message: /^You no longer need this link/ })
      expect(await enter(reset.wanted.username, chosen)).toBe(true)

      const clerk = await logIn(server.app, await makeUser(server.deps.db, { role: 'COUNTY' }))
      const set = await twice()
      await follow(set.owner)
      const [{ id } = { id: 0 }] = await accounts(set.wanted.username.toUpperCase())
      await clerk.post('userManager/userPassword', { id, password: chosen, passwordConfirm: chosen })
      expect(await follow(set.stranger)).toMatchObject({ ok: true })
      expect(await enter(set.wanted.username, theirs.password)).toBe(false)
      expect(await enter(set.wanted.username, chosen)).toBe(true)
    })

    test('a link from an older version completes the account as it is', async () => {
      const { wanted, stranger } = await twice()
      await server.deps.pool.query('update ticket set registration_id = null')
      expect(await follow(stranger)).toMatchObject({ content: { fullName: 'Somebody Fennimore' } })
      expect(await enter(wanted.username, theirs.password)).toBe(true)
    })
  })

  describe('a mistyped email', () => {
    test('can be corrected by the browser that registered: same username, and the first link stops working', async () => {
      const wrong = registration({ email: `typo${made}@example.org` })
      await fresh().post('auth/signUp', wrong)
      const first = extractTicket((await mail.to(wrong.email))[0], 'CompleteRegistration')
      const right = { ...wrong, email: `right${made}@example.org` }
      expect((await browser.post('auth/signUp', right)).body).toMatchObject({ ok: true, message: mailed })
      const [message] = await mail.to(right.email)
      const ticket = extractTicket(message, 'CompleteRegistration')
      expect((await browser.post('auth/completeRegistration', { ticket: first })).body).toMatchObject({
        ok: false,
        message: /^This link is not valid/,
      })
      expect((await browser.post('auth/completeRegistration', { ticket })).body.ok).toBe(true)
      expect(await accounts(wrong.username)).toMatchObject([{ email: right.email, status: 'A' }])
    })

    test('goes to five new addresses a day; another gets the same answer, and nothing happens', async () => {
      const wanted = registration({ email: `typo${made}@example.org` })
      const emails = [wanted.email, ...[2, 3, 4, 5, 6].map((n) => `typo${n}.${wanted.email}`)]
      for (const [place, email] of emails.entries()) {
        const send = place === 0 ? fresh() : browser
        expect((await send.post('auth/signUp', { ...wanted, email })).body).toMatchObject({ ok: true, message: mailed })
      }
      const to = (await mail.all()).map((message) => message.to)
      expect(to.filter((address) => emails.includes(address)).toSorted()).toEqual(emails.slice(0, 5).toSorted())
      expect(await accounts(wanted.username)).toMatchObject([{ email: emails[4] }])
    })

    test.each([
      'another browser',
      'the browser of one who registered after somebody else',
      'that one, where the first registered before sign-ups were kept apart',
    ])('cannot be corrected by %s, which gets the same answer and a mail that the username is taken', async (who) => {
      const wanted = registration()
      await newBrowser(server.app).post('auth/signUp', wanted)
      await mail.to(wanted.email)
      if (who.startsWith('that one')) await server.deps.pool.query('delete from registration')
      fresh()
      if (who !== 'another browser') await browser.post('auth/signUp', wanted)
      const other = { ...wanted, email: `attacker${made}@example.org` }
      expect((await browser.post('auth/signUp', other)).body).toMatchObject({ ok: true, message: mailed })
      expect((await mail.to(other.email))[0]?.subject).toBe('Please choose another username')
      expect(await accounts(wanted.username)).toMatchObject([{ email: wanted.email }])
    })
  })

  test('the mail says when it was requested, and that the newest link counts', async () => {
    const wanted = registration()
    await fresh().post('auth/signUp', wanted)
    const [message] = await mail.to(wanted.email)
    expect(message?.text).toMatch(/Someone registered with this email address on \d\d\/\d\d\/\d{4} \d+:\d\d [AP]M\./)
    expect(message?.text).toContain('use only the newest one that you asked for')
  })

  test('a sign-up that is repeated immediately gets its own link, a minute after the last', async () => {
    const wanted = registration()
    for (const secret of [password, 'AnotherMeadow#43', password])
      await fresh().post('auth/signUp', { ...wanted, password: secret })
    const { rows } = await server.deps.pool.query<{ seconds: number }>(
      `select extract(epoch from d.next_attempt_at - first.at)::int as seconds
       from notice n join delivery d on d.notice_id = n.id, (select min(created_at) as at from notice where target = $1) first
       where n.target = $1 and d.next_attempt_at > now() order by n.id`,
      [wanted.email],
    )
    expect(rows.map(({ seconds }) => seconds)).toEqual([60, 120])
    expect(await mail.to(wanted.email, 3)).toHaveLength(3)
  })

  test('allows one account five more an hour, one mailbox ten', async () => {
    const wanted = registration()
    for (let tries = 0; tries < 7; tries++) await fresh().post('auth/signUp', wanted)
    expect((await mail.all()).filter(({ to }) => to === wanted.email)).toHaveLength(6)
    const email = 'flooded@example.org'
    for (let tries = 0; tries < 12; tries++) await fresh().post('auth/signUp', registration({ email }))
    expect((await mail.all()).filter(({ to }) => to === email)).toHaveLength(10)
  })

  test('is refused when the county has turned it off', async () => {
    await setting({ selfRegistration: false })
    expect(await fresh().post('auth/signUp', registration())).toMatchObject({
      status: 200,
      body: { ok: false, message: 'Registration is not open here. Please contact the county.' },
    })
    await setting({})
  })
})

describe('POST auth/completeRegistration', () => {
  test('gives a message of its own for a missing, malformed, foreign or expired ticket', async () => {
    fresh()
    const wanted = registration()
    await browser.post('auth/signUp', wanted)
    const ticket = extractTicket((await mail.to(wanted.email))[0], 'CompleteRegistration')
    await expire('registration')
    const message = async (body: object) => (await browser.post('auth/completeRegistration', body)).body.message
    expect(await browser.post('auth/completeRegistration', {})).toMatchObject({
      status: 200,
      body: { ok: false, content: { fields: { ticket: 'Required.' } } },
    })
    expect(await message({ ticket: ticket.slice(0, -1) })).toMatch(/^This link is incomplete\./)
    expect(await message({ ticket: 'x'.repeat(43) })).toMatch(/^This link is not valid/)
    expect(await message({ ticket })).toBe(
      'This link has expired. Choose Send me a new link, or register again with the same username and email.',
    )
    expect(await accounts(wanted.username)).toMatchObject([{ status: 'P' }])
    // The page of the expired link sends a new one to the same mailbox; so does the same registration again.
    const resend = () => browser.mutate<{ message: string }>('auth.resendRegistration', { ticket })
    const { message: asked } = (await resend()).data
    // Less than a minute after the first.
    expect((await mail.all()).filter(({ to }) => to === wanted.email)).toHaveLength(1)
    const letMinutePass = () =>
      server.deps.db
        .updateTable('notice')
        .set({ created_at: new Date(Date.now() - 61_000) })
        .execute()
    await letMinutePass()
    expect((await resend()).data.message).toBe(asked)
    await mail.to(wanted.email, 2)
    await browser.post('auth/signUp', wanted)
    await letMinutePass()
    // The minute counts from the link that waits.
    expect((await resend()).data.message).toBe(asked)
    const [second] = await mail.to(wanted.email, 3)
    const again = await browser.post('auth/completeRegistration', {
      ticket: extractTicket(second, 'CompleteRegistration'),
    })
    expect(again.body).toMatchObject({ ok: true, content: { username: wanted.username } })
    expect((await resend()).data.message).toBe(asked)
    expect((await browser.mutate('auth.resendRegistration', { ticket: 'x'.repeat(43) })).data).toMatchObject({
      message: asked,
    })
    expect((await mail.all()).filter(({ to }) => to === wanted.email)).toHaveLength(3)
  })

  test('does not reactivate an account that staff deactivated', async () => {
    fresh()
    const wanted = registration()
    await browser.post('auth/signUp', wanted)
    const ticket = extractTicket((await mail.to(wanted.email))[0], 'CompleteRegistration')
    await server.deps.db.updateTable('user').set({ status: 'I' }).where('username', '=', wanted.username).execute()
    expect((await browser.post('auth/completeRegistration', { ticket })).body).toMatchObject({
      ok: false,
      message: 'This account is not active. Please contact the county.',
    })
  })
})
