import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readProviders, recordProviderCalls } from '#shared/node/domain/monitoring/providers.queries.ts'
import { type DeliverySetup, openDeliverySetup } from '#tests/fixtures/delivery.ts'
import { claimNotices } from './claim.queries.ts'
import { commitCalls } from './commit-calls.queries.ts'
import { liftRefusals } from './lift-refusals.ts'
import { recordOutcomes } from './outcome.queries.ts'

let setup: DeliverySetup
beforeAll(async () => {
  setup = await openDeliverySetup()
})
beforeEach(async () => {
  await setup.rows('delete from delivery')
  await setup.rows('delete from refusal')
})
afterAll(() => setup.close())

type Answer = { to: string; refusedFor?: string; accepted?: true; imported?: true }
const isPhone = (to: string) => to.startsWith('+')

/** Calls providers about a record for each of these, one after the other; returns their notices. */
async function callAll(answers: Answer[]): Promise<number[]> {
  const ids: number[] = []
  for (const answer of answers) {
    const { noticeId } = await setup.match({ channel: isPhone(answer.to) ? 'PHONE' : 'EMAIL', target: answer.to })
    if (answer.imported) await setup.rows('update email_address set migrated = true where address = $1', [answer.to])
    ids.push(noticeId)
    await callAgain([noticeId], answer)
  }
  return ids
}

/** Each of these notices is called once, whenever it is due, with the same answer. */
async function callAgain(ids: number[], { refusedFor = 'RCPT 550', accepted }: Omit<Answer, 'to'> = {}) {
  await setup.rows('update delivery set next_attempt_at = now() where notice_id = any($1)', [ids])
  const claimed = (await claimNotices(setup, 100, 60_000)).filter(({ id }) => ids.includes(id))
  const called = await commitCalls(setup, claimed, { today: '2026-11-20', leaseMs: 60_000, spareMs: 1000 })
  const at = new Date()
  await recordOutcomes(
    setup,
    called.map(({ id, fence }) => ({
      id,
      fence,
      possiblyTwice: false,
      waitMs: null,
      providerMessageId: null,
      ...(accepted
        ? { state: 'accepted' as const, reason: '' }
        : { state: 'failed' as const, reason: 'No, said the server.', refusedFor }),
      call: { outcome: accepted ? 'accepted' : 'refused', calledAt: at, endedAt: at, detail: accepted ? '' : 'No.' },
    })),
  )
}

const lift = () => liftRefusals(setup.deps())
const states = async (ids: number[]) =>
  (await Promise.all(ids.map((id) => setup.notice(id)))).map(({ state, delivery }) => `${state} ${delivery}`)
const needsSetUp = async () =>
  Object.fromEntries((await readProviders(setup.db)).map((provider) => [provider.channel, provider.needsSetUp]))

const addresses = ['ada@one.example', 'bo@one.example', 'cy@one.example', 'di@one.example', 'ed@two.example']
const all = (more: Partial<Answer> = {}): Answer[] => addresses.map((to) => ({ to, ...more }))

test('puts five recipients at two domains, refused alike, back on their schedule, and shows the reason in health', async () => {
  const ids = await callAll(all())
  expect(await states(ids)).toEqual(ids.map(() => 'failed false'))
  expect(await lift()).toBe(5)
  expect(await states(ids)).toEqual(ids.map(() => 'waiting true'))
  expect(await needsSetUp()).toEqual({ EMAIL: true, PHONE: false })
  expect(
    await setup.rows('select calls, next_attempt_at > now() as later from delivery where notice_id = any($1)', [ids]),
  ).toEqual(ids.map(() => ({ calls: 1, later: true })))

  // A sixth joins them, and each further refusal waits too.
  const sixth = await callAll([{ to: 'flo@one.example' }])
  await callAgain(ids)
  expect(await lift()).toBe(6)
  expect(await states([...ids, ...sixth])).toEqual([...ids, ...sixth].map(() => 'waiting true'))

  // A notice that is then refused for its recipient has ended.
  await callAgain(sixth, { refusedFor: '' })
  expect(await lift()).toBe(0)
  expect(await states(sixth)).toEqual(['failed false'])

  // A message that the provider accepts ends the row.
  await callAgain(ids.slice(0, 1), { accepted: true })
  await callAgain(ids.slice(1, 2))
  expect(await lift()).toBe(0)
  expect(await states(ids.slice(0, 3))).toEqual(['accepted false', 'failed false', 'waiting true'])
  expect(await needsSetUp()).toEqual({ EMAIL: false, PHONE: false })
})

