import { afterAll, beforeAll, expect, test } from 'vitest'
import { claimNotices } from './claim.queries.ts'
import { commitCalls, recordAndCommitNext } from './commit-calls.queries.ts'
import type { AcceptedOutcome } from './outcome.queries.ts'
import { type DeliveryHouse, openDeliveryHouse } from './testing.ts'

let house: DeliveryHouse
beforeAll(async () => {
  house = await openDeliveryHouse()
})
afterAll(() => house.close())

const rules = { today: '2026-11-20', leaseMs: 60_000, spareMs: 1000 }
const accepted = (id: number, attempt: number): AcceptedOutcome => ({
  id,
  fence: attempt,
  state: 'accepted',
  reason: '',
  possiblyTwice: false,
  waitMs: null,
  providerMessageId: `message of ${id}`,
  call: {
    outcome: 'accepted',
    calledAt: new Date('2026-11-20T12:00:00.123Z'),
    endedAt: new Date('2026-11-20T12:00:00.456Z'),
    detail: '',
  },
})

test('outcomes and the marks of the next are written together, each only for the attempt that holds it', async () => {
  const ended = [await house.match(), await house.match()]
  await commitCalls(house, await claimNotices(house, 10, 60_000), rules)
  const next = [await house.match(), await house.match({ alertNames: ['My name', 'My house'] }), await house.match()]
  const claimed = await claimNotices(house, 10, 60_000)
  const [clear, both, off] = next
  await house.rows(`update alert set status = 'I' where id = $1`, [off?.alertIds[0]])
  // Out of order, one outcome of an attempt that is over, and one claim that another holds.
  const outcomes = [accepted(ended[1]!.noticeId, 1), accepted(ended[0]!.noticeId, 7)]
  const taken = claimed.toReversed().map((one) => (one.id === clear?.noticeId ? { ...one, fence: 7 } : one))
  const { settled, committed: marked } = await recordAndCommitNext(house, outcomes, taken, rules)

  expect(settled).toBe(1)
  expect(await house.notice(ended[1]!.noticeId)).toMatchObject({
    state: 'accepted',
    delivery: false,
    provider_message_id: `message of ${ended[1]!.noticeId}`,
    accepted_at: new Date('2026-11-20T12:00:00.456Z'),
    ended_at: new Date('2026-11-20T12:00:00.456Z'),
  })
  expect(await house.notice(ended[0]!.noticeId)).toMatchObject({ state: 'waiting', delivery: true })
  expect(new Map(marked.map(({ id, skipReason }) => [id, skipReason]))).toEqual(
    new Map([
      [both?.noticeId, null],
      [off?.noticeId, 'alert-off'],
    ]),
  )
  expect(marked.find(({ id }) => id === both?.noticeId)?.alerts.map(({ name }) => name)).toEqual([
    'My name',
    'My house',
  ])
  expect(await house.rows('select notice_id from delivery where calling_at is not null order by 1')).toEqual([
    { notice_id: ended[0]!.noticeId },
    { notice_id: both?.noticeId },
  ])
})

test('outcomes are written also where no claim is left to be marked', async () => {
  const { noticeId } = await house.match()
  await claimNotices(house, 10, 60_000)
  expect(await recordAndCommitNext(house, [accepted(noticeId, 1)], [], rules)).toEqual({ settled: 1, committed: [] })
})
