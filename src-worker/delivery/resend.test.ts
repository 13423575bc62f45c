import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { requeueNotice } from '#shared/node/domain/notices/notice.queries.ts'
import type { NoticeState } from '#shared/node/platform/database/types/notices.ts'
import { type DeliverySetup, openDeliverySetup } from '#tests/fixtures/delivery.ts'
import { endWithoutCall } from './call.ts'
import { applyCallbacks } from './callbacks/callbacks.ts'
import { claimNotices } from './claim.queries.ts'
import { type CheckedNotice, commitCalls } from './commit-calls.queries.ts'
import { clearInDoubt } from './in-doubt.queries.ts'
import { type Outcome, recordOutcomes } from './outcome.queries.ts'

let setup: DeliverySetup
beforeAll(async () => {
  setup = await openDeliverySetup()
})
beforeEach(async () => {
  await setup.rows('delete from provider_callback')
  await setup.rows('delete from delivery')
})
afterAll(() => setup.close())

const rules = { today: '2026-11-20', leaseMs: 60_000, spareMs: 1000 }
const claimed = () => claimNotices(setup, 10, 60_000)

/** Claims the one notice that is due and commits its call. */
async function begun(): Promise<CheckedNotice> {
  const [marked] = await commitCalls(setup, await claimed(), rules)
  if (!marked) throw new Error('Nothing was due.')
  return marked
}

const ends = {
  accepted: { state: 'accepted', waitMs: null },
  refused: { state: 'failed', waitMs: null },
  retry: { state: 'waiting', waitMs: 0 },
  in_doubt: { state: 'in_doubt', waitMs: 0 },
} as const

/** Makes the one call that is due, to an end. */
async function called(outcome: keyof typeof ends): Promise<CheckedNotice> {
  const marked = await begun()
  await recordOutcomes(setup, [endOf(marked, outcome)])
  return marked
}
const endOf = ({ id, fence: attempt, possiblyTwice }: CheckedNotice, outcome: keyof typeof ends): Outcome => ({
  id,
  fence: attempt,
  possiblyTwice,
  ...ends[outcome],
  reason: '',
  providerMessageId: outcome === 'accepted' ? `message ${id} ${attempt}` : null,
  call: { outcome, calledAt: new Date(), endedAt: new Date(), detail: '' },
})
/** Ends a claim without a call of it. */
const end = ({ id, fence }: { id: number; fence: number }, state: 'cancelled' | 'failed', reason: string) =>
  recordOutcomes(setup, [
    { id, fence, possiblyTwice: false, state, waitMs: null, reason, providerMessageId: null, call: null },
  ])
const cancel = (held: CheckedNotice, reason: string) => end(held, 'cancelled', reason)

const again = (noticeId: number) =>
  setup.db
    .transaction()
    .execute((tx) => requeueNotice(tx, noticeId, ['accepted', 'delivered', 'failed', 'cancelled'] as NoticeState[]))

let keys = 0
/** What SendGrid says of an attempt; without one, as a report that names only the provider's own id. */
async function said(
  noticeId: number,
  attempt: number | null,
  event: 'processed' | 'delivered' | 'bounce',
  message = attempt ?? 1,
) {
  const ours = attempt === null ? {} : { notice: String(noticeId), attempt: String(attempt) }
  await setup.rows(`insert into provider_callback (provider, dedupe_key, body) values ('sendgrid', $1, $2)`, [
    `key ${++keys}`,
    JSON.stringify({
      event,
      ...(event === 'bounce' ? { type: 'blocked' } : {}),
      email: 'x@example.org',
      timestamp: Math.floor(Date.now() / 1000),
      sg_message_id: `message ${noticeId} ${message}.recvd`,
      ...ours,
    }),
  ])
  while (await applyCallbacks(setup.deps()));
}
const stands = async (id: number) => {
  const { state, possibly_twice, delivery } = await setup.notice(id)
  return { state, possibly_twice, delivery }
}
const switchOff = (alertIds: number[]) => setup.rows(`update alert set status = 'I' where id = any($1)`, [alertIds])

