import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { email, kindOf, outgoing, rudeServer } from '#tests/fixtures/providers.ts'
import { testEnv } from '#tests/helpers/environment.ts'
import { standInEnv } from '#tests/standins/environment.ts'
import { type SendgridStandIn, startSendgrid } from '#tests/standins/sendgrid.ts'
import { openHttp } from '../common/http.ts'
import { sendgridTransport, toDeliveryError } from './transport.ts'

let sendgrid: SendgridStandIn
beforeAll(async () => {
  sendgrid = await startSendgrid()
})
beforeEach(() => sendgrid.reset())
afterAll(() => sendgrid.stop())

const env = (changes: Record<string, string> = {}) =>
  testEnv('postgres://x/y', { ...standInEnv(sendgrid, { url: 'http://twilio.invalid' }), ...changes })
const sendEmail = (e = env()) => sendgridTransport(e).send({ ...outgoing, message: email })

test('leaves a call in doubt whose connection is closed after the request was written', async () => {
  const { url, server } = await rudeServer()
  expect(await kindOf(sendEmail(env({ SENDGRID_BASE_URL: url })))).toBe('in-doubt')
  server.close()
})

test('leaves a call in doubt that gets no answer in time', async () => {
  sendgrid.fail({ fault: 'hang' })
  const http = openHttp(sendgrid.url, 1, 300)
  await expect(http.request({ method: 'POST', path: '/v3/mail/send', headers: {}, body: '{}' })).rejects.toMatchObject({
    kind: 'in-doubt',
  })
})

test('keeps connections alive', async () => {
  const transport = sendgridTransport(env())
  for (let i = 0; i < 20; i++) await transport.send({ ...outgoing, message: email })
  expect(sendgrid.ledger).toHaveLength(20)
  await transport.close()
})

test("keeps SendGrid's words about an address out of the reason", () => {
  const body = JSON.stringify({
    errors: [
      { message: 'Does not contain a valid address: secret@example.org', field: 'personalizations.0.to.0.email' },
    ],
  })
  expect(toDeliveryError({ status: 400, headers: {}, body }).message).toBe(
    'SendGrid answered 400 (personalizations.0.to.0.email).',
  )
})

test.each<[status: number, fields: (string | null)[], expected: object]>([
  [
    400,
    ['from.email'],
    { kind: 'retry', isSetUp: true, message: expect.stringContaining('Check EMAIL_FROM') as string },
  ],
  [400, ['subject', 'from'], { kind: 'retry', isSetUp: true }],
  [400, ['reply_to'], { kind: 'retry', isSetUp: true }],
  [401, [null], { kind: 'retry', isSetUp: true }],
  [403, ['from'], { kind: 'retry', isSetUp: true }],
  [404, [], { kind: 'retry', isSetUp: true }],
  [302, [], { kind: 'retry', isSetUp: true }],
  [429, [null], { kind: 'retry', isSetUp: false }],
  [400, ['personalizations.0.to.0.email'], { kind: 'refused', refusedFor: '' }],
  [
    400,
    ['personalizations.0.headers'],
    { kind: 'refused', refusedFor: 'SendGrid answered 400 (personalizations.0.headers).' },
  ],
  [400, ['subject'], { kind: 'refused', refusedFor: 'SendGrid answered 400 (subject).' }],
  [400, [null], { kind: 'refused', refusedFor: 'SendGrid answered 400.' }],
  [413, [], { kind: 'refused' }],
  [500, ['from'], { kind: 'retry', perhapsTaken: true, isSetUp: false }],
])('SendGrid answers %d about %j', (status, fields, expected) => {
  const body = JSON.stringify({ errors: fields.map((field) => ({ message: 'no', field })) })
  expect(toDeliveryError({ status, headers: {}, body })).toMatchObject(expected)
})
