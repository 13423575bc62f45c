import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { kindOf, outgoing } from '#tests/fixtures/providers.ts'
import { testEnv } from '#tests/helpers/environment.ts'
import { standInEnv } from '#tests/standins/environment.ts'
import { toEntry } from '#tests/standins/ledger.ts'
import { twilioNumber } from '#tests/standins/twilio-account.ts'
import { startTwilio, type TwilioStandIn } from '#tests/standins/twilio.ts'
import { twilioCodes } from './codes.ts'
import { readLookUp, toDeliveryError, twilioTransport } from './transport.ts'

let twilio: TwilioStandIn
beforeAll(async () => {
  twilio = await startTwilio()
})
beforeEach(() => twilio.reset())
afterAll(() => twilio.stop())

const env = (changes: Record<string, string> = {}) =>
  testEnv('postgres://x/y', {
    ...standInEnv({ url: 'http://sendgrid.invalid', webhookKey: '' }, twilio),
    EMAIL_TRANSPORT: 'outbox',
    ...changes,
  })
const sendText = (e = env(), to = '+16125550142') =>
  twilioTransport(e).send({ ...outgoing, message: { channel: 'PHONE', to, text: 'Hello' } })

test('passes Retry-After on', async () => {
  twilio.fail({ fault: { status: 429, retryAfter: 7 } })
  await expect(sendText()).rejects.toMatchObject({ kind: 'retry', retryAfterMs: 7000 })
})

test('refuses a number that said STOP, and an invalid one', async () => {
  twilio.stopped.add('+16125550177')
  twilio.unused.add('+16125550178')
  await expect(sendText(env(), '+16125550177')).rejects.toMatchObject({ kind: 'refused', suppress: 'stop' })
  await expect(sendText(env(), '+16125550178')).rejects.toMatchObject({ kind: 'refused', suppress: undefined })
})

test('a wrong token of Twilio asks the county to correct it', async () => {
  expect(await kindOf(sendText(env({ TWILIO_AUTH_TOKEN: 'wrong' })))).toBe('retry')
})

test.each([
  ['a text with many others to that number after it', 250, 0, true],
  ['a text of some time before', 0, 60_000, false],
])('Twilio, asked for %s', async (_which, later, agoMs, found) => {
  const link = 'https://alerts.test/notice/x'
  const text = (body: string, ago = 0) => {
    const id = `SM${randomBytes(16).toString('hex')}`
    const message = { text: body, from: twilioNumber }
    return toEntry('twilio', { id, to: '+16125550142', notice: null, attempt: 1, message }, { at: Date.now() - ago })
  }
  const asked = text(`Deed ${link}`, agoMs)
  twilio.ledger.push(asked, ...Array.from({ length: later }, () => text('another')))
  const answer = await twilioTransport(env()).findMessage?.({
    noticeId: 7,
    target: asked.to,
    calledAt: new Date(Date.now() - 30_000),
    links: ['https://alerts.test/notice/another', link],
  })
  expect(answer).toBe(found ? asked.id : null)
  expect(twilio.breaches).toEqual([])
})

test.each([
  ['accepted', null, true],
  ['scheduled', null, true],
  ['queued', null, true],
  ['sending', null, true],
  ['sent', null, true],
  ['delivered', null, true],
  ['read', null, true],
  ['partially_delivered', null, true],
  ['undelivered', 30034, false],
  ['undelivered', 30005, false],
  ['failed', 30007, false],
  ['failed', null, false],
  ['canceled', null, false],
])('Twilio lists a text as %s (%j): it has it %s, and an earlier one anyway', async (status, errorCode, found) => {
  const body = 'Deed https://alerts.test/notice/x'
  const [to, calledAt] = ['+16125550144', new Date()]
  const [earlier, later] = [`SM${'1'.repeat(32)}`, `SM${'2'.repeat(32)}`]
  const take = (id: string) =>
    toEntry('twilio', { id, to, notice: 7, attempt: 1, message: { text: body, from: twilioNumber } })
  const ask = () => twilioTransport(env()).findMessage?.({ noticeId: 7, target: to, calledAt, links: ['/notice/x'] })
  twilio.ledger.push({ ...take(later), at: calledAt.getTime() + 1, progress: { status, errorCode } })
  expect(await ask()).toBe(found ? later : null)
  twilio.ledger.push({ ...take(earlier), at: calledAt.getTime() })
  expect(await ask()).toBe(earlier)
  expect(twilio.breaches).toEqual([])
})

