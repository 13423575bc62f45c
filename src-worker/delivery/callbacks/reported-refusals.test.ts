import { array, assert, asyncProperty, nat, shuffledSubarray } from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { assessHealth } from '#shared/domain/monitoring/health.ts'
import { readProviders } from '#shared/node/domain/monitoring/providers.queries.ts'
import { type DeliverySetup, openDeliverySetup } from '#tests/fixtures/delivery.ts'
import { claimNotices } from '../claim.queries.ts'
import { type CheckedNotice, commitCalls } from '../commit-calls.queries.ts'
import { recordOutcomes } from '../outcome.queries.ts'
import { applyCallbacks } from './callbacks.ts'

/** A provider accepts a message, and reports later that it refuses the county. */
let setup: DeliverySetup
beforeAll(async () => {
  setup = await openDeliverySetup()
})
beforeEach(async () => {
  for (const table of ['delivery', 'refusal', 'provider_callback', 'suppression'])
    await setup.rows(`delete from ${table}`)
  await setup.rows('update provider_state set arrived_call_at = null')
})
afterAll(() => setup.close())

type Made = { noticeId: number; target: string }
const make = ({ to, migrated = false }: { to: string; migrated?: boolean }): Promise<Made> =>
  setup.match({ channel: to.startsWith('+') ? 'PHONE' : 'EMAIL', target: to }).then(async (made) => {
    if (migrated) await setup.rows('update email_address set migrated = true where address = $1', [to])
    return made
  })

/** Starts the call of a notice, no matter when it is due. */
async function begin({ noticeId }: Made): Promise<CheckedNotice> {
  await setup.rows('update delivery set next_attempt_at = now() where notice_id = $1', [noticeId])
  const claimed = (await claimNotices(setup, 100, 60_000)).filter(({ id }) => id === noticeId)
  const [call] = await commitCalls(setup, claimed, { today: '2026-11-20', leaseMs: 60_000, spareMs: 1000 })
  if (!call) throw new Error('It is not called.')
  return call
}
const end = ({ id, fence, possiblyTwice, databaseNow }: CheckedNotice) => {
  const call = { outcome: 'accepted' as const, calledAt: databaseNow(), endedAt: databaseNow(), detail: '' }
  return recordOutcomes(setup, [
    { id, fence, possiblyTwice, state: 'accepted', reason: '', waitMs: null, providerMessageId: `m${fence}`, call },
  ])
}
const call = async (made: Made): Promise<CheckedNotice> => {
  const begun = await begin(made)
  await end(begun)
  return begun
}

let keys = 0
const keep = (provider: string, body: object) =>
  setup.rows('insert into provider_callback (provider, dedupe_key, body) values ($1, $2, $3)', [
    provider,
    `key ${++keys}`,
    JSON.stringify(body),
  ])
const apply = async () => {
  while (await applyCallbacks(setup.deps()));
}

type Said = Record<string, string>
/** The provider's callback about a call, in its own format. */
const report = ({ id, fence, target, channel }: CheckedNotice, said: Said) =>
  channel === 'EMAIL'
    ? keep('sendgrid', {
        email: target,
        timestamp: Math.floor(Date.now() / 1000),
        'smtp-id': '<14c5d75ce93.dfd.64b469@ismtpd-555>',
        sg_event_id: `event ${keys}`,
        sg_message_id: '14c5d75ce93.dfd.64b469.filter0001.16648.5515E0B88.0',
        notice: String(id),
        attempt: String(fence),
        ...said,
      })
    : keep('twilio-status', {
        AccountSid: 'AC1',
        ApiVersion: '2010-04-01',
        From: '+16125550100',
        To: target,
        MessageSid: `SM${id}`,
        SmsSid: `SM${id}`,
        SmsStatus: said.MessageStatus,
        query: { notice: String(id), attempt: String(fence) },
        ...said,
      })
const state = async ({ noticeId }: Made) => {
  const { state: now, delivery } = await setup.notice(noticeId)
  return `${now}${delivery ? ', due' : ''}`
}
const waits = 'waiting, due'

const text = (ErrorCode: string): Said => ({ MessageStatus: 'undelivered', ErrorCode })
const blocked = (reason: string, status: string): Said => ({ event: 'bounce', type: 'blocked', reason, status })
const dropped = (reason: string): Said => ({ event: 'dropped', reason, status: '5.0.0' })
const unregistered = text('30034')
const noSpf = blocked('550 5.7.26 This mail has been blocked because the sender is unauthenticated.', '5.7.26')

