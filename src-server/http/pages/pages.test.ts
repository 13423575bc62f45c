import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { messages } from '#shared/contract/messages.ts'
import { signLink, unsubscribePath } from '#shared/node/domain/notices/links.ts'
import { newTicket } from '#shared/node/domain/recipients/tickets.ts'
import { makeValidLink, validCode } from '#tests/e2e/valid-links.ts'
import { makeUser } from '#tests/helpers/factories.ts'
import { newBrowser, startTestServer, type TestServer } from '#tests/helpers/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const get = (url: string) => server.app.inject({ method: 'GET', url })
/** Posts like a form in a browser without scripts, from any page: no cookie, no origin of ours. */
const post = (url: string, fields: Record<string, string> = {}) =>
  server.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'cross-site' },
    payload: new URLSearchParams(fields).toString(),
  })
const heading = (page: string) => /<h1[^>]*>(.*?)<\/h1>/.exec(unescape(page))?.[1]?.replaceAll(/<[^>]+>/g, '')
const unescape = (page: string) => page.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))

/** A link to an email that an owner added to an alert. */
async function emailLink({ expired = false } = {}) {
  const { id } = await makeUser(server.deps.db)
  const email = await server.deps.db
    .insertInto('email_address')
    .values({ owner_id: id, address: `helper${id}@example.org` })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { token, hash } = newTicket()
  await server.deps.db
    .insertInto('ticket')
    .values({
      hash,
      purpose: 'email',
      email_id: email.id,
      target: `helper${id}@example.org`,
      expires_at: new Date(Date.now() + (expired ? -1 : 3_600_000)),
    })
    .execute()
  const isVerified = async () => {
    const row = server.deps.db.selectFrom('email_address').select('verified_at').where('id', '=', email.id)
    return (await row.executeTakeFirstOrThrow()).verified_at !== null
  }
  return { path: `/ConfirmEmail/${token}`, address: `helper${id}@example.org`, isVerified }
}

describe('the link to an alert’s email', () => {
  test('verifies by a press, and answers the same when pressed again', async () => {
    const { path, address, isVerified } = await emailLink()
    const asked = await get(path)
    expect([asked.statusCode, heading(asked.body), await isVerified()]).toEqual([200, 'Verify your email', false])
    for (const press of [1, 2]) {
      const done = await post(path, { press: String(press) })
      expect([done.statusCode, heading(done.body)]).toEqual([200, 'Email Verification Complete'])
      expect(done.body).toContain(`<b>${address}</b> can now get alerts.`)
      expect(await isVerified()).toBe(true)
    }
  })

  test('says that it has expired, and sends a new one', async () => {
    const { path, isVerified } = await emailLink({ expired: true })
    const late = await post(path)
    expect([heading(late.body), await isVerified()]).toEqual(['Unable to verify email', false])
    expect(late.body).toContain('This link has expired. Choose Send me a new link.')
    expect(heading((await post(path, { again: 'yes' })).body)).toBe('Check your email')
  })

  test('is refused when cut short', async () => {
    const { body } = await post('/ConfirmEmail/cut-short')
    expect([heading(body), body.includes('This link is incomplete.')]).toEqual(['Unable to verify email', true])
  })
})

test.each([
  ['registration', 'Complete your registration', {}, 'Registration Complete', 'Welcome, Perpetua Hallowmere!'],
  ['profile-email', 'Verify your new email', {}, 'Email verified', 'is now the email on your account'],
  ['usernames', 'See your username', {}, 'Your username', 'Write it down.'],
  ['phone', 'Verify your phone', {}, 'Your phone is verified', 'can now get alerts'],
  ['phone', 'Verify your phone', { code: validCode }, 'Your phone is verified', 'can now get alerts'],
] as const)(
  'the link of %s changes nothing until its button is pressed',
  async (purpose, title, fields, done, text) => {
    const link = await makeValidLink({ server }, purpose)
    const before = await readStates()
    expect(heading((await get(link)).body)).toBe(title)
    expect(await readStates()).toEqual(before)
    for (const press of [1, 2]) {
      const { body } = await post(link, fields)
      expect([press, heading(body)]).toEqual([press, done])
      expect(body).toContain(text)
    }
    expect(await readStates()).not.toEqual(before)
  },
)

/** The state that the pages of valid links could change. */
async function readStates() {
  const { db } = server.deps
  return Promise.all([
    db
      .selectFrom('user')
      .select(['id', 'status', 'email', 'pending_email', 'email_verified_at'])
      .orderBy('id')
      .execute(),
    db.selectFrom('phone').select(['id', 'verified_at']).orderBy('id').execute(),
    db.selectFrom('email_address').select(['address', 'verified_at']).orderBy('address').execute(),
  ])
}