test('leaves refused notices ended if a message is accepted before they wait again', async () => {
  const ids = await callAll([...all(), { to: 'x@x.example', accepted: true }])
  expect(await lift()).toBe(5)
  // One is refused again, and the provider accepts a message before a worker handles it.
  await callAgain(ids.slice(0, 1))
  await callAgain(ids.slice(1, 2), { accepted: true })
  expect(await lift()).toBe(1)
  expect(await states(ids.slice(0, 3))).toEqual(['waiting true', 'accepted false', 'waiting true'])
  await callAgain(ids.slice(2, 3), { accepted: true })
  expect(await setup.rows('select from refusal')).toEqual([])
})

test.each<[string, Answer[]]>([
  ['four', all().slice(1)],
  ['five at one domain', all().map(({ to }) => ({ to: to.replace('two', 'one') }))],
  ['one recipient five times', all().map(() => ({ to: 'ada@one.example' }))],
  ['five in two ways', [...all().slice(1), { to: 'ada@one.example', refusedFor: 'DATA 554' }]],
  ['five that name their recipients', all({ refusedFor: '' })],
  ['five imported addresses', all({ imported: true })],
  [
    'five, with a message accepted between them',
    [...all().slice(0, 3), { to: 'x@x.example', accepted: true }, ...all().slice(3)],
  ],
])('%s: refused for good', async (_which, answers) => {
  const ids = await callAll(answers)
  expect(await lift()).toBe(0)
  expect(await states(ids)).toEqual(answers.map(({ accepted }) => (accepted ? 'accepted false' : 'failed false')))
})

/** Staff resend them, and the provider accepts them. */
async function resend(ids: number[]) {
  await setup.rows(`update notice set state = 'waiting', ended_at = null, again_after = 1 where id = any($1)`, [ids])
  await setup.rows('insert into delivery (notice_id, lane, attempt) select unnest($1::bigint[]), 1, 2', [ids])
  await callAgain(ids, { accepted: true })
}

test.each<[string, Answer[], { after?: (ids: number[]) => Promise<unknown>; failing?: number; expected: boolean }]>([
  ['three', all().slice(2), { expected: true }],
  ['three imported addresses', all({ imported: true }).slice(2), { expected: true }],
  ['none', [], { expected: false }],
  ['five alike, which wait', all(), { after: lift, expected: false }],
  ['one, resent since', all().slice(4), { after: resend, expected: false }],
  ['three, each for its address alone', all({ refusedFor: '' }).slice(2), { expected: false }],
  ['three, and the provider has accepted one since', all().slice(2), { failing: 0, expected: false }],
])(
  '%s refused among the last failures: health knows whether those wait',
  async (_, answers, { after, failing = 3, expected }) => {
    await setup.rows(`update notice set ended_at = now() - interval '1 hour' where state = 'failed'`)
    const firstFailedAt = new Date()
    const ids = await callAll(answers)
    await after?.(ids)
    const calls = { provider: 'smtp', accepted: true, failed: failing, firstFailedAt, answer: 'No.', needsSetUp: false }
    await recordProviderCalls(setup.db, 'EMAIL', calls)
    const providers = await readProviders(setup.db)
    expect(providers.map(({ channel, hasRefused }) => [channel, hasRefused])).toEqual([
      ['EMAIL', expected],
      ['PHONE', false],
    ])
    await recordProviderCalls(setup.db, 'EMAIL', { ...calls, failed: 0 })
  },
)

test('puts five numbers, which have no domain, back on their schedule', async () => {
  const ids = await callAll([1, 2, 3, 4, 5].map((n) => ({ to: `+1612555700${n}`, refusedFor: 'Twilio 29999' })))
  expect(await lift()).toBe(5)
  expect(await states(ids)).toEqual(ids.map(() => 'waiting true'))
})

test('lists a notice as failed after a day, while those refused since still wait', async () => {
  const ids = await callAll(all())
  await setup.rows(`update notice_attempt set called_at = now() - interval '25 hours' where notice_id = $1`, [ids[0]])
  expect(await lift()).toBe(4)
  expect(await states(ids.slice(0, 2))).toEqual(['failed false', 'waiting true'])
  const later = await callAll([{ to: 'guy@two.example' }])
  expect(await lift()).toBe(1)
  expect(await states([...ids.slice(0, 1), ...later])).toEqual(['failed false', 'waiting true'])
})

test.each([
  ['', true],
  ['RCPT 550', false],
])('leaves a refusal that names its recipient out of the figures: %j, %s', async (refusedFor, isOfAddress) => {
  const [id] = await callAll([{ to: 'fay@three.example', refusedFor }])
  expect(await setup.rows('select address_refused from notice where id = $1', [id])).toEqual([
    { address_refused: isOfAddress },
  ])
})
