import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSemaphore } from '#shared/node/platform/concurrency/semaphore.ts'
import type { Transport } from '#shared/node/providers/common/transport.ts'
import { type DeliverySetup, openDeliverySetup } from '#tests/fixtures/delivery.ts'
import { createBackOff } from './back-off.ts'
import { claimNotices } from './claim.queries.ts'
import { scaledClock } from './clock.ts'
import { commitCalls } from './commit-calls.queries.ts'
import type { StageContext } from './context.ts'
import { startLease } from './lease.ts'
import { recordOutcomes } from './outcome.queries.ts'
import { sendCalls } from './send.ts'

let setup: DeliverySetup
beforeAll(async () => {
  setup = await openDeliverySetup()
})
afterAll(() => setup.close())

const second = 1000
const clock = scaledClock(1)

/** A machine whose two clocks advance as the test says. */
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
  const lease = startLease(clock, null, clocks)
  Object.assign(age, { monotonicMs, wallMs })
  expect(lease.mayBegin()).toBe(mayBegin)
  expect(lease.leftMs()).toBe(120 * second - Math.max(monotonicMs, wallMs))
})

test('a lease whose worker cannot prove that it holds its claims', () => {
  const hold = { proven: true, isProven: () => hold.proven }
  const lease = startLease(clock, hold)
  expect(lease.mayBegin()).toBe(true)
  hold.proven = false
  expect(lease.mayBegin()).toBe(false)
})

test('makes no more of its committed calls after a stop past its lease, and gives them back', async () => {
  const notices = [await setup.match(), await setup.match(), await setup.match()]
  const claimed = await claimNotices(setup, 10, clock.leaseMs)
  const { age, clocks } = machine()
  const lease = startLease(clock, null, clocks)
  const rules = { today: '2026-11-20', leaseMs: clock.leaseMs, spareMs: clock.leaseSpareMs }
  const marked = await commitCalls(setup, claimed, rules)

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
  const deps = setup.deps()
  const context: StageContext = {
    deps,
    transports: { EMAIL, PHONE: null },
    clock,
    owner: { current: () => null, opened: Promise.resolve() },
    callSlots: createSemaphore(1),
    backOff: createBackOff(),
    isBudgetSpent: async () => false,
    isStopping: () => false,
  }
  const committed = { calls: marked, lookUps: [], ended: [], lease, settings: await deps.settings.current() }
  const outcomes = await Promise.all(sendCalls(committed, context))
  const [first, second_, third] = notices.map(({ noticeId }) => noticeId)
  expect(called).toEqual([first])

  // Another worker has since taken over the last one: our outcome no longer counts.
  await setup.rows(`update delivery set lease_until = now() - interval '1 ms' where notice_id = $1`, [third])
  expect((await claimNotices(setup, 10, clock.leaseMs)).map(({ id }) => id)).toEqual([third])
  expect(await recordOutcomes(setup, outcomes)).toBe(2)
  expect(await setup.notice(first ?? 0)).toMatchObject({ state: 'accepted', attempts: ['accepted'] })
  expect(await setup.notice(second_ ?? 0)).toMatchObject({ state: 'waiting', attempts: [], possibly_twice: false })
  expect(
    await setup.rows(
      `select notice_id, attempt, calls, calling_at, lease_until is null as free from delivery order by notice_id`,
    ),
  ).toEqual([
    { notice_id: second_, attempt: 1, calls: 0, calling_at: null, free: true },
    { notice_id: third, attempt: 2, calls: 1, calling_at: null, free: false },
  ])
})