test('asks Twilio again later when the pages of its list take too long together', async () => {
  const now = new Date()
  const texts = (count: number) =>
    Array.from({ length: count }, (_, n) => {
      const id = `SM${String(n).padStart(32, '0')}`
      const message = { text: 'another', from: twilioNumber }
      return toEntry('twilio', { id, to: '+16125550143', notice: null, attempt: 1, message }, { at: now.getTime() })
    })
  const ask = () =>
    twilioTransport(env(), { pagesMs: 0 }).findMessage?.({
      noticeId: 7,
      target: '+16125550143',
      calledAt: now,
      links: ['x'],
    })
  twilio.ledger.push(...texts(100))
  // A single page is not cut short, however long it took.
  expect(await ask()).toBeNull()
  twilio.ledger.push(...texts(101))
  await expect(ask()).rejects.toMatchObject({ kind: 'retry', message: 'Twilio took too long to list its texts.' })
})

test('sends through a messaging service without a number of ours', async () => {
  const service = `MG${'0'.repeat(32)}`
  await sendText(env({ TWILIO_FROM: service, PUBLIC_URL: 'https://alerts.test' }))
  await sendText()
  expect(twilio.breaches).toEqual([])
  expect(twilio.ledger.map(({ message }) => message.from)).toEqual(['', twilioNumber])
})

test.each<[{ status?: number; code?: number }, object]>([
  [
    { status: 400, code: 21211 },
    {
      kind: 'refused',
      refusedFor: '',
      message: expect.stringMatching(
        /^This is not a valid phone number\. Ask its owner .+ \(Twilio 21211\)$/,
      ) as string,
    },
  ],
  [
    { status: 400, code: 21614 },
    { kind: 'refused', refusedFor: '', suppress: 'bounce' },
  ],
  [
    { status: 400, code: 21610 },
    { kind: 'refused', refusedFor: '', suppress: 'stop' },
  ],
  [
    { status: 400, code: 21612 },
    { kind: 'refused', refusedFor: 'Twilio 21612' },
  ],
  [
    { status: 400, code: 21617 },
    { kind: 'refused', refusedFor: 'Twilio 21617' },
  ],
  [
    { status: 400, code: 29999 },
    { kind: 'refused', refusedFor: 'Twilio 29999' },
  ],
  [{ status: 413 }, { kind: 'refused', refusedFor: 'Twilio 413' }],
  [
    { status: 400, code: 21408 },
    { kind: 'retry', isSetUp: true },
  ],
  [
    { status: 400, code: 21606 },
    { kind: 'retry', isSetUp: true, message: expect.stringContaining('Check TWILIO_FROM') as string },
  ],
  [
    { status: 400, code: 21608 },
    { kind: 'retry', isSetUp: true },
  ],
  [
    { status: 400, code: 21703 },
    { kind: 'retry', isSetUp: true },
  ],
  [
    { status: 400, code: 30034 },
    { kind: 'retry', isSetUp: true },
  ],
  [
    { status: 400, code: 14107 },
    { kind: 'retry', isSetUp: true },
  ],
  [
    { status: 401, code: 20003 },
    { kind: 'retry', isSetUp: true },
  ],
  [
    { status: 403, code: 20005 },
    { kind: 'retry', isSetUp: true },
  ],
  [{ status: 404 }, { kind: 'retry', isSetUp: true }],
  [{}, { kind: 'in-doubt' }],
])('Twilio error %j', (error, expected) => {
  expect(toDeliveryError(error)).toMatchObject(expected)
})

test('has words for every code of Twilio that end a sentence and fit into a line of the log', () => {
  for (const [code, { words } = { words: '' }] of Object.entries(twilioCodes)) {
    expect(toDeliveryError({ status: 400, code: Number(code) }).message).toBe(`${words} (Twilio ${code})`)
    expect(words).toMatch(/^[A-Z].+\.$/)
  }
})

test.each([
  [{ valid: true, lineTypeIntelligence: { type: 'mobile' } }, true],
  [{ valid: true, lineTypeIntelligence: { type: 'nonFixedVoip' } }, true],
  [{ valid: true, lineTypeIntelligence: null }, true],
  [{ valid: true, lineTypeIntelligence: { type: 'landline' } }, false],
  [{ valid: false }, false],
])('a look-up %j: takes texts %s', (answer, textable) => {
  expect(readLookUp(answer).textable).toBe(textable)
})
