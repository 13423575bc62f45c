import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type DeliverySetup, openDeliverySetup } from '#tests/fixtures/delivery.ts'
import type { CallbackRates } from '#tests/standins/callback-faults.ts'
import type { CallbackRecord } from '#tests/standins/callbacks.ts'
import { startWithProviders } from './with-providers.ts'

let setup: DeliverySetup
let stop: () => Promise<void>
beforeAll(async () => {
  setup = await openDeliverySetup()
})
afterEach(async () => {
  await stop()
  await setup.rows('delete from delivery')
  await setup.rows('delete from provider_callback')
})
afterAll(() => setup.close())

async function start(options: Parameters<typeof startWithProviders>[1]) {
  const started = await startWithProviders(setup, options)
  stop = started.stop
  return started.providers
}

const untilState = (id: number, state: string) =>
  setup.until(`notice ${id} is ${state}`, async () => (await setup.notice(id)).state === state)

test.each<[keyof CallbackRates, string, CallbackRecord['end'], number]>([
  ['dropped', 'accepted', 'dropped', 0],
  ['tripled', 'delivered', 'acknowledged', 4],
  ['reordered', 'delivered', 'acknowledged', 4],
  ['beforeAnswer', 'delivered', 'acknowledged', 4],
])('reports %s: an email and a text are %s, each sent once', async (fault, state, end, stored) => {
  const providers = await start({ rates: { [fault]: 1 } })
  const ids = [(await setup.match()).noticeId, (await setup.match({ channel: 'PHONE' })).noticeId]
  for (const id of ids) await untilState(id, state)
  await providers.idle()
  expect(new Set(providers.readCallbacks().map((report) => report.end))).toEqual(new Set([end]))
  await setup.until('they are applied', async () => {
    const left = await setup.rows('select 1 from provider_callback where applied_at is null')
    return left.length === 0
  })
  // A report may arrive before the answer, and be applied before that is recorded.
  await setup.until('the calls are recorded', async () => {
    const notices = await Promise.all(ids.map((id) => setup.notice(id)))
    return notices.every(({ attempts }) => attempts.length > 0)
  })
  expect(await setup.rows('select 1 from provider_callback')).toHaveLength(stored)
  for (const id of ids)
    expect(await setup.notice(id)).toMatchObject({ state, attempts: ['accepted'], possibly_twice: false })
  expect(providers.readLedger().map((entry) => entry.end)).toEqual(['answered', 'answered'])
  expect(providers.readBreaches()).toEqual([])
})

test('a report that comes although the answer was lost settles the call: nothing is sent twice', async () => {
  const providers = await start({ faults: { sendgrid: { resetAfter: 1 }, twilio: { cutBody: 1 } } })
  const ids = [(await setup.match()).noticeId, (await setup.match({ channel: 'PHONE' })).noticeId]
  for (const id of ids) await untilState(id, 'delivered')
  for (const id of ids) expect(await setup.notice(id)).toMatchObject({ possibly_twice: false, delivery: false })
  expect(providers.readLedger().map(({ notice, end }) => `${notice} ${end}`)).toEqual(
    expect.arrayContaining([`${ids[0]} reset`, `${ids[1]} cut body`]),
  )
  expect(providers.readLedger()).toHaveLength(2)
})

type Stop = { kind: string; target: string; channel: 'EMAIL' | 'PHONE'; reason: string; messages: number }

/** Writes to each until it is suppressed, and then once more. */
async function checkStops(stops: Stop[], email: 'sendgrid' | 'smtp') {
  const addressees = Object.fromEntries(stops.map(({ kind, target }) => [kind, [target]]))
  const providers = await start({ addressees, email })
  // A first complaint stops what its own owner gets, a second one what every owner gets.
  for (const { channel, target, reason } of stops)
    for (let owners = reason === 'complaint' ? 2 : 1; owners > 0; owners--) await setup.match({ channel, target })
  for (const { target, reason } of stops)
    await setup.until(`${target} is suppressed`, async () => {
      const rows = await setup.rows(
        'select 1 from suppression where target = $1 and reason = $2 and owner_id is null',
        [target, reason],
      )
      return rows.length > 0
    })
  await providers.idle()
  for (const { channel, target } of stops)
    await untilState((await setup.match({ channel, target })).noticeId, 'cancelled')
  const taken = Map.groupBy(providers.readLedger(), ({ to }) => to)
  expect(stops.map(({ target }) => [target, taken.get(target)?.length ?? 0])).toEqual(
    stops.map(({ target, messages }) => [target, messages]),
  )
  return providers
}

test('an address or number gets nothing more after a bounce, a complaint or a STOP', async () => {
  const stops: Stop[] = [
    { kind: 'bounces', target: 'nobody@example.org', channel: 'EMAIL', reason: 'bounce', messages: 1 },
    { kind: 'complaints', target: 'annoyed@example.org', channel: 'EMAIL', reason: 'complaint', messages: 2 },
    { kind: 'stopped', target: '+16125550151', channel: 'PHONE', reason: 'stop', messages: 0 },
    { kind: 'repliesStop', target: '+16125550152', channel: 'PHONE', reason: 'stop', messages: 1 },
    { kind: 'undeliverable', target: '+16125550153', channel: 'PHONE', reason: 'bounce', messages: 1 },
  ]
  const providers = await checkStops(stops, 'sendgrid')
  const heard = providers.readStops().map(({ to, reason }) => `${to} ${reason}`)
  expect(heard.toSorted()).toEqual(
    stops
      .flatMap(({ target, reason, messages }) => Array(Math.max(1, messages)).fill(`${target} ${reason}`))
      .toSorted(),
  )
})

test('an address that the mail server refuses gets nothing more', async () => {
  const gone: Stop = { kind: 'bounces', target: 'gone@example.org', channel: 'EMAIL', reason: 'bounce', messages: 0 }
  const providers = await checkStops([gone], 'smtp')
  expect(providers.readStops()).toMatchObject([{ to: gone.target, reason: 'bounce' }])
})

test('a text that a report refused is no answer about the next call, which failed: it is sent again', async () => {
  const { twilio, idle, readBreaches } = await start({})
  // The first call is accepted, and the second is not.
  Object.defineProperty(twilio, 'refusesLater', { get: () => twilio.ledger.length === 1 })
  twilio.fail({ fault: { delayMs: 0 }, times: 1 })
  twilio.fail({ fault: { status: 503 }, times: 1 })
  const { noticeId } = await setup.match({ channel: 'PHONE' })
  await untilState(noticeId, 'delivered')
  await idle()
  expect(twilio.ledger.map(({ progress }) => progress?.status)).toEqual(['undelivered', 'delivered'])
  expect((await setup.notice(noticeId)).attempts.slice(0, 2)).toEqual(['refused', 'perhaps_taken'])
  expect(readBreaches()).toEqual([])
})