describe('a late report of the call before it', () => {
  test.each(['processed', 'delivered', 'bounce'] as const)('%s, does not end the resend', async (event) => {
    const { noticeId } = await setup.match()
    await called('accepted')
    await again(noticeId)
    await said(noticeId, 1, event)
    expect(await stands(noticeId)).toEqual({ state: 'waiting', possibly_twice: false, delivery: true })
    await called('accepted')
    // A bounced message did not reach its reader: the resend is the first that does.
    expect(await stands(noticeId)).toEqual({ state: 'accepted', possibly_twice: event !== 'bounce', delivery: false })
    expect((await setup.notice(noticeId)).attempts).toEqual([event === 'bounce' ? 'refused' : 'accepted', 'accepted'])
  })

  test('does not end a resend if it names no attempt', async () => {
    const { noticeId } = await setup.match()
    await called('accepted')
    await again(noticeId)
    await said(noticeId, null, 'delivered')
    expect(await stands(noticeId)).toMatchObject({ state: 'waiting', delivery: true })
  })

  test('while the resend is being called leaves it to its own outcome', async () => {
    const { noticeId } = await setup.match()
    await called('accepted')
    await again(noticeId)
    const repeat = await begun()
    await said(noticeId, 1, 'delivered')
    expect(await stands(noticeId)).toMatchObject({ state: 'waiting', delivery: true })
    await recordOutcomes(setup, [endOf(repeat, 'accepted')])
    expect(await stands(noticeId)).toEqual({ state: 'accepted', possibly_twice: true, delivery: false })
  })

  test('after the resend changes nothing about it', async () => {
    const { noticeId } = await setup.match()
    await called('accepted')
    await again(noticeId)
    const { fence: attempt } = await called('accepted')
    await said(noticeId, 1, 'bounce')
    expect(await stands(noticeId)).toMatchObject({ state: 'accepted' })
    await said(noticeId, attempt, 'delivered')
    expect(await stands(noticeId)).toMatchObject({ state: 'delivered' })
  })

  test('that failed does not fail the resend, and the resend of a failed notice is no duplicate', async () => {
    const { noticeId } = await setup.match()
    await called('accepted')
    await said(noticeId, 1, 'bounce')
    await again(noticeId)
    await said(noticeId, 1, 'bounce')
    await said(noticeId, 1, 'processed')
    expect(await stands(noticeId)).toEqual({ state: 'waiting', possibly_twice: false, delivery: true })
    await called('accepted')
    expect(await stands(noticeId)).toEqual({ state: 'accepted', possibly_twice: false, delivery: false })
  })

  test('ends the resend by its own report', async () => {
    const { noticeId } = await setup.match()
    await called('accepted')
    await again(noticeId)
    const { fence: attempt } = await begun()
    await said(noticeId, attempt, 'delivered')
    expect(await stands(noticeId)).toEqual({ state: 'delivered', possibly_twice: true, delivery: false })
  })

  test('ends the resend by its own report afterward too, if that names only the message', async () => {
    const { noticeId } = await setup.match()
    await called('accepted')
    await again(noticeId)
    const { fence: attempt } = await called('accepted')
    await said(noticeId, null, 'bounce', attempt)
    expect(await stands(noticeId)).toMatchObject({ state: 'failed' })
  })

  test('of an attempt that a killed worker never recorded does not end the resend', async () => {
    const { noticeId } = await setup.match()
    const { fence: attempt } = await begun()
    await said(noticeId, attempt, 'processed')
    expect(await stands(noticeId)).toMatchObject({ state: 'accepted', delivery: false })
    await again(noticeId)
    await said(noticeId, attempt, 'bounce')
    expect(await stands(noticeId)).toEqual({ state: 'waiting', possibly_twice: false, delivery: true })
  })
})

test('keeps the schedule of a committed call that was not started', async () => {
  const { noticeId } = await setup.match()
  await called('in_doubt')
  await clearInDoubt(setup.db, await claimed())
  await setup.rows('update delivery set lease_until = null where notice_id = $1', [noticeId])
  await called('refused')
  await setup.rows(`update notice_attempt set called_at = now() - interval '2 days' where notice_id = $1`, [noticeId])
  await again(noticeId)
  const marked = await begun()
  await recordOutcomes(setup, [{ ...endOf(marked, 'retry'), call: null }])
  expect(await begun()).toMatchObject({ attempts: 1, sinceFirstMs: null })
})

