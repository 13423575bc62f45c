import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { queueNotice } from '#shared/node/domain/notices/notice.queries.ts'
import { openTransports } from '#shared/node/providers/registry.ts'
import { type DeliverySetup, openDeliverySetup } from '#tests/fixtures/delivery.ts'
import { standInEnv } from '#tests/standins/environment.ts'
import type { Entry } from '#tests/standins/ledger.ts'
import type { StandIn } from '#tests/standins/provider.ts'
import { type SendgridStandIn, startSendgrid } from '#tests/standins/sendgrid.ts'
import { startTwilio, type TwilioStandIn } from '#tests/standins/twilio.ts'
import type { Loop } from '../platform/deps.ts'
import type { WorkerDeps } from '../platform/deps.ts'
import { givenUpReason } from './call.ts'
import { applyCallbacks } from './callbacks/callbacks.ts'
import { claimNotices } from './claim.queries.ts'
import { commitCalls } from './commit-calls.queries.ts'
import { startDelivery } from './loop.ts'

let setup: DeliverySetup
let sendgrid: SendgridStandIn
let twilio: TwilioStandIn
let loop: Loop | undefined
beforeAll(async () => {
  ;[setup, sendgrid, twilio] = await Promise.all([openDeliverySetup(), startSendgrid(), startTwilio()])
})
beforeEach(async () => {
  sendgrid.reset()
  twilio.reset()
  twilio.stopped.clear()
  await setup.rows('delete from delivery')
})
afterEach(async () => {
  await loop?.stop()
  loop = undefined
  expect([...sendgrid.breaches, ...twilio.breaches]).toEqual([])
})
afterAll(async () => {
  await Promise.all([setup.close(), sendgrid.stop(), twilio.stop()])
})

/** 15 minutes are 0.9 s, 5 seconds are 5 ms. */
const deliveryClock = 1000
const deps = () => setup.deps({ deliveryClock }, standInEnv(sendgrid, twilio))
const startWith = async (its: WorkerDeps) => (loop = startDelivery(its, await openTransports(its)))
const start = () => startWith(deps())
const ended = (id: number) => setup.until('the notice ended', async () => !(await setup.notice(id)).delivery)
const saysTwice = ({ message }: Entry) => /You may get this (message|text) twice\./.test(JSON.stringify(message))
const takenBy = (provider: StandIn, id: number) => provider.ledger.filter((entry) => entry.notice === id)

