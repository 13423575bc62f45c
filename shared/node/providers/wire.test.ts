import { randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { SMTPServer } from 'smtp-server'
import PostalMime from 'postal-mime'
import { standInEnv } from '#tests/standins/environment.ts'
import type { Fault } from '#tests/standins/provider.ts'
import { type SendgridStandIn, startSendgrid } from '#tests/standins/sendgrid.ts'
import { startTwilio, twilioNumber, type TwilioStandIn } from '#tests/standins/twilio.ts'
import { testEnv } from '#tests/helpers/environment.ts'
import { startDeadline } from './common/deadline.ts'
import type { EmailMessage } from './common/message.ts'
import { openHttp, parseRetryAfter } from './common/http.ts'
import { toDeliveryError as sendgridRefusal, sendgridTransport } from './sendgrid/transport.ts'
import { toDeliveryError as smtpRefusal, type SmtpError, smtpTransport } from './smtp/transport.ts'
import type { DeliveryError, DeliveryErrorKind } from './common/transport.ts'
import { readLookUp, toDeliveryError as twilioRefusal, twilioTransport } from './twilio/transport.ts'

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
const email: EmailMessage = {
  channel: 'EMAIL',
  to: 'resident@example.org',
  fromName: 'Alder County Land Record Alerts',
  subject: 'Café deed recorded',
  text: 'Text',
  html: '<p>Text</p>',
  headers: {
    'List-Unsubscribe': '<https://alerts.test/unsubscribe/x>',
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  },
}
const outgoing = { noticeId: 7, attempt: 1, deadline: startDeadline({ totalMs: 120_000, spareMs: 30_000 }) }
const sendEmail = (e = env(), deadline = outgoing.deadline) =>
  sendgridTransport(e).send({ ...outgoing, deadline, message: email })
const sendText = (e = env(), to = '+16125550142', deadline = outgoing.deadline) =>
  twilioTransport(e).send({ ...outgoing, deadline, message: { channel: 'PHONE', to, text: 'Hello' } })
const kindOf = (sent: Promise<unknown>): Promise<string> =>
  sent.then(
    () => 'accepted',
    (error: DeliveryError) => error.kind,
  )

/** A server that takes a request and closes the connection without a word. */
async function rudeServer(): Promise<{ url: string; server: Server }> {
  const server = createServer((socket) => socket.once('data', () => socket.destroy()))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server }
}