test('a wrong code is reported at its field, which keeps it; a missing code is asked for', async () => {
  const link = await makeValidLink({ server }, 'phone')
  const wrong = (await post(link, { code: '000000' })).body
  expect(heading(wrong)).toBe('Verify your phone')
  expect(wrong).toMatch(/value='000000' [^>]* aria-invalid='true' aria-describedby='code-problem' autofocus class=/)
  expect(wrong).toContain('That is not the code we sent.')
  expect((await post(link, { code: '  ' })).body).toContain(messages.textedCode)
})

test('a form or a mail program’s one click unsubscribes, and a press undoes it', async () => {
  const { id } = await makeUser(server.deps.db)
  const notice = await server.deps.db
    .insertInto('notice')
    // As if its record were no longer kept.
    .values({
      user_id: id,
      owner_key: id,
      kind: 'match',
      template: 'match',
      channel: 'EMAIL',
      target: 'helper@example.org',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const path = unsubscribePath(server.deps.env.APP_SECRET, notice.id)
  const stopped = async () =>
    (await server.deps.db.selectFrom('suppression').select('reason').where('lifted_at', 'is', null).execute()).length
  expect(heading((await get(path)).body)).toBe('Unsubscribe from these alerts?')
  expect((await post(path, { press: 'nothing of ours' })).statusCode).toBe(400)
  const ofNotice = `/unsubscribe/${signLink(server.deps.env.APP_SECRET, 'notice', notice.id)}`
  expect((await post(ofNotice, { 'List-Unsubscribe': 'One-Click' })).statusCode).toBe(404)
  expect(await stopped()).toBe(0)
  expect(heading((await post(path, { scope: 'all' })).body)).toBe('You’re unsubscribed from all alerts')
  expect(await stopped()).toBe(1)
  expect(heading((await post(path, { scope: 'all', undo: 'yes' })).body)).toBe('You’re subscribed again')
  expect(await stopped()).toBe(0)
  const oneClick = await post(path, { 'List-Unsubscribe': 'One-Click' })
  expect([oneClick.json(), await stopped()]).toEqual([{ message: 'Unsubscribed.' }, 1])
})

test('the link of the weekly email ends that email alone, and a press undoes it', async () => {
  const { id } = await makeUser(server.deps.db)
  const target = 'Helper@example.org'
  const notice = await server.deps.db
    .insertInto('notice')
    .values({ user_id: id, owner_key: id, kind: 'weekly', template: 'weekly', channel: 'EMAIL', target })
    .returning('id')
    .executeTakeFirstOrThrow()
  const path = unsubscribePath(server.deps.env.APP_SECRET, notice.id)
  const { pool } = server.deps
  const stopped = async () => {
    const { rows } = await pool.query<{ weekly: string[]; all: number }>(
      `select array(select target from weekly_unsubscribe where owner_id = $1) as weekly,
         (select count(*)::integer from suppression where owner_id = $1 and lifted_at is null) as all`,
      [id],
    )
    return rows[0]
  }
  expect(heading((await get(path)).body)).toBe('Stop the weekly email?')
  expect((await post(path, { 'List-Unsubscribe': 'One-Click' })).json()).toEqual({ message: 'Unsubscribed.' })
  expect(await stopped()).toEqual({ weekly: ['helper@example.org'], all: 0 })
  const shown = (await get(path)).body
  expect(heading(shown)).toBe('You stopped the weekly email')
  expect(shown).toContain('We still notify you right away')
  expect(heading((await post(path, { scope: 'weekly', undo: 'yes' })).body)).toBe('The weekly email goes on')
  expect(await stopped()).toEqual({ weekly: [], all: 0 })
  expect(heading((await post(path, { scope: 'weekly' })).body)).toBe('You stopped the weekly email')
  expect(heading((await post(path, { scope: 'all' })).body)).toBe('You’re unsubscribed from all alerts')
  expect(await stopped()).toEqual({ weekly: ['helper@example.org'], all: 1 })
})

test('text from outside is escaped on a page, never markup', async () => {
  await server.deps.settings.current()
  const browser = newBrowser(server.app)
  const { body } = await browser.inject({ method: 'GET', url: '/ConfirmEmail/%3Cscript%3Ealert(1)%3C%2Fscript%3E' })
  expect(body).not.toContain('<script>alert')
})

test.each([
  ['no form', { 'content-type': 'application/json' }, '{}', 415],
  ['longer than any form', { 'content-type': 'application/x-www-form-urlencoded' }, 'x'.repeat(20_000), 413],
])('a body that is %s gets a page that says so', async (_what, headers, payload, status) => {
  const answer = await server.app.inject({ method: 'POST', url: '/ConfirmEmail/x', headers, payload })
  expect([answer.statusCode, heading(answer.body)]).toEqual([status, 'We could not show this page'])
})

test('a page is never cached, allows only its own style and no inline script', async () => {
  const { headers, body } = await get('/ConfirmEmail/x')
  expect(headers['cache-control']).toBe('no-store')
  expect(headers['content-security-policy']).toMatch(/script-src 'self';style-src 'self' 'sha256-[\w+/=]+';/)
  expect(body).not.toMatch(/<script(?! src='\/page\.js' defer><\/script>)| on\w+=| style=/)
})