test.each<[string, Said, string]>([
  ['+16125557001', unregistered, waits],
  ['+16125557001', text('30002'), waits],
  ['+16125557001', { MessageStatus: 'failed', ErrorCode: '30007' }, waits],
  ['+16125557001', text('30005'), 'failed'],
  ['+16125557001', text('21610'), 'failed'],
  ['+16125557001', text('30008'), 'failed'],
  ['ada@one.example', noSpf, waits],
  ['ada@one.example', blocked('554 5.7.1 Service unavailable; Client host [192.0.2.7] blocked', '5.7.1'), waits],
  ['ada@one.example', blocked('421 4.7.0 Try again later', '4.7.0'), waits],
  ['ada@one.example', blocked('554 Your host is on our block list', '5.0.0'), waits],
  ['ada@one.example', blocked('550 Reverse DNS not found', '5.0.0'), waits],
  ['ada@one.example', blocked('unable to get mx info: failed to get IPs', '5.4.4'), waits],
  ['ada@one.example', blocked('552 5.2.2 The mailbox is full', '5.2.2'), 'failed'],
  ['ada@one.example', blocked('554 5.6.0 Message refused', '5.6.0'), 'failed'],
  ['ada@one.example', { event: 'bounce', type: 'bounce', reason: '550 5.1.1 No such user', status: '5.1.1' }, 'failed'],
  ['ada@one.example', dropped('Recipient List over Package Quota'), waits],
  ['ada@one.example', dropped('Invalid SMTPAPI header'), waits],
  ['ada@one.example', dropped('Invalid'), 'failed'],
  ['ada@one.example', dropped('Spam Content'), 'failed'],
])('to %s, later %j: %s', async (to, said, expected) => {
  const made = await make({ to })
  await report(await call(made), said)
  await apply()
  expect(await state(made)).toBe(expected)
  if (expected !== waits) return
  expect(await setup.rows('select target from suppression')).toEqual([])
  // It was not delivered: the next message does not say that it may come twice.
  const [due] = await setup.rows<{ calls: number; later: boolean }>(
    `select calls, next_attempt_at > now() as later from delivery where notice_id = $1`,
    [made.noticeId],
  )
  expect(due).toEqual({ calls: 1, later: true })
  expect((await call(made)).possiblyTwice).toBe(false)
  expect(await setup.notice(made.noticeId)).toMatchObject({ state: 'accepted', possibly_twice: false })
})

test.each<[string, string, Said[], string]>([
  ['refused', '+16125557001', [{ MessageStatus: 'sent' }, unregistered], waits],
  ['refused', 'ada@one.example', [{ event: 'processed' }, { event: 'deferred', response: '451 later' }, noSpf], waits],
  // The reports contradict each other, so the next message says that it may come twice.
  ['refused, also delivered', 'ada@one.example', [{ event: 'delivered' }, noSpf], `${waits}, marked`],
  [
    'refused, then the address no longer exists',
    'ada@one.example',
    [noSpf, { event: 'bounce', type: 'bounce' }],
    'failed',
  ],
])(
  '%s (%s): ends the same for reports in any order and any number of times, before or after the answer',
  async (_, to, said, expected) => {
    await assert(
      asyncProperty(
        array(nat(said.length - 1), { maxLength: 4 }),
        shuffledSubarray(said, { minLength: said.length }),
        nat(said.length),
        async (again, order, answeredAfter) => {
          const made = await make({ to })
          const begun = await begin(made)
          for (const [place, one] of [...order, ...again.map((index) => said[index] ?? noSpf)].entries()) {
            if (place === answeredAfter) await end(begun)
            await report(begun, one)
            if (again.length % 2 === 0) await apply()
          }
          if (answeredAfter >= said.length + again.length) await end(begun)
          await apply()
          const { possibly_twice: isMarked } = await setup.notice(made.noticeId)
          expect((await state(made)) + (isMarked && expected !== 'failed' ? ', marked' : '')).toBe(expected)
          if (expected === 'failed') return
          // The next call has its own outcome, whatever was reported about the first.
          const second = await call(made)
          for (const one of order) await report(begun, one)
          await apply()
          expect(await state(made)).toBe('accepted')
          await report(second, to.startsWith('+') ? { MessageStatus: 'delivered' } : { event: 'delivered' })
          await apply()
          expect(await state(made)).toBe('delivered')
        },
      ),
      { numRuns: 12, seed: 1 },
    )
  },
)