describe('on the wire', () => {
  test.each<[Fault, DeliveryErrorKind]>([
    [{ status: 400 }, 'refused'],
    [{ status: 413 }, 'refused'],
    [{ status: 401 }, 'retry'],
    [{ status: 429, retryAfter: 7 }, 'retry'],
    ['cut', 'in-doubt'],
    ['swallow', 'in-doubt'],
  ])('%j: %s, from either provider', async (fault, kind) => {
    sendgrid.fail({ fault })
    twilio.fail({ fault })
    expect(await kindOf(sendEmail())).toBe(kind)
    expect(await kindOf(sendText())).toBe(kind)
  })

  test.each([500, 502, 503, 504, 507])('%d: perhaps taken, from either provider', async (status) => {
    const perhapsTaken = { kind: 'retry', perhapsTaken: true, retryAfterMs: 7000, notBegun: false }
    for (const provider of [sendgrid, twilio]) provider.fail({ fault: { status, retryAfter: 7, taken: true } })
    await expect(sendEmail()).rejects.toMatchObject(perhapsTaken)
    await expect(sendText()).rejects.toMatchObject(perhapsTaken)
    expect([sendgrid, twilio].map(({ ledger }) => ledger.length)).toEqual([1, 1])
  })

  test('nothing is written to a connection that came to stand when too little time was left', async () => {
    const late = { leftMs: () => 29_000, mayBegin: () => false }
    const unmade = { kind: 'retry', notBegun: true, perhapsTaken: false }
    await expect(sendEmail(env(), late)).rejects.toMatchObject(unmade)
    await expect(sendText(env(), undefined, late)).rejects.toMatchObject(unmade)
    expect([...sendgrid.ledger, ...twilio.ledger]).toEqual([])
  })

  test('nobody listening, or no such name: nothing was sent', async () => {
    const { url, server } = await rudeServer()
    await new Promise((resolve) => server.close(resolve))
    expect(await kindOf(sendEmail(env({ SENDGRID_BASE_URL: url })))).toBe('retry')
    expect(await kindOf(sendText(env({ TWILIO_BASE_URL: url })))).toBe('retry')
    expect(await kindOf(sendEmail(env({ SENDGRID_BASE_URL: 'http://nowhere.invalid' })))).toBe('retry')
  })

  test('a connection that is closed after the request was written is in doubt', async () => {
    const { url, server } = await rudeServer()
    expect(await kindOf(sendEmail(env({ SENDGRID_BASE_URL: url })))).toBe('in-doubt')
    server.close()
  })

  test('no answer within the time is in doubt', async () => {
    sendgrid.fail({ fault: 'hang' })
    const http = openHttp(sendgrid.url, 1, 300)
    await expect(
      http.request({ method: 'POST', path: '/v3/mail/send', headers: {}, body: '{}' }),
    ).rejects.toMatchObject({ kind: 'in-doubt' })
  })

  test('Retry-After is passed on', async () => {
    twilio.fail({ fault: { status: 429, retryAfter: 7 } })
    await expect(sendText()).rejects.toMatchObject({ kind: 'retry', retryAfterMs: 7000 })
  })

  test('a number that said STOP, and one that is none', async () => {
    twilio.stopped.add('+16125550177')
    twilio.unused.add('+16125550178')
    await expect(sendText(env(), '+16125550177')).rejects.toMatchObject({ kind: 'refused', suppress: 'stop' })
    await expect(sendText(env(), '+16125550178')).rejects.toMatchObject({ kind: 'refused', suppress: undefined })
  })

  test('connections are kept alive', async () => {
    const transport = sendgridTransport(env())
    for (let i = 0; i < 20; i++) await transport.send({ ...outgoing, message: email })
    expect(sendgrid.ledger).toHaveLength(20)
    await transport.close()
  })

  test('a wrong token of Twilio is the county’s to mend', async () => {
    expect(await kindOf(sendText(env({ TWILIO_AUTH_TOKEN: 'wrong' })))).toBe('retry')
  })

  test.each([
    ['a text with many others to that number after it', 250, 0, true],
    ['one of a while before', 0, 60_000, false],
  ])('Twilio, asked for %s', async (_which, later, agoMs, found) => {
    const link = 'https://alerts.test/notice/x'
    const text = (body: string, ago = 0) => ({
      id: `SM${randomBytes(16).toString('hex')}`,
      to: '+16125550142',
      notice: null,
      attempt: 1,
      at: Date.now() - ago,
      answered: true,
      message: { text: body, from: twilioNumber },
    })
    const asked = text(`Deed ${link}`, agoMs)
    twilio.ledger.push(asked, ...Array.from({ length: later }, () => text('another')))
    const answer = await twilioTransport(env()).findMessage?.({
      noticeId: 7,
      target: asked.to,
      calledAt: new Date(Date.now() - 30_000),
      link,
    })
    expect(answer).toBe(found ? asked.id : null)
    expect(twilio.breaches).toEqual([])
  })

  test('Twilio, when the pages of its list take too long together, is asked again later', async () => {
    const now = new Date()
    const texts = (count: number) =>
      Array.from({ length: count }, (_, n) => ({
        id: `SM${String(n).padStart(32, '0')}`,
        to: '+16125550143',
        notice: null,
        attempt: 1,
        at: now.getTime(),
        answered: true,
        message: { text: 'another', from: twilioNumber },
      }))
    const ask = () =>
      twilioTransport(env(), { pagesMs: 0 }).findMessage?.({
        noticeId: 7,
        target: '+16125550143',
        calledAt: now,
        link: 'x',
      })
    twilio.ledger.push(...texts(100))
    // One page is one page, however long it took.
    expect(await ask()).toBeNull()
    twilio.ledger.push(...texts(101))
    await expect(ask()).rejects.toMatchObject({ kind: 'retry', message: 'Twilio took too long to list its texts.' })
  })

  test('a messaging service sends without a number of ours', async () => {
    const service = `MG${'0'.repeat(32)}`
    await sendText(env({ TWILIO_FROM: service, PUBLIC_URL: 'https://alerts.test' }))
    await sendText()
    expect(twilio.breaches).toEqual([])
    expect(twilio.ledger.map(({ message }) => message.from)).toEqual(['', twilioNumber])
  })
})