test('ignores the claim of one resend in the next', async () => {
  const { noticeId } = await setup.match()
  await called('refused')
  await again(noticeId)
  const [paused] = await claimed()
  if (!paused) throw new Error('Nothing was due.')
  await setup.rows('update delivery set lease_until = null where notice_id = $1', [noticeId])
  for (const held of await claimed()) await end(held, 'failed', 'The provider did not respond to two attempts.')
  await again(noticeId)
  const next = await begun()
  expect(next.fence).not.toBe(paused.fence)
  expect(
    await recordOutcomes(setup, [endWithoutCall({ ...paused, possiblyTwice: false }, { state: 'waiting', waitMs: 0 })]),
  ).toBe(0)
  expect(await claimed()).toEqual([])
  expect(await recordOutcomes(setup, [endOf(next, 'accepted')])).toBe(1)
})

describe('a resend that we gave up, of a delivered notice,', () => {
  /** A resend whose two calls got no answer, as `resolveInDoubt` ends it; returns its second attempt. */
  async function givenUp(noticeId: number): Promise<number> {
    await called('accepted')
    await said(noticeId, 1, 'delivered')
    await again(noticeId)
    await called('in_doubt')
    await clearInDoubt(setup.db, await claimed())
    await setup.rows('update delivery set lease_until = null where notice_id = $1', [noticeId])
    const second = await called('in_doubt')
    for (const held of await claimed()) await end(held, 'failed', 'The provider did not respond to two attempts.')
    expect(await stands(noticeId)).toEqual({ state: 'failed', possibly_twice: true, delivery: false })
    return second.fence
  }
  const ended = { possibly_twice: true, delivery: false }

  test.each([
    ['processed', 'accepted'],
    ['delivered', 'delivered'],
    ['bounce', 'failed'],
  ] as const)("ends as its own late '%s' says: %s", async (event, state) => {
    const { noticeId } = await setup.match()
    await said(noticeId, await givenUp(noticeId), event)
    expect(await stands(noticeId)).toEqual({ ...ended, state })
  })

  test.each([['bounce', 'delivered'] as const, ['delivered', 'bounce'] as const])(
    'stays failed if its provider says so: %s, then %s',
    async (...events) => {
      const { noticeId } = await setup.match()
      const attempt = await givenUp(noticeId)
      for (const event of events) await said(noticeId, attempt, event)
      expect(await stands(noticeId)).toEqual({ ...ended, state: 'failed' })
    },
  )

  test.each([
    ['by its attempt', 1],
    ['by the message alone', null],
  ])('ignores a report about the call before it, %s', async (_how, attempt) => {
    const { noticeId } = await setup.match()
    await givenUp(noticeId)
    await said(noticeId, attempt, 'delivered')
    expect(await stands(noticeId)).toEqual({ ...ended, state: 'failed' })
  })

  test('counts as a duplicate once its provider says that it accepted what it had refused', async () => {
    const { noticeId } = await setup.match()
    await called('accepted')
    await again(noticeId)
    const { fence: attempt } = await called('refused')
    expect(await stands(noticeId)).toMatchObject({ state: 'failed', possibly_twice: false })
    await said(noticeId, attempt, 'delivered')
    expect(await stands(noticeId)).toEqual({ ...ended, state: 'delivered' })
  })

  test('and then resent once more: ignores a late report of it', async () => {
    const { noticeId } = await setup.match()
    const attempt = await givenUp(noticeId)
    await again(noticeId)
    await said(noticeId, attempt, 'delivered')
    expect(await stands(noticeId)).toMatchObject({ state: 'waiting', delivery: true })
  })
})

test('what a server of the release before sent again without forgetting that it was given up is taken like any', async () => {
  const { noticeId } = await setup.match()
  await called('refused')
  await again(noticeId)
  await setup.rows('update notice set given_up = true where id = $1', [noticeId])
  const { fence: attempt } = await called('accepted')
  await said(noticeId, attempt, 'processed')
  expect(await stands(noticeId)).toEqual({ state: 'accepted', possibly_twice: false, delivery: false })
})