/** The worker stops during a call, which thus gets no answer. */
const stopWorker = ({ noticeId }: Made) =>
  setup.rows(`update delivery set calling_at = null, lease_until = null where notice_id = $1`, [noticeId])

test.each<[string, string, Said, Said]>([
  ['the county', '+16125557001', { MessageStatus: 'delivered' }, unregistered],
  ['the county', 'ada@one.example', { event: 'delivered' }, noSpf],
  ['the message', '+16125557001', { MessageStatus: 'delivered' }, text('30008')],
  ['the recipient', '+16125557001', { MessageStatus: 'delivered' }, text('30003')],
])(
  'keeps a notice delivered if one call arrived, though %s is refused for another (%s)',
  async (_, to, arrivedSaid, refusal) => {
    for (const arrivedCall of [0, 1])
      for (const order of ['arrived', 'refused', 'together', 'together reversed']) {
        const made = await make({ to })
        const calls = [await begin(made)]
        await stopWorker(made)
        calls.push(await call(made))
        const reports = calls.map((one, place) => () => report(one, place === arrivedCall ? arrivedSaid : refusal))
        const isReversed = (order === 'arrived' || order === 'together') === (arrivedCall === 1)
        for (const post of isReversed ? reports.toReversed() : reports) {
          await post()
          if (!order.startsWith('together')) await apply()
        }
        await apply()
        expect([order, await state(made)]).toEqual([order, 'delivered'])
      }
  },
)

test('waits for the third call after two without an answer were both refused later, in any order', async () => {
  for (const isReversed of [false, true]) {
    const made = await make({ to: '+16125557001' })
    const calls = [await begin(made)]
    await stopWorker(made)
    calls.push(await begin(made))
    for (const one of isReversed ? calls.toReversed() : calls) {
      await report(one, unregistered)
      await apply()
    }
    expect(await state(made)).toBe(waits)
    expect((await call(made)).fence).toBeGreaterThan(calls[1]!.fence)
  }
})

test.each([
  ['processed, blocked', ['processed', 'blocked'], false],
  ['blocked, processed', ['blocked', 'processed'], false],
  ['processed and blocked, read together', ['processed', 'blocked'], true],
])(
  'does not take a later refusal of a call (%s) for an answer about the next call, which got none',
  async (_, order, together) => {
    const made = await make({ to: 'ada@one.example' })
    const first = await begin(made)
    await stopWorker(made)
    const second = await begin(made)
    const { id, fence, possiblyTwice, databaseNow } = second
    const lost = { outcome: 'in_doubt' as const, calledAt: databaseNow(), endedAt: databaseNow(), detail: '' }
    await recordOutcomes(setup, [
      { id, fence, possiblyTwice, state: 'in_doubt', reason: '', waitMs: 0, providerMessageId: null, call: lost },
    ])
    for (const said of order) {
      await report(first, said === 'blocked' ? noSpf : { event: said })
      if (!together) await apply()
    }
    await apply()
    expect(await state(made)).toMatch(/^(in_doubt|waiting), due$/)
    // A provider that offers its messages for lookup will be asked about it.
    expect(
      await setup.rows(
        `select 1 from delivery where notice_id = $1 and coalesce(doubt_since, perhaps_taken_since) is not null`,
        [made.noticeId],
      ),
    ).toHaveLength(1)
    expect((await call(made)).possiblyTwice).toBe(true)
  },
)

test('retries for a day from the first call, and then lists the notice as failed', async () => {
  const made = await make({ to: '+16125557001' })
  const first = await call(made)
  await report(first, unregistered)
  await apply()
  const second = await call(made)
  await setup.rows(
    `update notice_attempt set called_at = now() - interval '25 hours' where notice_id = $1 and attempt = $2`,
    [made.noticeId, first.fence],
  )
  await report(second, unregistered)
  await apply()
  expect(await state(made)).toBe('failed')
  expect((await setup.notice(made.noticeId)).reason).toContain('Twilio 30034')
})