test.each([
  [{ status: 400, code: 21211 }, 'refused'],
  [{ status: 400, code: 21614 }, 'refused'],
  [{ status: 400, code: 21408 }, 'refused'],
  [{ status: 400, code: 21610 }, 'refused'],
  [{ status: 401, code: 20003 }, 'retry'],
  [{ status: 403, code: 20005 }, 'retry'],
  [{ status: 400, code: 14107 }, 'retry'],
  [{ status: 404 }, 'refused'],
  [{}, 'in-doubt'],
])('Twilio error %j: %s', (error, kind) => {
  expect(twilioRefusal(error).kind).toBe(kind)
})

test('what SendGrid said of an address stays out of the reason', () => {
  const body = JSON.stringify({
    errors: [
      { message: 'Does not contain a valid address: secret@example.org', field: 'personalizations.0.to.0.email' },
    ],
  })
  expect(sendgridRefusal({ status: 400, headers: {}, body }).message).toBe(
    'SendGrid answered 400 (personalizations.0.to.0.email).',
  )
})

test.each([
  ['7', 7000],
  ['0', 0],
  ['999999999', 86_400_000],
  ['Fri, 20 Nov 2026 12:00:30 GMT', 30_000],
  ['Fri, 20 Nov 2026 11:00:00 GMT', undefined],
  ['soon', undefined],
])('Retry-After %j is %s ms', (value, ms) => {
  expect(parseRetryAfter({ 'retry-after': value }, Date.parse('2026-11-20T12:00:00Z'))).toBe(ms)
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

test.each<[SmtpError, DeliveryErrorKind, string | undefined]>([
  [{ code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550 }, 'refused', 'bounce'],
  [{ code: 'EENVELOPE', command: 'RCPT TO', responseCode: 452 }, 'retry', undefined],
  [{ code: 'EMESSAGE', command: 'DATA', responseCode: 554 }, 'refused', undefined],
  [{ code: 'EAUTH', command: 'AUTH PLAIN', responseCode: 535 }, 'retry', undefined],
  [{ code: 'ESOCKET', command: 'CONN' }, 'retry', undefined],
  [{ code: 'ETIMEDOUT', command: 'CONN' }, 'retry', undefined],
  [{ code: 'ECONNECTION', command: 'DATA' }, 'in-doubt', undefined],
  [{ code: 'ETIMEDOUT' }, 'in-doubt', undefined],
])('SMTP error %j: %s', (error, kind, suppress) => {
  expect(smtpRefusal(error)).toMatchObject({ kind, suppress })
})

test('the county’s mail server gets the message whole, and its refusals are understood', async () => {
  const mails: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) =>
      done(address.startsWith('gone') ? Object.assign(new Error('no such mailbox'), { responseCode: 550 }) : null),
    onData: (stream, _session, done) => {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        mails.push(Buffer.concat(parts).toString('utf8'))
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  const transport = smtpTransport({ SMTP_URL: `smtp://127.0.0.1:${port}`, EMAIL_FROM: 'alerts@county.example' })
  try {
    await transport.send({ ...outgoing, message: email })
    const mail = await PostalMime.parse(mails[0] ?? '')
    expect(mail).toMatchObject({
      subject: email.subject,
      from: { name: email.fromName, address: 'alerts@county.example' },
      html: '<p>Text</p>\n',
    })
    expect(mail.headers).toContainEqual(
      expect.objectContaining({ key: 'list-unsubscribe-post', value: 'List-Unsubscribe=One-Click' }),
    )
    expect(mail.to).toEqual([expect.objectContaining({ address: email.to })])
    await expect(transport.send({ ...outgoing, message: { ...email, to: 'gone@example.org' } })).rejects.toMatchObject({
      kind: 'refused',
      suppress: 'bounce',
    })
  } finally {
    await transport.close()
    await new Promise<void>((resolve) => server.close(resolve))
  }
})
