import { generateKeyPairSync, sign } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import Fastify from 'fastify'
import { connect } from '#shared/node/platform/database/client.ts'
import { startSendgrid, type SendgridStandIn } from '#tests/standins/sendgrid.ts'
import { standInEnv } from '#tests/standins/environment.ts'
import { startTwilio, type TwilioStandIn } from '#tests/standins/twilio.ts'
import { startTestServer, type TestServer } from '#tests/helpers/server.ts'
import { isSignedBySendgrid, readSendgridKey } from '#shared/node/providers/sendgrid/signature.ts'
import { readFormFields } from '#shared/node/providers/twilio/form-fields.ts'
import { isSignedByTwilio } from '#shared/node/providers/twilio/signature.ts'
import { webhookRoutes } from './webhook.routes.ts'

const folder = path.resolve(import.meta.dirname, '../../../../shared/contracts')
const here = existsSync(path.join(folder, 'twilio_signature_vectors.json'))
const absent = here ? '' : ' (left out: ../shared/contracts is not here)'
const vectors = <T>(file: string): T[] => {
  if (!here) return []
  const read = JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as T[] | { vectors: T[] }
  return Array.isArray(read) ? read : read.vectors
}

type TwilioVector = {
  name: string
  authToken: string
  url: string
  params: Record<string, string | string[]>
  signature: string | null
  valid: boolean
}
test.skipIf(!here)(`signatures of Twilio: every published vector${absent}`, () => {
  for (const v of vectors<TwilioVector>('twilio_signature_vectors.json'))
    expect([
      v.name,
      isSignedByTwilio(v.authToken, { signature: v.signature ?? '', address: v.url, fields: v.params }),
    ]).toEqual([v.name, v.valid])
})

type SendgridVector = {
  name: string
  publicKey: string
  payload: string
  signature: string
  timestamp: string
  valid: boolean
}
test.skipIf(!here)(`signatures of SendGrid: every published vector${absent}`, () => {
  for (const v of vectors<SendgridVector>('sendgrid_event_webhook_vectors.json'))
    expect([
      v.name,
      isSignedBySendgrid(
        readSendgridKey(v.publicKey),
        { body: Buffer.from(v.payload), signature: v.signature, timestamp: v.timestamp },
        // At its own time: by now all of these are too old.
        Number(v.timestamp) * 1000,
      ),
    ]).toEqual([v.name, v.valid])
})

const day = 24 * 3600 * 1000
test.each([
  ['just now', 0, true],
  ['a minute ahead of our clock', -60_000, true],
  ['three days ago', 3 * day, true],
  ['longer ago', 3 * day + 1000, false],
  ['in 2021', 5 * 365 * day, false],
])('events signed %s', (_when, agoMs, taken) => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const body = Buffer.from('[]')
  const timestamp = '1700000000'
  const signature = sign('sha256', Buffer.concat([Buffer.from(timestamp), body]), privateKey).toString('base64')
  expect(isSignedBySendgrid(publicKey, { body, signature, timestamp }, 1_700_000_000_000 + agoMs)).toBe(taken)
})

test.each<[string, string, ReturnType<typeof readFormFields>]>([
  ['fields', 'From=%2B16125550142&Body=STOP+%26+go', { From: '+16125550142', Body: 'STOP & go' }],
  ['one that comes several times', 'a=1&b=2&a=3&a=', { a: ['1', '3', ''], b: '2' }],
  [
    'a name that objects have already',
    '__proto__=1&toString=2',
    JSON.parse('{"__proto__":"1","toString":"2"}') as object,
  ],
  ['nothing', '', {}],
  ['as many as are read', 'a=&'.repeat(299), { a: Array(299).fill('') as string[] }],
  ['more', 'a=&'.repeat(300), null],
] as [string, string, ReturnType<typeof readFormFields>][])('a form of %s', (_what, form, fields) => {
  expect(readFormFields(Buffer.from(form))).toEqual(fields)
})

