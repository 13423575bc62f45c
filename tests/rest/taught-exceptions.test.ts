import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { signLink } from '#shared/node/domain/notices/links.ts'
import { makeUser } from '#tests/helpers/factories.ts'
import { type Browser, logIn, startTestServer, type TestServer } from '#tests/helpers/server.ts'

let server: TestServer
let browser: Browser
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  browser = await logIn(server.app, await makeUser(server.deps.db))
})
afterAll(() => server.stop())

let made = 0
const entered = (change: object = {}) => ({
  name: 'My name',
  alertType: 'NAME',
  firstName: 'Thessaly',
  lastName: 'Brandvold',
  alertEmailAddresses: [{ value: `thessaly${++made}@example.org`, acknowledged: true }],
  ...change,
})
type Saved = { id: number; fields?: object; alerts?: { id: number; variants: object; formerLastName: string }[] }
const save = async (change: object = {}) => (await browser.post<Saved>('userView/alert', entered(change))).body

describe('a write with a match option or a former last name', () => {
  test.each<[what: string, change: object]>([
    ['a match option that is no switch', { variants: { typingSlips: 'yes' } }],
    ['a match option that does not exist', { variants: { anagrams: true } }],
    ['match options that are no object', { variants: [] }],
    ['match options as text', { variants: 'all' }],
    ['a former last name that is no text', { formerLastName: 7 }],
    ['a former last name with a NUL', { formerLastName: 'Da\0le' }],
    ['exceptions, which are not on the wire', { exceptions: [{ kind: 'middleName', value: 'ALBERT' }] }],
  ])('%s is refused and changes nothing', async (_what, change) => {
    const chosen = { variants: { typingSlips: true }, formerLastName: 'Dale' }
    const { content } = await save(chosen)
    const { status, body } = await browser.post<Saved>('userView/alert', entered({ id: content.id, ...change }))
    expect({ status, ok: body.ok }).toEqual({ status: 400, ok: false })
    const after = await browser.get<{ variants: object; formerLastName: string }>(`userView/alert/${content.id}`)
    expect(after.body.content).toMatchObject(chosen)
  })
})

describe('what an alert leaves out', () => {
  test.each<[what: string, input: object, status: number]>([
    ['a value with a NUL', { kind: 'middleName', value: 'AL\0BERT' }, 400],
    ['a lone half of a character', { kind: 'middleName', value: 'AL\uD800' }, 400],
    ['an unknown kind', { kind: 'surname', value: 'ALBERT' }, 400],
    ['an empty value', { kind: 'middleName', value: '' }, 400],
    ['a huge value', { kind: 'middleName', value: 'A'.repeat(10_000) }, 400],
    ['an id that is too large', { alertId: 1e300, kind: 'middleName', value: 'ALBERT' }, 400],
    ['an exception that is gone', { kind: 'middleName', value: 'ALBERT' }, 200],
  ])('%s', async (_what, input, status) => {
    const { content } = await save()
    const removed = await browser.mutate('userView.alertExceptionRemove', { alertId: content.id, ...input })
    expect(removed.status).toBe(status)
  })

  test.each([
    ['the token of another purpose', () => signLink(server.deps.env.APP_SECRET, 'unsubscribe', 1)],
    ['a token that is cut short', () => signLink(server.deps.env.APP_SECRET, 'notice', 1).slice(0, -2)],
    ['a token with a NUL', () => 'a\0b'],
  ])('is not changed with %s', async (_what, token) => {
    const { content } = await save()
    const input = { token: token(), alertId: content.id, kind: 'byInitial', value: '' }
    for (const procedure of ['notices.narrow', 'notices.undoNarrow']) {
      const { status } = await browser.mutate(procedure, input)
      expect([200, 400, 404]).toContain(status)
    }
    const after = await browser.get<{ variants: object }>(`userView/alert/${content.id}`)
    expect(after.body.content.variants).toMatchObject({ notByInitial: false })
  })
})
