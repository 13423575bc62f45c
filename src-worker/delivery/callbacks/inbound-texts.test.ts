import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { twilioTransport } from '#shared/node/providers/twilio/transport.ts'
import { type DeliverySetup, openDeliverySetup } from '#tests/fixtures/delivery.ts'
import { toEntry } from '#tests/standins/ledger.ts'
import { twilioAccount, twilioNumber, twilioToken } from '#tests/standins/twilio-account.ts'
import { startTwilio, type TwilioStandIn } from '#tests/standins/twilio.ts'
import { applyCallbacks } from './callbacks.ts'
import { recoverTexts } from './inbound-texts.ts'

let setup: DeliverySetup
let twilio: TwilioStandIn
beforeAll(async () => {
  ;[setup, twilio] = await Promise.all([openDeliverySetup(), startTwilio()])
})
beforeEach(async () => {
  twilio.reset()
  await setup.rows('delete from provider_callback')
  await setup.rows(`update inbound_texts set complete_until = now() - interval '1 hour', looked_at = null`)
})
afterAll(async () => {
  expect(twilio.breaches).toEqual([])
  await Promise.all([setup.close(), twilio.stop()])
})

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)
const look = (notWithinMs = 0, from = twilioNumber) =>
  recoverTexts(
    setup.deps(),
    twilioTransport({
      TWILIO_ACCOUNT_SID: twilioAccount,
      TWILIO_AUTH_TOKEN: twilioToken,
      TWILIO_FROM: from,
      TWILIO_BASE_URL: twilio.url,
      PUBLIC_URL: 'http://alerts.test',
    }),
    notWithinMs,
  )
const apply = async () => {
  while (await applyCallbacks(setup.deps()));
}
const stopped = async (number: string) =>
  (await setup.rows('select 1 from suppression where target = $1 and lifted_at is null', [number])).length > 0
const completeUntil = async () => {
  const [row] = await setup.rows<{ complete_until: Date }>('select complete_until from inbound_texts')
  return row?.complete_until.getTime() ?? 0
}

test('recovers the texts of an outage and applies them as if their webhooks had arrived', async () => {
  const phone = await setup.recipient({
    userId: await setup.user(),
    channel: 'PHONE',
    verified: false,
    validated: true,
  })
  await setup.rows(
    `insert into ticket (hash, purpose, phone_id, expires_at) values ($1, 'phone', $2, now() + interval '1 hour')`,
    [Buffer.from('a ticket'), phone.id],
  )
  twilio.inbound(phone.target, 'YES', minutesAgo(30))
  twilio.inbound('+16125550150', 'STOP', minutesAgo(20))
  twilio.inbound('+16125550151', 'HELP', minutesAgo(10))
  expect(await look()).toBe(3)
  await apply()
  expect(await setup.rows('select verified_at is not null as verified from phone where id = $1', [phone.id])).toEqual([
    { verified: true },
  ])
  expect(await stopped('+16125550150')).toBe(true)
  expect(await setup.rows(`select target from notice where template = 'help-text'`)).toEqual([
    { target: '+16125550151' },
  ])
  expect(Math.abs((await completeUntil()) - Date.now())).toBeLessThan(300_000)
})

test.each([
  ['lifted an earlier STOP', true],
  ['had nothing to lift', false],
])(
  'stores a text whose webhook arrived only once, and lets a recovered STOP lift no later START, which %s',
  async (_what, hadStopped) => {
    const number = hadStopped ? '+16125550160' : '+16125550161'
    // STOP was lost; START, ten minutes later, arrived.
    twilio.inbound(number, 'STOP', minutesAgo(20))
    const start = twilio.inbound(number, 'START', minutesAgo(10))
    if (hadStopped)
      await setup.rows(
        `insert into suppression (channel, target, reason, created_at) values ('PHONE', $1, 'stop', now() - interval '1 day')`,
        [number],
      )
    await setup.rows(
      `insert into provider_callback (provider, dedupe_key, body, received_at) values ('twilio-inbound', $1, $2, now() - interval '10 minutes')`,
      [start.MessageSid, JSON.stringify({ ...start, query: {} })],
    )
    await apply()
    expect(await stopped(number)).toBe(false)
    await look()
    expect(await look()).toBe(0)
    await apply()
    expect(await stopped(number)).toBe(false)
    expect(
      await setup.rows(`select count(*)::int as texts from provider_callback where body ->> 'From' = $1`, [number]),
    ).toEqual([{ texts: 2 }])
  },
)

test('looks at most every few minutes across all workers, and never far into the past', async () => {
  await setup.rows(`update inbound_texts set complete_until = now() - interval '1 year'`)
  twilio.inbound('+16125550170', 'STOP', minutesAgo(8 * 24 * 60))
  const due = twilio.inbound('+16125550170', 'HELP', minutesAgo(6 * 24 * 60))
  const [one, another] = await Promise.all([look(60_000), look(60_000)])
  expect([one, another].filter((stored) => stored > 0)).toHaveLength(1)
  const keys = await setup.rows<{ dedupe_key: string }>(
    `select dedupe_key from provider_callback where body ->> 'From' = '+16125550170'`,
  )
  expect(keys).toEqual([{ dedupe_key: due.MessageSid }])
})

test('does not take an incomplete list for complete while Twilio fails', async () => {
  const before = await completeUntil()
  twilio.fail({ fault: { status: 503 } })
  expect(await look()).toBe(0)
  expect(await completeUntil()).toBe(before)
})

test('skips our own texts of a messaging service with several numbers', async () => {
  const message = { text: 'Reply STOP to end.', from: twilioNumber }
  twilio.ledger.push(
    toEntry('twilio', { id: `SM${'0'.repeat(32)}`, to: '+16125550180', notice: 1, attempt: 1, message }),
  )
  const asked = twilio.inbound('+16125550180', 'HELP', minutesAgo(1))
  await look(0, `MG${'0'.repeat(32)}`)
  expect(
    await setup.rows(`select dedupe_key from provider_callback where body ->> 'From' in ('+16125550180', $1)`, [
      twilioNumber,
    ]),
  ).toEqual([{ dedupe_key: asked.MessageSid }])
})