describe('the addresses that providers call', () => {
  let server: TestServer
  let sendgrid: SendgridStandIn
  let twilio: TwilioStandIn
  beforeAll(async () => {
    ;[sendgrid, twilio] = await Promise.all([startSendgrid(), startTwilio()])
    server = await startTestServer({ env: standInEnv(sendgrid, twilio) })
  })
  afterAll(() => Promise.all([server.stop(), sendgrid.stop(), twilio.stop()]))

  const post = (url: string, { body, headers }: { body: string; headers: Record<string, string> }) =>
    server.app.inject({ method: 'POST', url, payload: body, headers }).then(({ statusCode }) => statusCode)
  const kept = async () =>
    (await server.deps.db.selectFrom('provider_callback').select(['provider', 'body']).execute()).length
  const publicUrl = 'http://alerts.test'

  test('a signed list of events is kept, each event once', async () => {
    const events = [
      { event: 'delivered', sg_event_id: 'a', email: 'x@example.org' },
      { event: 'bounce', sg_event_id: 'b', email: 'x\u0000@example.org' },
    ]
    expect(await post('/webhooks/sendgrid', sendgrid.signed(events))).toBe(204)
    expect(await post('/webhooks/sendgrid', sendgrid.signed(events))).toBe(204)
    expect(await kept()).toBe(2)
  })

  test('whatever a mail server said in a report, the report is kept, and those beside it', async () => {
    const said = ['NUL \0', String.raw`written \u0000`, 'half \uD83D of a pair', '\uDE00', 'whole \u{1F600}', '\\ \\\0']
    const events = said.map((reason, place) => ({ event: 'bounce', sg_event_id: `said${place}\0`, reason }))
    expect(await post('/webhooks/sendgrid', sendgrid.signed(events))).toBe(204)
    const rows = await server.deps.db
      .selectFrom('provider_callback')
      .select('body')
      .where('dedupe_key', 'like', 'said%')
      .orderBy('dedupe_key')
      .execute()
    expect(rows.map(({ body }) => (body as { reason: string }).reason)).toEqual([
      'NUL ',
      String.raw`written \u0000`,
      'half \uFFFD of a pair',
      '\uFFFD',
      'whole \u{1F600}',
      '\\ \\',
    ])
    const address = '/webhooks/twilio/inbound'
    const text = twilio.inbound('+16125550177', 'STOP\0')
    expect(await post(address, twilio.signed(publicUrl + address, text))).toBe(204)
  })

  test.each<
    [string, (good: ReturnType<SendgridStandIn['signed']>) => { body: string; headers: Record<string, string> }, number]
  >([
    ['another body', (good) => ({ ...good, body: good.body.replace('delivered', 'bounce') }), 403],
    ['one byte more', (good) => ({ ...good, body: `${good.body} ` }), 403],
    ['no signature', (good) => ({ ...good, headers: { 'content-type': 'application/json' } }), 403],
    ['no body', () => ({ body: '', headers: { 'content-type': 'application/json' } }), 403],
    ['another content type', (good) => ({ ...good, headers: { ...good.headers, 'content-type': 'text/plain' } }), 415],
    ['more than a lot of theirs', (good) => ({ ...good, body: good.body + ' '.repeat(1024 * 1024) }), 413],
  ])('events with %s are refused and not kept', async (_what, change, status) => {
    const before = await kept()
    expect(await post('/webhooks/sendgrid', change(sendgrid.signed([{ event: 'delivered', sg_event_id: 'c' }])))).toBe(
      status,
    )
    expect(await kept()).toBe(before)
  })

  test('a signed body that is no list is refused in plain words', async () => {
    expect(await post('/webhooks/sendgrid', sendgrid.signed({} as unknown[]))).toBe(400)
  })

  test('a status callback is kept once for each status, with the notice in its address', async () => {
    const address = '/webhooks/twilio/status?notice=7&attempt=1'
    const fields = { MessageSid: 'SM7', MessageStatus: 'sent', To: '+16125550142' }
    for (const status of ['sent', 'sent', 'delivered'])
      expect(await post(address, twilio.signed(publicUrl + address, { ...fields, MessageStatus: status }))).toBe(204)
    const rows = await server.deps.db
      .selectFrom('provider_callback')
      .select('body')
      .where('provider', '=', 'twilio-status')
      .execute()
    expect(rows.map(({ body }) => body)).toMatchObject([
      { query: { notice: '7', attempt: '1' } },
      { MessageStatus: 'delivered' },
    ])
  })

  test('another notice in the address, another host, or another field: the signature no longer fits', async () => {
    const address = '/webhooks/twilio/status?notice=7&attempt=1'
    const fields = { MessageSid: 'SM8', MessageStatus: 'sent' }
    const good = twilio.signed(publicUrl + address, fields)
    expect(await post(address.replace('7', '8'), good)).toBe(403)
    expect(await post(address, { ...good, body: `${good.body}&To=1` })).toBe(403)
    expect(await post(address, twilio.signed(`http://elsewhere.test${address}`, fields))).toBe(403)
    const spoofed = twilio.signed(`http://elsewhere.test${address}`, fields)
    expect(await post(address, { ...spoofed, headers: { ...spoofed.headers, host: 'elsewhere.test' } })).toBe(403)
  })

  test('a reply is kept', async () => {
    const address = '/webhooks/twilio/inbound'
    expect(
      await post(address, twilio.signed(publicUrl + address, twilio.inbound('+16125550142', 'STOP & go + 100%'))),
    ).toBe(204)
    const [row] = await server.deps.db
      .selectFrom('provider_callback')
      .select('body')
      .where('provider', '=', 'twilio-inbound')
      .orderBy('id', 'desc')
      .execute()
    expect(row?.body).toMatchObject({ From: '+16125550142', Body: 'STOP & go + 100%' })
  })
})