test('changes nothing for a late report about a refused call once the notice was given up', async () => {
  const made = await make({ to: '+16125557001' })
  const first = await call(made)
  await report(first, unregistered)
  await apply()
  const { id, fence, possiblyTwice, databaseNow } = await begin(made)
  const last = { outcome: 'retry' as const, calledAt: databaseNow(), endedAt: databaseNow(), detail: '' }
  const ended = { state: 'failed' as const, reason: 'no', waitMs: null, providerMessageId: null, call: last }
  await recordOutcomes(setup, [{ id, fence, possiblyTwice, ...ended }])
  await report(first, { MessageStatus: 'sent' })
  await apply()
  expect(await state(made)).toBe('failed')
})

/** Makes each call in turn, and then reports all of them in order. */
async function callAll(people: { to: string; said: Said; migrated?: boolean }[]): Promise<string[]> {
  const calls: [Made, CheckedNotice, Said][] = []
  for (const { said, ...person } of people) {
    const made = await make(person)
    calls.push([made, await call(made), said])
  }
  // The messages that arrived report first.
  const order = calls.toSorted(([, , a], [, , b]) => Number(a.event !== 'delivered') - Number(b.event !== 'delivered'))
  for (const [, called, said] of order) await report(called, said)
  await apply()
  return Promise.all(calls.map(([made]) => state(made)))
}

const odd = blocked('554 5.6.0 Message refused', '5.6.0')
const addresses = ['ada@one.example', 'bo@one.example', 'cy@one.example', 'di@one.example', 'ed@two.example']
const five = addresses.map((to) => ({ to, said: odd }))
const arrived = { to: 'x@x.example', said: { event: 'delivered' } }
test.each<[string, { to: string; said: Said; migrated?: boolean }[], boolean]>([
  ['five recipients at two domains', five, true],
  ['numbers, which have no domain', [1, 2, 3, 4, 5].map((n) => ({ to: `+1612555700${n}`, said: text('30008') })), true],
  ['four', five.slice(1), false],
  ['five at one domain', five.map(({ to, said }) => ({ to: to.replace('two', 'one'), said })), false],
  ['five in two ways', [...five.slice(1), { to: 'ada@one.example', said: dropped('Spam Content') }], false],
  ['five imported addresses', five.map((one) => ({ ...one, migrated: true })), false],
  ['five, and a later message arrived', [...five, arrived], false],
  ['five, and a message called between them arrived', [...five.slice(0, 3), arrived, ...five.slice(3)], false],
  ['five, and an earlier message arrived', [arrived, ...five], true],
])('%s refused alike, by reports', async (_which, people, ofSender) => {
  expect(await callAll(people)).toEqual(
    people.map(({ said }) => (said.event === 'delivered' ? 'delivered' : ofSender ? waits : 'failed')),
  )
})

test('shows the provider’s words in the health until a message arrives, not until a call is accepted', async () => {
  const health = async () => {
    const providers = await readProviders(setup.db)
    const { problems } = assessHealth({ ...wellFigures, providers })
    return problems.flatMap((problem) => (problem.code === 'provider' ? [problem] : []))
  }
  const made = await make({ to: '+16125557001' })
  expect(await health()).toEqual([])
  for (let times = 0; times < 3; times++) {
    await report(await call(made), unregistered)
    await apply()
  }
  await report(await call(made), { MessageStatus: 'sent' })
  await call(await make({ to: '+16125557002' }))
  await apply()
  const [problem] = await health()
  expect(problem).toMatchObject({ channel: 'PHONE', count: 3, needsSetUp: true })
  expect(problem?.answer).toContain('Finish its registration')
  await report(await call(await make({ to: '+16125557003' })), { MessageStatus: 'delivered' })
  await apply()
  expect(await health()).toEqual([])
})

const wellFigures: Parameters<typeof assessHealth>[0] = {
  deliveryPausedSeconds: null,
  failed: 0,
  refusedAddresses: 0,
  isDiskFull: false,
  lastBackupSeconds: null,
  inDoubt: 0,
  held: 0,
  reportsOverdue: 0,
  quarantine: 0,
  oldestDueSeconds: 0,
  oldestUnsentSeconds: 0,
  oldestUnmatchedSeconds: 0,
  p99: null,
  providers: [],
  feeds: [],
  database: { oldestTransactionSeconds: 0 },
  audit: { unchainedSeconds: 0 },
  processes: [{ kind: 'worker', seenSeconds: 0 }],
}