describe('a resend that is not made', () => {
  test.each([
    ['accepted', null],
    ['delivered', 'delivered'],
  ] as const)('leaves it %s, sent once', async (state, before) => {
    const { noticeId, alertIds } = await setup.match()
    await called('accepted')
    if (before) await said(noticeId, 1, before)
    await again(noticeId)
    await switchOff(alertIds)
    await cancel(await begun(), 'No longer active.')
    expect(await stands(noticeId)).toEqual({ state, possibly_twice: false, delivery: false })
    // Reports of its one sending count again.
    await said(noticeId, 1, 'delivered')
    expect(await stands(noticeId)).toMatchObject({ state: 'delivered' })
  })

  test('keeps what was delivered in between as delivered', async () => {
    const { noticeId, alertIds } = await setup.match()
    await called('accepted')
    await again(noticeId)
    await said(noticeId, 1, 'delivered')
    await switchOff(alertIds)
    await cancel(await begun(), 'No longer active.')
    expect(await stands(noticeId)).toEqual({ state: 'delivered', possibly_twice: false, delivery: false })
  })

  test('because its recipient was removed leaves it as it was', async () => {
    const { noticeId, recipientId } = await setup.match()
    await called('accepted')
    await again(noticeId)
    await setup.rows('delete from email_address where id = $1', [recipientId])
    expect(await stands(noticeId)).toEqual({ state: 'accepted', possibly_twice: false, delivery: false })
  })

  test('because the provider refused it was sent once; one more is a duplicate', async () => {
    const { noticeId } = await setup.match()
    await called('accepted')
    await again(noticeId)
    await called('refused')
    expect(await stands(noticeId)).toEqual({ state: 'failed', possibly_twice: false, delivery: false })
    await again(noticeId)
    expect(await called('accepted')).toMatchObject({ possiblyTwice: true })
    expect(await stands(noticeId)).toEqual({ state: 'accepted', possibly_twice: true, delivery: false })
  })
})

describe('says of a possible duplicate from then on that it may have come twice', () => {
  test('marks a second call after doubt in its message, and records it once it was made', async () => {
    const { noticeId } = await setup.match()
    await called('in_doubt')
    await clearInDoubt(setup.db, await claimed())
    await setup.rows('update delivery set lease_until = null where notice_id = $1', [noticeId])
    expect(await stands(noticeId)).toMatchObject({ possibly_twice: false })
    // Delayed by the provider: still not sent twice, and not forgotten.
    expect(await called('retry')).toMatchObject({ possiblyTwice: true })
    expect(await stands(noticeId)).toMatchObject({ state: 'waiting', possibly_twice: false })
    expect(await called('accepted')).toMatchObject({ possiblyTwice: true })
    expect(await stands(noticeId)).toMatchObject({ state: 'accepted', possibly_twice: true })
  })

  test('leaves a notice sent once if a second call after doubt is not made', async () => {
    const { noticeId, alertIds } = await setup.match()
    await called('in_doubt')
    await clearInDoubt(setup.db, await claimed())
    await setup.rows('update delivery set lease_until = null where notice_id = $1', [noticeId])
    await switchOff(alertIds)
    await cancel(await begun(), 'No longer active.')
    expect(await stands(noticeId)).toMatchObject({ state: 'cancelled', possibly_twice: false })
  })

  test('a resend without an answer', async () => {
    const { noticeId } = await setup.match()
    await called('accepted')
    await again(noticeId)
    await called('in_doubt')
    expect(await stands(noticeId)).toMatchObject({ state: 'in_doubt', possibly_twice: true })
  })

  test('a resend whose worker died before the answer', async () => {
    const { noticeId } = await setup.match()
    await called('accepted')
    await again(noticeId)
    await begun()
    await setup.rows('update delivery set lease_until = now() where notice_id = $1', [noticeId])
    await claimed()
    expect(await stands(noticeId)).toMatchObject({ state: 'in_doubt', possibly_twice: true })
  })

  test('a second call that its own report settles', async () => {
    const { noticeId } = await setup.match()
    await called('in_doubt')
    await clearInDoubt(setup.db, await claimed())
    await setup.rows('update delivery set lease_until = null where notice_id = $1', [noticeId])
    const { fence: attempt } = await begun()
    await said(noticeId, attempt, 'processed')
    expect(await stands(noticeId)).toMatchObject({ state: 'accepted', possibly_twice: true })
  })
})