describe('while the database', () => {
  const report = (twilio: TwilioStandIn) => {
    const url = '/webhooks/twilio/inbound'
    const { body, headers } = twilio.signed(`http://alerts.test${url}`, twilio.inbound('+16125550142', 'YES'))
    return { method: 'POST' as const, url, payload: body, headers }
  }

  test('is gone or does not answer, a provider is to come again within 3 s', async () => {
    const [sendgrid, twilio] = await Promise.all([startSendgrid(), startTwilio()])
    const server = await startTestServer({ env: standInEnv(sendgrid, twilio) })
    const owner = connect(server.database.ownerUrl, { max: 1 })
    const gone = connect('postgres://nobody:x@127.0.0.1:1/nowhere')
    const away = Fastify({ logger: false })
    await webhookRoutes(away, { ...server.deps, db: gone.db })
    const holder = await owner.pool.connect()
    try {
      await holder.query('begin; lock table provider_callback in access exclusive mode')
      for (const app of [away, server.app]) {
        const began = performance.now()
        const answer = await app.inject(report(twilio))
        expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5'])
        expect(answer.json()).toEqual({ message: expect.stringContaining('Send it again') as string })
        expect(performance.now() - began).toBeLessThan(4_500)
      }
      await holder.query('rollback')
      expect((await server.app.inject(report(twilio))).statusCode).toBe(204)
    } finally {
      holder.release()
      await Promise.all([owner.end(), gone.end(), away.close(), server.stop(), sendgrid.stop(), twilio.stop()])
    }
  })
})

test('a provider that is not configured has no address here', async () => {
  const server = await startTestServer()
  try {
    for (const url of ['/webhooks/sendgrid', '/webhooks/twilio/status', '/webhooks/twilio/inbound'])
      expect((await server.app.inject({ method: 'POST', url, payload: {} })).statusCode).toBe(404)
  } finally {
    await server.stop()
  }
})
