import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect } from '#shared/node/platform/database/client.ts'
import { startTestServer, type TestServer } from '#tests/helpers/server.ts'
import { standInEnv } from '#tests/standins/environment.ts'
import { startSendgrid, type SendgridStandIn } from '#tests/standins/sendgrid.ts'
import { startTwilio, type TwilioStandIn } from '#tests/standins/twilio.ts'
import { webhookRoutes } from './webhook.routes.ts'

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

  test('store a signed list of events, each event once', async () => {
    const events = [
      { event: 'delivered', sg_event_id: 'a', email: 'x@example.org' },
      { event: 'bounce', sg_event_id: 'b', email: 'x\u0000@example.org' },
    ]
    expect(await post('/webhooks/sendgrid', sendgrid.signed(events))).toBe(204)
    expect(await post('/webhooks/sendgrid', sendgrid.signed(events))).toBe(204)
    expect(await kept()).toBe(2)
  })

  test('store a report with any text of a mail server, and the other reports with it', async () => {
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
  ])('refuse events with %s and store none', async (_what, change, status) => {
    const before = await kept()
    expect(await post('/webhooks/sendgrid', change(sendgrid.signed([{ event: 'delivered', sg_event_id: 'c' }])))).toBe(
      status,
    )
    expect(await kept()).toBe(before)
  })

  test('refuse a signed body that is not a list, in plain words', async () => {
    expect(await post('/webhooks/sendgrid', sendgrid.signed({} as unknown[]))).toBe(400)
  })

  test('store a status callback once for each status, with the notice in its address', async () => {
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

  test('refuse a signature once the notice, the host or a field is changed', async () => {
    const address = '/webhooks/twilio/status?notice=7&attempt=1'
    const fields = { MessageSid: 'SM8', MessageStatus: 'sent' }
    const good = twilio.signed(publicUrl + address, fields)
    expect(await post(address.replace('7', '8'), good)).toBe(403)
    expect(await post(address, { ...good, body: `${good.body}&To=1` })).toBe(403)
    expect(await post(address, twilio.signed(`http://elsewhere.test${address}`, fields))).toBe(403)
    const spoofed = twilio.signed(`http://elsewhere.test${address}`, fields)
    expect(await post(address, { ...spoofed, headers: { ...spoofed.headers, host: 'elsewhere.test' } })).toBe(403)
  })

  test('store a reply', async () => {
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

  test('is down or does not answer, ask the provider to call again', async () => {
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
        const answer = await app.inject(report(twilio))
        expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5'])
        expect(answer.json()).toEqual({ message: expect.stringContaining('Send it again') as string })
      }
      await holder.query('rollback')
      expect((await server.app.inject(report(twilio))).statusCode).toBe(204)
    } finally {
      holder.release()
      await Promise.all([owner.end(), gone.end(), away.close(), server.stop(), sendgrid.stop(), twilio.stop()])
    }
  })
})

test('do not exist for a provider that is not configured', async () => {
  const server = await startTestServer()
  try {
    for (const url of ['/webhooks/sendgrid', '/webhooks/twilio/status', '/webhooks/twilio/inbound'])
      expect((await server.app.inject({ method: 'POST', url, payload: {} })).statusCode).toBe(404)
  } finally {
    await server.stop()
  }
})
