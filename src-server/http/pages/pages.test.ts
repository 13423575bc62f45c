import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newTicket } from '#shared/node/domain/recipients/tickets.ts'
import { makeUser } from '#tests/helpers/factories.ts'
import { newBrowser, startTestServer, type TestServer } from '#tests/helpers/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const get = (url: string) => server.app.inject({ method: 'GET', url })
/** As a browser without a script posts a form, from any page: no cookie, no origin of ours. */
const post = (url: string, fields: Record<string, string> = {}) =>
  server.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'cross-site' },
    payload: new URLSearchParams(fields).toString(),
  })
const heading = (page: string) => /<h1[^>]*>(.*?)<\/h1>/.exec(page)?.[1]?.replaceAll(/<[^>]+>/g, '')

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

test('what comes from outside is text on a page, never markup', async () => {
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

test('a page is never kept in a cache, allows its own style alone and no script in itself', async () => {
  const { headers, body } = await get('/ConfirmEmail/x')
  expect(headers['cache-control']).toBe('no-store')
  expect(headers['content-security-policy']).toMatch(/script-src 'self';style-src 'self' 'sha256-[\w+/=]+';/)
  expect(body).not.toMatch(/<script(?! src='\/page\.js' defer><\/script>)| on\w+=| style=/)
})
