import { type AddressInfo, createServer } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { email, kindOf, outgoing, rudeServer } from '#tests/fixtures/providers.ts'
import { testEnv } from '#tests/helpers/environment.ts'
import { standInEnv } from '#tests/standins/environment.ts'
import type { Fault } from '#tests/standins/faults.ts'
import { type SendgridStandIn, startSendgrid } from '#tests/standins/sendgrid.ts'
import { startTwilio, type TwilioStandIn } from '#tests/standins/twilio.ts'
import type { DeliveryErrorKind } from './common/transport.ts'
import { sendgridTransport } from './sendgrid/transport.ts'
import { twilioTransport } from './twilio/transport.ts'

// Rules for every provider that is called over HTTP; contract.test.ts in its folder has the provider's own.
let sendgrid: SendgridStandIn
let twilio: TwilioStandIn
beforeAll(async () => {
  ;[sendgrid, twilio] = await Promise.all([startSendgrid(), startTwilio()])
})
beforeEach(() => {
  sendgrid.reset()
  twilio.reset()
})
afterAll(() => Promise.all([sendgrid.stop(), twilio.stop()]))

const env = (changes: Record<string, string> = {}) =>
  testEnv('postgres://x/y', { ...standInEnv(sendgrid, twilio), ...changes })
const sendEmail = (e = env(), deadline = outgoing.deadline) =>
  sendgridTransport(e).send({ ...outgoing, deadline, message: email })
const sendText = (e = env(), to = '+16125550142', deadline = outgoing.deadline) =>
  twilioTransport(e).send({ ...outgoing, deadline, message: { channel: 'PHONE', to, text: 'Hello' } })

test.each<[Fault, DeliveryErrorKind]>([
  [{ status: 400 }, 'refused'],
  [{ status: 413 }, 'refused'],
  [{ status: 401 }, 'retry'],
  [{ status: 429, retryAfter: 7 }, 'retry'],
  ['reset', 'in-doubt'],
  ['reset after', 'in-doubt'],
])('%j: %s, from either provider', async (fault, kind) => {
  sendgrid.fail({ fault })
  twilio.fail({ fault })
  expect(await kindOf(sendEmail())).toBe(kind)
  expect(await kindOf(sendText())).toBe(kind)
})

test.each([500, 502, 503, 504, 507])('%d: perhaps accepted, from either provider', async (status) => {
  const perhapsTaken = { kind: 'retry', perhapsTaken: true, retryAfterMs: 7000, notBegun: false }
  for (const provider of [sendgrid, twilio]) provider.fail({ fault: { status, retryAfter: 7, taken: true } })
  await expect(sendEmail()).rejects.toMatchObject(perhapsTaken)
  await expect(sendText()).rejects.toMatchObject(perhapsTaken)
  expect([sendgrid, twilio].map(({ ledger }) => ledger.length)).toEqual([1, 1])
})

test('writes nothing to a connection that opened with too little time left', async () => {
  const late = { leftMs: () => 29_000, mayBegin: () => false }
  const unmade = { kind: 'retry', notBegun: true, perhapsTaken: false }
  await expect(sendEmail(env(), late)).rejects.toMatchObject(unmade)
  await expect(sendText(env(), undefined, late)).rejects.toMatchObject(unmade)
  expect([...sendgrid.ledger, ...twilio.ledger]).toEqual([])
})

test.each(['closes', 'resets'] as const)(
  'knows that nothing was sent over a connection that %s before its handshake ended',
  async (how) => {
    const server = createServer((socket) => {
      socket.on('error', () => {}).once('data', () => (how === 'closes' ? socket.destroy() : socket.resetAndDestroy()))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
    const neverSent = {
      kind: 'retry',
      perhapsTaken: false,
      message: expect.stringContaining('could not reach') as string,
    }
    await expect(sendEmail(env({ SENDGRID_BASE_URL: url }))).rejects.toMatchObject(neverSent)
    await expect(sendText(env({ TWILIO_BASE_URL: url }))).rejects.toMatchObject(neverSent)
    await new Promise((resolve) => server.close(resolve))
  },
)

test('knows that nothing was sent if no program listens or the name does not exist', async () => {
  const { url, server } = await rudeServer()
  await new Promise((resolve) => server.close(resolve))
  expect(await kindOf(sendEmail(env({ SENDGRID_BASE_URL: url })))).toBe('retry')
  expect(await kindOf(sendText(env({ TWILIO_BASE_URL: url })))).toBe('retry')
  expect(await kindOf(sendEmail(env({ SENDGRID_BASE_URL: 'http://nowhere.invalid' })))).toBe('retry')
})
