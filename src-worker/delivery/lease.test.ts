import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Transport } from '#shared/node/providers/common/transport.ts'
import { type BatchContext, sendOrSkip } from './batch.ts'
import { claimNotices } from './claim.queries.ts'
import { scaledClock } from './clock.ts'
import { startLease } from './lease.ts'
import { commitCalls } from './commit-calls.queries.ts'
import { type Outcome, recordOutcomes } from './outcome.queries.ts'
import { createSemaphore } from './semaphore.ts'
import { type DeliveryHouse, openDeliveryHouse } from './testing.ts'

let house: DeliveryHouse
beforeAll(async () => {
  house = await openDeliveryHouse()
})
afterAll(() => house.close())

const second = 1000
const clock = scaledClock(1)

/** A machine whose two clocks go on as the test says. */
function machine() {
  const age = { monotonicMs: 0, wallMs: 0 }
  return { age, clocks: { monotonicMs: () => 5 + age.monotonicMs, wallMs: () => 7e12 + age.wallMs } }
}

test.each([
  ['of a moment ago', 0, 0, true],
  ['with just enough left', 90 * second, 90 * second, true],
  ['with too little left', 91 * second, 91 * second, false],
  ['of before its process was stopped', 150 * second, 150 * second, false],
  ['of before its machine was suspended, which its monotonic clock did not see', 0, 150 * second, false],
  ['while the wall clock was set back', 91 * second, -3600 * second, false],
])('a lease %s', (_which, monotonicMs, wallMs, mayBegin) => {
  const { age, clocks } = machine()
  const lease = startLease(clock, clocks)
  Object.assign(age, { monotonicMs, wallMs })
  expect(lease.mayBegin()).toBe(mayBegin)
  expect(lease.leftMs()).toBe(120 * second - Math.max(monotonicMs, wallMs))
})

test('a worker that was stopped past its lease makes no more of its marked calls and gives them back', async () => {
  const notices = [await house.match(), await house.match(), await house.match()]
  const claimed = await claimNotices(house, 10, clock.leaseMs)
  const { age, clocks } = machine()
  const lease = startLease(clock, clocks)
  const rules = { today: '2026-11-20', leaseMs: clock.leaseMs, spareMs: clock.leaseSpareMs }
  const marked = await commitCalls(house, claimed, rules)

  const called: number[] = []
  const EMAIL: Transport = {
    name: 'test',
    inDoubtWaitMs: 0,
    close: async () => {},
    send: async ({ noticeId }) => {
      called.push(noticeId)
      // While the first call is made, the two others wait for its place.
      Object.assign(age, { monotonicMs: 150 * second, wallMs: 150 * second })
      return 'taken'
    },
  }
  const outcomes: Outcome[] = []
  const context: BatchContext = {
    deps: house.deps(),
    transports: { EMAIL, PHONE: null },
    clock,
    callSlots: createSemaphore(1),
    outcomes: { add: (outcome) => outcomes.push(outcome) },
    retryAfterUntil: { EMAIL: 0, PHONE: 0 },
    isBudgetSpent: async () => false,
    freeSlots: () => {},
  }
  await sendOrSkip(marked, lease, context)
  await house.until('each has its outcome', async () => outcomes.length === 3)
  const [first, second_, third] = notices.map(({ noticeId }) => noticeId)
  expect(called).toEqual([first])

  // Another worker has taken the last one over meanwhile: what we say of it no longer counts.
  await house.rows(`update delivery set lease_until = now() - interval '1 ms' where notice_id = $1`, [third])
  expect((await claimNotices(house, 10, clock.leaseMs)).map(({ id }) => id)).toEqual([third])
  expect(await recordOutcomes(house, outcomes)).toBe(2)
  expect(await house.notice(first ?? 0)).toMatchObject({ state: 'accepted', attempts: ['accepted'] })
  expect(await house.notice(second_ ?? 0)).toMatchObject({ state: 'waiting', attempts: [], possibly_twice: false })
  expect(
    await house.rows(
      `select notice_id, attempt, calls, calling_at, lease_until is null as free from delivery order by notice_id`,
    ),
  ).toEqual([
    { notice_id: second_, attempt: 1, calls: 0, calling_at: null, free: true },
    { notice_id: third, attempt: 2, calls: 1, calling_at: null, free: false },
  ])
})
