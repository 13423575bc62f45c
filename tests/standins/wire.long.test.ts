import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Fault } from './faults.ts'
import { explainRepeat, type CallEnd } from './ledger.ts'
import type { StandIn } from './provider.ts'
import { type SendgridStandIn, sendgridKey, startSendgrid } from './sendgrid.ts'
import { type SmtpStandIn, startSmtp } from './smtp.ts'
import { twilioAccount, twilioNumber, twilioToken } from './twilio-account.ts'
import { startTwilio, type TwilioStandIn } from './twilio.ts'

let sendgrid: SendgridStandIn
let twilio: TwilioStandIn
let smtp: SmtpStandIn
beforeAll(async () => {
  ;[sendgrid, twilio, smtp] = await Promise.all([startSendgrid(), startTwilio(), startSmtp()])
})
beforeEach(() => {
  for (const provider of [sendgrid, twilio, smtp]) provider.reset()
})
afterAll(() => Promise.all([sendgrid.stop(), twilio.stop(), smtp.stop()]))

/** How long a caller waits for an answer that never arrives, and for one that does. */
const patienceMs = 1_500
const longPatienceMs = 60_000
const slowMs = 300

type Heard = { status: number; retryAfter: string | null; end: 'whole' | 'broken off' }
/** The answer that a client gets; the name of the error if it gets none. */
async function hear(url: string, init: RequestInit, maxMs = longPatienceMs): Promise<Heard | string> {
  try {
    const answer = await fetch(url, { method: 'POST', ...init, signal: AbortSignal.timeout(maxMs) })
    const end = await answer.text().then(
      () => 'whole' as const,
      () => 'broken off' as const,
    )
    const { status, headers } = answer
    return { status, retryAfter: headers.get('retry-after'), end }
  } catch (error) {
    const { name, cause } = error as Error & { cause?: { code?: string } }
    return cause?.code ?? name
  }
}
const sendEmail = (maxMs?: number) =>
  hear(
    `${sendgrid.url}/v3/mail/send`,
    {
      headers: { authorization: `Bearer ${sendgridKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        personalizations: [{ to: [{ email: 'resident@example.org' }], custom_args: { notice: '7', attempt: '2' } }],
        from: { email: 'alerts@county.example' },
        subject: 'A deed was recorded',
        content: [{ type: 'text/plain', value: 'Text' }],
      }),
    },
    maxMs,
  )
const sendText = (maxMs?: number) =>
  hear(
    `${twilio.url}/2010-04-01/Accounts/${twilioAccount}/Messages.json`,
    {
      headers: {
        authorization: `Basic ${Buffer.from(`${twilioAccount}:${twilioToken}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({
        To: '+16125550142',
        From: twilioNumber,
        Body: 'Hello',
        StatusCallback: 'https://alerts.test/webhooks/twilio/status?notice=7&attempt=2',
      }),
    },
    maxMs,
  )

const yes = { status: expect.toBeOneOf([201, 202]) as number, retryAfter: null, end: 'whole' }
const nothing = 'TimeoutError'
/**
 * Each fault, the answer that the caller gets, whether the message was accepted, and how its call ended by the ledger.
 */
const overHttp: [Fault | null, object | string, boolean, CallEnd][] = [
  [null, yes, true, 'answered'],
  [{ delayMs: slowMs }, yes, true, 'answered'],
  [{ slowBodyMs: slowMs }, yes, true, 'answered'],
  [{ status: 429, retryAfter: 7 }, { status: 429, retryAfter: '7', end: 'whole' }, false, 'failed'],
  [{ status: 500 }, { status: 500, end: 'whole' }, false, 'failed'],
  [{ status: 503, taken: true }, { status: 503, end: 'whole' }, true, 'failed'],
  ['hang', nothing, false, 'hang'],
  ['hang after', nothing, true, 'hang'],
  ['reset', 'ECONNRESET', false, 'reset'],
  ['reset after', 'ECONNRESET', true, 'reset'],
  ['cut body', { status: yes.status, end: 'broken off' }, true, 'cut body'],
]

describe.each<[string, () => StandIn, (maxMs?: number) => Promise<Heard | string>]>([
  ['SendGrid', () => sendgrid, sendEmail],
  ['Twilio', () => twilio, sendText],
])('%s', (_name, find, send) => {
  test.each(overHttp)('%j: the caller hears %j, taken: %j', async (fault, heard, taken, end) => {
    const provider = find()
    if (fault) provider.fail({ fault, times: 1 })
    const begun = performance.now()
    const got = await send(heard === nothing ? patienceMs : longPatienceMs)
    const tookMs = performance.now() - begun
    if (typeof heard === 'string') expect(got).toBe(heard)
    else expect(got).toMatchObject(heard)
    const [call, ...others] = taken ? provider.ledger : provider.notTaken
    expect(others).toEqual([])
    expect(call).toMatchObject({ notice: 7, attempt: 2, end })
    expect(provider.ledger).toHaveLength(taken ? 1 : 0)
    if (call && taken) expect(explainRepeat(call) === null).toBe(end === 'answered')
    if (fault && typeof fault === 'object' && !('status' in fault)) expect(tookMs).toBeGreaterThan(slowMs * 0.9)
  })

  test('a caller that goes before a late answer leaves its message in the ledger, as not answered', async () => {
    const provider = find()
    provider.fail({ fault: { delayMs: patienceMs + 50 }, times: 1 })
    expect(await send(patienceMs)).toBe(nothing)
    await vi.waitFor(() => expect(provider.ledger[0]?.end).toBe('caller gone'), { timeout: 60_000 })
  })

  test('once calm, calls that hang are broken off, and the next is answered', async () => {
    const provider = find()
    provider.fail({ fault: 'hang after' })
    const hanging = send()
    await vi.waitFor(() => expect(provider.ledger[0]?.end).toBe('hang'), { timeout: 60_000 })
    provider.calm()
    expect(await hanging).toBe('ECONNRESET')
    expect(await send()).toMatchObject(yes)
  })
})

/** As above; the caller gets its code, or the words for none. */
const overSmtp: [Fault | null, number | RegExp, boolean, CallEnd][] = [
  [null, 250, true, 'answered'],
  [{ delayMs: slowMs }, 250, true, 'answered'],
  [{ slowBodyMs: slowMs }, 250, true, 'answered'],
  [{ status: 429 }, 451, false, 'failed'],
  [{ status: 503 }, 451, false, 'failed'],
  [{ status: 400 }, 554, false, 'failed'],
  ['hang', /timeout/i, false, 'hang'],
  ['hang after', /timeout/i, true, 'hang'],
  ['reset', /ECONNRESET|closed/, false, 'reset'],
  ['reset after', /ECONNRESET|closed/, true, 'reset'],
  ['cut body', /closed/, true, 'cut body'],
]
const sendMail = async (to = 'resident@example.org', maxMs = longPatienceMs): Promise<number | string> => {
  const mailer = createTransport({ url: smtp.url, socketTimeout: maxMs })
  const link = `https://alerts.test/notice/${(77).toString(36)}-${'x'.repeat(22)}`
  try {
    const { response } = await mailer.sendMail({ from: 'alerts@county.example', to, subject: 'A deed', text: link })
    return Number(response.slice(0, 3))
  } catch (error) {
    const { responseCode, message } = error as Error & { responseCode?: number }
    return responseCode ?? message
  } finally {
    mailer.close()
  }
}

test.each(overSmtp)('the mail server: %j: the caller hears %s, taken: %j', async (fault, heard, taken, end) => {
  if (fault) smtp.fail({ fault, times: 1 })
  const begun = performance.now()
  const got = await sendMail(undefined, String(fault).startsWith('hang') ? patienceMs : longPatienceMs)
  if (typeof heard === 'number') expect(got).toBe(heard)
  else expect(got).toMatch(heard)
  const calls = taken ? smtp.ledger : smtp.notTaken
  expect(calls).toMatchObject([{ to: 'resident@example.org', notice: 77, end }])
  expect(smtp.ledger).toHaveLength(taken ? 1 : 0)
  if (end === 'answered' && fault) expect(performance.now() - begun).toBeGreaterThan(slowMs * 0.9)
})

test('the mail server refuses an address without a mailbox', async () => {
  smtp.bounces.add('gone@example.org')
  expect(await sendMail('gone@example.org')).toBe(550)
  expect(smtp.notTaken).toMatchObject([{ to: 'gone@example.org', status: 550, end: 'failed' }])
  expect(smtp.ledger).toEqual([])
})
