import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#tests/helpers/server.ts'

const page = '<!doctype html><title>Alerts</title>'
let clientFolder: string
let server: TestServer
beforeAll(async () => {
  clientFolder = mkdtempSync(path.join(os.tmpdir(), 'client-'))
  writeFileSync(path.join(clientFolder, 'index.html'), page)
  server = await startTestServer({ clientFolder })
  await server.deps.db
    .insertInto('outbox_message')
    .values([
      { channel: 'EMAIL', recipient: 'Resident@example.org', subject: 'One', text: 'First', html: '<p>First</p>' },
      { channel: 'EMAIL', recipient: 'resident@example.org', subject: 'Two', text: 'Second' },
      { channel: 'PHONE', recipient: '+16125550142', text: 'Third' },
    ])
    .execute()
})
afterAll(async () => {
  await server.stop()
  rmSync(clientFolder, { recursive: true })
})

type Headers = Record<string, string>
const ask = (query = '', headers: Headers = {}, remoteAddress = '127.0.0.1') =>
  server.app.inject({ method: 'GET', url: `/outbox/messages${query}`, headers, remoteAddress })
const pages = ['/outbox', '/outbox/', '/Outbox?to=a', '/%6futbox']
const open = (url: string, headers: Headers = {}, remoteAddress = '127.0.0.1') =>
  server.app.inject({ method: 'GET', url, headers, remoteAddress })

test('lists messages newest first, of one address if asked', async () => {
  const all = (await ask()).json<{ text: string }[]>()
  expect(all.map(({ text }) => text)).toEqual(['Third', 'Second', 'First'])
  const [second, first] = (await ask('?to=RESIDENT@example.org')).json<object[]>()
  expect(first).toEqual({
    id: expect.any(Number),
    channel: 'EMAIL',
    to: 'Resident@example.org',
    subject: 'One',
    text: 'First',
    html: '<p>First</p>',
    createdAt: expect.stringMatching(/Z$/),
  })
  expect(second).toMatchObject({ subject: 'Two' })
})

test.each(['?to=%2B16125550142', '?to=+16125550142'])('finds a number by %s', async (query) => {
  expect((await ask(query)).json()).toMatchObject([{ channel: 'PHONE', to: '+16125550142', text: 'Third' }])
})

test.each([
  ['another machine', {}, '203.0.113.9'],
  ['a page that points its own name here', { host: 'evil.example:3000' }, '127.0.0.1'],
  ['a proxy', { 'x-forwarded-for': '127.0.0.1' }, '127.0.0.1'],
  ['a proxy that names only the host', { 'x-forwarded-host': 'a.test' }, '127.0.0.1'],
  ['a proxy of the standard', { forwarded: 'for=127.0.0.1' }, '127.0.0.1'],
  ['a proxy of a content network', { 'cf-connecting-ip': '127.0.0.1' }, '127.0.0.1'],
  ['a proxy that says so', { via: '1.1 cache' }, '127.0.0.1'],
])('%s gets Not Found', async (_what, headers, remoteAddress) => {
  const answer = await ask('', headers as Headers, remoteAddress)
  expect(answer.statusCode).toBe(404)
  expect(answer.body).not.toContain('Third')
  for (const url of pages) expect((await open(url, headers as Headers, remoteAddress)).statusCode, url).toBe(404)
  expect((await open('/login', headers as Headers, remoteAddress)).body).toBe(page)
})

test.each(pages)('serves its page %s on this machine', async (url) => {
  expect((await open(url)).body).toBe(page)
})

test.each(['localhost:3000', '127.0.0.1', '[::1]:3000'])('serves it by the name %s', async (host) => {
  expect((await ask('', { host })).statusCode).toBe(200)
})

test('loopback by IPv6 counts too', async () => {
  expect((await ask('', {}, '::1')).statusCode).toBe(200)
  expect((await ask('', {}, '::ffff:127.0.0.1')).statusCode).toBe(200)
})

test('does not exist without the embedded database', async () => {
  const other = await startTestServer({
    clientFolder,
    env: {
      EMBEDDED_DATABASE: '',
      EMAIL_TRANSPORT: 'smtp',
      SMTP_URL: 'smtp://127.0.0.1:1',
      EMAIL_FROM: 'alerts@county.example',
      SMS_TRANSPORT: 'none',
    },
  })
  try {
    for (const url of ['/outbox/messages', ...pages])
      expect((await other.app.inject({ method: 'GET', url })).statusCode, url).toBe(404)
    expect((await other.app.inject({ method: 'GET', url: '/login' })).statusCode).toBe(200)
  } finally {
    await other.stop()
  }
})