test('calls the providers of an email and a text as their contracts require', async () => {
  const email = await setup.match()
  const text = await setup.match({ channel: 'PHONE' })
  await start()
  await ended(email.noticeId)
  await ended(text.noticeId)
  expect(takenBy(sendgrid, email.noticeId)).toMatchObject([{ to: email.target, attempt: 1 }])
  const headers = sendgrid.ledger[0]?.message.headers as Record<string, string>
  expect(headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
  expect(headers['List-Unsubscribe']).toMatch(/^<http:\/\/alerts\.test\/unsubscribe\/[\w-]+>$/)
  const [sent] = takenBy(twilio, text.noticeId)
  expect(await setup.notice(text.noticeId)).toMatchObject({ state: 'accepted', provider_message_id: sent?.id })
})

const sendgridRefusal = { status: 400, body: { errors: [{ field: 'from', message: 'no' }] } }
const twilioRefusal = { status: 400, body: { code: 21606, message: 'no', status: 400 } }

describe('a provider that does not accept a message', () => {
  test.each([
    ['busy', { status: 429, retryAfter: 1 }],
    ['closed to us', { status: 401 }],
  ])('is called again when it was %s', async (_what, fault) => {
    const { noticeId } = await setup.match()
    sendgrid.fail({ fault, times: 2 })
    await start()
    await ended(noticeId)
    expect(await setup.notice(noticeId)).toMatchObject({
      state: 'accepted',
      attempts: ['retry', 'retry', 'accepted'],
      possible_duplicate: false,
    })
    expect(takenBy(sendgrid, noticeId)).toHaveLength(1)
  })

  test.each([
    [sendgridRefusal, 'EMAIL'],
    [twilioRefusal, 'PHONE'],
  ] as const)('is called again when it refuses the county, and health says so', async (fault, channel) => {
    const { noticeId } = await setup.match({ channel })
    const provider = channel === 'EMAIL' ? sendgrid : twilio
    provider.fail({ fault })
    await start()
    const state = () =>
      setup.rows<{ needs: boolean; failed: number }>(
        'select needs_set_up as needs, failed_in_a_row as failed from provider_state where channel = $1',
        [channel],
      )
    await setup.until('health says so', async () => (await state()).some(({ needs, failed }) => needs && failed >= 3))
    expect(await setup.notice(noticeId)).toMatchObject({ state: 'waiting' })
    provider.heal()
    await ended(noticeId)
    expect(await setup.notice(noticeId)).toMatchObject({ state: 'accepted', possible_duplicate: false })
    await setup.until('health says that it works', async () => (await state()).every(({ needs }) => !needs))
  })

  test('is not called again after a refusal', async () => {
    const { noticeId } = await setup.match()
    sendgrid.fail({ fault: { status: 400, body: { errors: [{ field: 'subject', message: 'no' }] } }, times: 1 })
    await start()
    await ended(noticeId)
    expect(await setup.notice(noticeId)).toMatchObject({
      state: 'failed',
      attempts: ['refused'],
      reason: 'SendGrid answered 400 (subject).',
    })
  })

  test('is given up after 24 hours, and the notice is listed as failed', async () => {
    const { noticeId } = await setup.match()
    sendgrid.fail({ fault: { status: 500 } })
    await startWith(setup.deps({ deliveryClock: 100_000 }, standInEnv(sendgrid, twilio)))
    await ended(noticeId)
    const notice = await setup.notice(noticeId)
    expect(notice).toMatchObject({
      state: 'failed',
      reason: 'The provider did not accept this message within 24 hours.',
    })
    expect(notice.attempts.length).toBeGreaterThanOrEqual(6)
  })

  test.each([500, 502, 503, 504])(
    'and answers %d after it accepted an email: called again on schedule, not after 15 minutes, and says that it may come twice',
    async (status) => {
      const { noticeId } = await setup.match()
      sendgrid.fail({ fault: { status, taken: true }, times: 1 })
      // At this clock the 15 minutes would take a minute and a half.
      await startWith(setup.deps({ deliveryClock: 10, pollMs: 25 }, standInEnv(sendgrid, twilio)))
      await ended(noticeId)
      expect(await setup.notice(noticeId)).toMatchObject({
        state: 'accepted',
        attempts: ['perhaps_taken', 'accepted'],
        possible_duplicate: true,
      })
      expect(takenBy(sendgrid, noticeId).map(saysTwice)).toEqual([false, true])
    },
  )

  test('and answers 503 to a text that it accepted: is asked first, has it, and gets no second call', async () => {
    const { noticeId } = await setup.match({ channel: 'PHONE' })
    twilio.fail({ fault: { status: 503, taken: true }, times: 1 })
    await start()
    await ended(noticeId)
    const [sent, another] = takenBy(twilio, noticeId)
    expect(await setup.notice(noticeId)).toMatchObject({
      state: 'accepted',
      attempts: ['perhaps_taken'],
      provider_message_id: sent?.id,
      possible_duplicate: false,
    })
    expect(another).toBeUndefined()
  })

  test('and answers 503 to a text that it did not accept: is called again, and every later text says so, whatever came between', async () => {
    const { noticeId } = await setup.match({ channel: 'PHONE' })
    twilio.fail({ fault: { status: 503 }, times: 1 })
    await start()
    await setup.until('the first call failed', async () => (await setup.notice(noticeId)).attempts.length === 1)
    twilio.fail({ fault: { status: 429 }, times: 1 })
    await ended(noticeId)
    const { attempts, ...notice } = await setup.notice(noticeId)
    expect(notice).toMatchObject({ state: 'accepted', possible_duplicate: true })
    expect(attempts.at(0)).toBe('perhaps_taken')
    expect(takenBy(twilio, noticeId).map(saysTwice)).toEqual([true])
  })

  test('and answers 503 to calls and lookups alike: is given up after 24 hours', async () => {
    const { noticeId } = await setup.match({ channel: 'PHONE' })
    twilio.fail({ fault: { status: 503 } })
    await startWith(setup.deps({ deliveryClock: 100_000 }, standInEnv(sendgrid, twilio)))
    await ended(noticeId)
    expect(await setup.notice(noticeId)).toMatchObject({
      state: 'failed',
      attempts: ['perhaps_taken'],
      reason: givenUpReason,
    })
  })

  test('and accepts the message without an answer: its event decides, and we send nothing twice', async () => {
    const { noticeId } = await setup.match()
    sendgrid.fail({ fault: 'reset after', times: 1 })
    // The event must arrive before the 15 minutes are over.
    await startWith(setup.deps({ deliveryClock: 50 }, standInEnv(sendgrid, twilio)))
    await setup.until('the call is in doubt', async () => (await setup.notice(noticeId)).state === 'in_doubt')
    const [entry] = takenBy(sendgrid, noticeId)
    await setup.rows(`insert into provider_callback (provider, dedupe_key, body) values ('sendgrid', $1, $2)`, [
      `event of ${noticeId}`,
      JSON.stringify(entry && sendgrid.event(entry, 'processed')),
    ])
    await applyCallbacks(deps())
    expect(await setup.notice(noticeId)).toMatchObject({
      state: 'accepted',
      delivery: false,
      possible_duplicate: false,
    })
    expect(takenBy(sendgrid, noticeId)).toHaveLength(1)
  })

  test('and cuts the connection: gets another call, marked, after 15 minutes without a report', async () => {
    const { noticeId } = await setup.match()
    sendgrid.fail({ fault: 'reset after', times: 1 })
    await start()
    await ended(noticeId)
    expect(await setup.notice(noticeId)).toMatchObject({
      state: 'accepted',
      attempts: ['in_doubt', 'accepted'],
      possible_duplicate: true,
    })
    expect(takenBy(sendgrid, noticeId)).toHaveLength(2)
  })

  test('for as long as it resets connections: fails nothing, and gets each message once it accepts them again', async () => {
    const notices = await Promise.all(Array.from({ length: 8 }, () => setup.match()))
    sendgrid.fail({ fault: 'reset' })
    await start()
    const calls = () => sendgrid.notTaken.length
    await setup.until('each was called, and two found out', async () => calls() >= notices.length + 2)
    expect(
      (await Promise.all(notices.map(({ noticeId }) => setup.notice(noticeId)))).map(({ state }) => state),
    ).toEqual(notices.map(() => 'in_doubt'))
    sendgrid.heal()
    for (const { noticeId } of notices) await ended(noticeId)
    for (const { noticeId } of notices) {
      expect(await setup.notice(noticeId)).toMatchObject({ state: 'accepted', possible_duplicate: true })
      expect(takenBy(sendgrid, noticeId).map(saysTwice)).toEqual([true])
    }
  })

  test('asks Twilio by number and time: does not resend a text that it has, resends one that it lost', async () => {
    const kept = await setup.match({ channel: 'PHONE' })
    twilio.fail({ fault: 'reset after', times: 1 })
    await start()
    await ended(kept.noticeId)
    expect(await setup.notice(kept.noticeId)).toMatchObject({
      state: 'accepted',
      possible_duplicate: false,
      provider_message_id: takenBy(twilio, kept.noticeId)[0]?.id,
    })
    const lost = await setup.match({ channel: 'PHONE' })
    twilio.fail({ fault: 'reset', times: 1 })
    await ended(lost.noticeId)
    expect(await setup.notice(lost.noticeId)).toMatchObject({ state: 'accepted', possible_duplicate: false })
    expect(takenBy(twilio, kept.noticeId)).toHaveLength(1)
    expect(takenBy(twilio, lost.noticeId)).toHaveLength(1)
  })
})

test('suppresses a number for every owner at 21610 and notifies its owner by email', async () => {
  const { noticeId, target, userId } = await setup.match({ channel: 'PHONE' })
  twilio.stopped.add(target)
  await start()
  await ended(noticeId)
  expect(await setup.notice(noticeId)).toMatchObject({ state: 'failed', attempts: ['refused'] })
  expect(await setup.rows('select reason, owner_id from suppression where target = $1', [target])).toEqual([
    { reason: 'stop', owner_id: null },
  ])
  await setup.until('the owner is told', async () => sendgrid.ledger.length === 1)
  const [account] = await setup.rows<{ email: string }>('select email from "user" where id = $1', [userId])
  expect(sendgrid.ledger[0]).toMatchObject({
    to: account?.email,
    message: { subject: 'We can no longer text one of your numbers' },
  })
})

test('fails a land line at its lookup and sends it no text', async () => {
  const userId = await setup.user()
  const { id, target } = await setup.recipient({ userId, channel: 'PHONE', verified: false })
  twilio.landlines.add(target)
  const noticeId = await queueNotice(setup.db, {
    kind: 'verify',
    template: 'verify-phone',
    channel: 'PHONE',
    target,
    userId,
    recipientId: id,
    data: {},
  })
  await start()
  await ended(noticeId)
  expect(await setup.notice(noticeId)).toMatchObject({
    state: 'failed',
    reason: 'This is a landline; it cannot receive texts.',
  })
  expect(twilio.ledger).toEqual([])
})

test('uses the verified email past the text budget, and says so', async () => {
  await setup.setting('service', { textBudgetPerMonth: 0 })
  const { noticeId, userId, alertIds } = await setup.match({ channel: 'PHONE' })
  const email = await setup.recipient({ userId })
  await setup.inUse(email.id, alertIds[0])
  await start()
  await ended(noticeId)
  await setup.setting('service', {})
  expect(await setup.notice(noticeId)).toMatchObject({
    state: 'accepted',
    channel: 'EMAIL',
    target: email.target,
    instead_of_text: true,
  })
  const content = sendgrid.ledger[0]?.message.content as { value: string }[]
  expect(content[0]?.value).toContain('The county has used up its texts for this month, so we sent this email instead')
  expect(twilio.ledger).toEqual([])
})

describe('between claim and call', () => {
  test('leaves the calls of a killed worker in doubt: one more call each, all marked, none lost', async () => {
    const notices = await Promise.all([setup.match(), setup.match(), setup.match()])
    const leaseMs = 60_000
    const claimed = await claimNotices(setup, 10, leaseMs)
    const marked = await commitCalls(setup, claimed.slice(0, 2), { today: '2026-11-20', leaseMs, spareMs: 1 })
    expect(marked.map(({ skipReason }) => skipReason)).toEqual([null, null])
    await setup.rows('update delivery set lease_until = now()')
    await start()
    for (const { noticeId } of notices) await ended(noticeId)
    const states = await Promise.all(notices.map(({ noticeId }) => setup.notice(noticeId)))
    const called = new Set(marked.map(({ id }) => id))
    expect(states.map(({ state, possible_duplicate }) => ({ state, possible_duplicate }))).toEqual(
      notices.map(({ noticeId }) => ({ state: 'accepted', possible_duplicate: called.has(noticeId) })),
    )
  })

  test('finishes the calls in hand when it stops, and gives the claims back', async () => {
    for (let i = 0; i < 130; i++) await setup.match()
    sendgrid.setLatency(100)
    await start()
    await setup.until(
      'calls are under way',
      async () => (await setup.rows('select 1 from delivery where calling_at is not null')).length > 0,
    )
    await loop?.stop()
    loop = undefined
    sendgrid.setLatency(0)
    expect(await setup.rows('select 1 from delivery where calling_at is not null or lease_until is not null')).toEqual(
      [],
    )
    const accepted = await setup.rows(
      'select 1 from notice n where state = $1 and not exists (select from delivery where notice_id = n.id) and id in (select notice_id from notice_attempt)',
      ['accepted'],
    )
    expect(accepted.length).toBeGreaterThanOrEqual(sendgrid.ledger.length)
  })
})
