import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { noticePath } from '#shared/node/domain/notices/links.ts'
import { createLog } from '#shared/node/platform/log.ts'
import { createKeyring } from '#shared/node/platform/secrets/keyring.ts'
import type { InDoubtCall, Transports } from '#shared/node/providers/common/transport.ts'
import { type DeliverySetup, openDeliverySetup } from '#tests/fixtures/delivery.ts'
import { givenUpReason } from './call.ts'
import { claimNotices } from './claim.queries.ts'
import { scaledClock } from './clock.ts'
import { commitCalls } from './commit-calls.queries.ts'
import { getSenderBranding } from './get-sender-branding.ts'
import { resolveInDoubt } from './in-doubt.ts'
import { type Outcome, recordOutcomes } from './outcome.queries.ts'

let setup: DeliverySetup
beforeAll(async () => {
  setup = await openDeliverySetup()
})
beforeEach(async () => {
  await setup.rows('delete from delivery')
  await setup.rows('update provider_state set failed_in_a_row = 0, last_failed_at = null, probed_at = null')
})
afterAll(() => setup.close())
afterEach(() => {
  vi.useRealTimers()
})

const minute = 60_000
const day = 24 * 60 * minute
const EMAIL = { name: 'test', inDoubtWaitMs: 15 * minute, send: async () => null, close: async () => {} }
const transports: Transports = { EMAIL, PHONE: null }
const log = createLog('test', 'silent')

/** Resolves what is in doubt and due, and reads the result: called again, waiting, or failed. */
async function resolve(providers: Transports = transports) {
  const claimed = await claimNotices(setup, 100, minute)
  const { env, settings } = setup.deps()
  const branding = getSenderBranding((await settings.current()).common, env)
  const { outcomes, retriable } = await resolveInDoubt(setup.db, claimed, {
    transports: providers,
    branding,
    clock: scaledClock(1),
    log,
  })
  return { claimed, outcomes, again: retriable.map(({ id }) => id) }
}

/** A notice whose calls got no answer, the last of them this many minutes ago. */
async function inDoubt(
  minutesAgo: number,
  { channel = 'EMAIL' as 'EMAIL' | 'PHONE', calls = 1, firstMinutesAgo = minutesAgo } = {},
): Promise<number> {
  const { noticeId } = await setup.match({ channel })
  for (let attempt = 1; attempt <= calls; attempt++)
    await setup.rows(
      `insert into notice_attempt (notice_id, attempt, called_at, ended_at, outcome)
       values ($1, $2::int, now() - $3 * interval '1 minute', now(), 'in_doubt')`,
      [noticeId, attempt, attempt === 1 ? firstMinutesAgo : minutesAgo],
    )
  await setup.rows(
    `update delivery set attempt = $2::int, calls = $2::int, doubt_since = now() - $3 * interval '1 minute' where notice_id = $1`,
    [noticeId, calls, minutesAgo],
  )
  await setup.rows(`update notice set state = 'in_doubt' where id = $1`, [noticeId])
  return noticeId
}

const setFailing = (failedSecondsAgo: number) =>
  setup.rows(
    `update provider_state set failed_in_a_row = 3, last_failed_at = now() - $1 * interval '1 second', probed_at = null`,
    [failedSecondsAgo],
  )
type Answered = { id: number; fence: number; possiblyTwice?: boolean }

/** Minutes until a notice is looked at again, rounded. */
const minutesLeft = async (id: number) => {
  const [row] = await setup.rows<{ left: number }>(
    'select round(extract(epoch from next_attempt_at - now()) / 60)::int as left from delivery where notice_id = $1',
    [id],
  )
  return row?.left
}

describe('an email without an answer', () => {
  test.each<[calls: number, minutesAgo: number, again: boolean]>([
    [1, 14, false],
    [1, 16, true],
    [2, 16, true],
    [4, 16, true],
    [5, 40, false],
    [5, 80, true],
    [6, 100, false],
    [9, 1000, true],
  ])('returns to the schedule after call %d: %d minutes later called again: %s', async (calls, minutesAgo, again) => {
    const id = await inDoubt(minutesAgo, { calls })
    expect(await resolve()).toMatchObject({ outcomes: [], again: again ? [id] : [] })
  })

  test('fails a day after its first call, and not before', async () => {
    const late = await inDoubt(20, { calls: 9, firstMinutesAgo: 25 * 60 })
    const last = await inDoubt(16 * 60, { calls: 2, firstMinutesAgo: 24 * 60 + 1 })
    expect(await resolve()).toMatchObject({
      outcomes: [{ id: late, state: 'failed', reason: givenUpReason }],
      again: [last],
    })
  })

  test('is not called a second time while its provider is known to fail', async () => {
    const ids = [await inDoubt(20), await inDoubt(20)]
    await setFailing(10)
    expect(await resolve()).toMatchObject({ outcomes: [], again: [] })
    expect(await Promise.all(ids.map(minutesLeft))).toEqual([2, 2])
    await setup.rows('update provider_state set failed_in_a_row = 0')
    await setup.rows('update delivery set next_attempt_at = now()')
    expect((await resolve()).again.toSorted()).toEqual(ids)
  })

  test('finds out with one call whether its provider still fails, if no call has shown that lately', async () => {
    const [first] = [await inDoubt(20), await inDoubt(20), await inDoubt(20)]
    await setFailing(400)
    expect((await resolve()).again).toEqual([first])
    await setup.rows('update delivery set next_attempt_at = now(), lease_until = null where notice_id <> $1', [first])
    expect((await resolve()).again).toEqual([])
  })

  test('fails if its provider failed all day', async () => {
    const id = await inDoubt(24 * 60 + 1)
    await setFailing(10)
    expect(await resolve()).toMatchObject({ outcomes: [{ id, state: 'failed', reason: givenUpReason }], again: [] })
  })
})

describe('a text without an answer', () => {
  const asking = (found: string | null, questions: InDoubtCall[] = []): Transports => ({
    EMAIL,
    PHONE: {
      ...EMAIL,
      inDoubtWaitMs: minute / 2,
      findMessage: async (question) => {
        questions.push(question)
        return found
      },
    },
  })

  test('was sent if its provider has it', async () => {
    const id = await inDoubt(1, { channel: 'PHONE' })
    expect(await resolve(asking('SM1'))).toMatchObject({
      outcomes: [{ id, state: 'accepted', providerMessageId: 'SM1' }],
      again: [],
    })
  })

  test('was never accepted if its provider does not have it: the next text is no possible duplicate', async () => {
    const id = await inDoubt(1, { channel: 'PHONE', calls: 3 })
    expect(await resolve(asking(null))).toMatchObject({ outcomes: [], again: [] })
    expect(await minutesLeft(id)).toBe(1)
    await setup.rows(
      `update delivery set next_attempt_at = now(), doubt_since = doubt_since - interval '2 minutes' where notice_id = $1`,
      [id],
    )
    const { claimed, again } = await resolve(asking(null))
    expect(again).toEqual([id])
    const called = await commitCalls(setup, claimed, rules)
    expect(called).toMatchObject([{ id, possiblyTwice: false, attempts: 4 }])
    expect((await setup.notice(id)).attempts).toEqual(['retry', 'retry', 'retry'])
  })

  const rules = { today: '2026-11-20', leaseMs: minute, spareMs: 1000 }
  /** As if its worker, which is held up during the call, had been taken for dead some minutes later. */
  const takeForDead = (id: number) =>
    setup.rows(
      `update delivery set calling_at = now() - interval '3 minutes', lease_until = now() - interval '1 second'
       where notice_id = $1`,
      [id],
    )
  const answered = (outcome: 'accepted' | 'in_doubt', { id, fence, possiblyTwice = false }: Answered): Outcome => ({
    id,
    fence,
    possiblyTwice,
    state: outcome,
    reason: '',
    waitMs: outcome === 'accepted' ? null : 0,
    providerMessageId: null,
    call: { outcome, calledAt: new Date(), endedAt: new Date(), detail: '' },
  })

  test('stays in doubt if its worker was taken for dead, since it may still arrive', async () => {
    const { noticeId: id } = await setup.match({ channel: 'PHONE' })
    const heldUp = await commitCalls(setup, await claimNotices(setup, 1, minute), rules)
    await takeForDead(id)
    const { claimed, again } = await resolve(asking(null))
    expect(again).toEqual([id])
    const second = await commitCalls(setup, claimed, rules)
    expect(second).toMatchObject([{ id, possiblyTwice: true }])
    // The first call goes on, and arrives after all: its outcome ends nothing of the second.
    expect(await recordOutcomes(setup, heldUp.map(answered.bind(null, 'accepted')))).toBe(0)
    expect(await recordOutcomes(setup, second.map(answered.bind(null, 'accepted')))).toBe(1)
    expect(await setup.notice(id)).toMatchObject({
      state: 'accepted',
      possibly_twice: true,
      attempts: ['in_doubt', 'accepted'],
    })
  })

  test('stays in doubt if it was called again while an earlier claim asked about it', async () => {
    const id = await inDoubt(3, { channel: 'PHONE' })
    /** The answer comes after the lease, when another worker has called again. */
    const findMessage = async () => {
      await setup.rows(`update delivery set lease_until = now() - interval '1 second' where notice_id = $1`, [id])
      const called = await commitCalls(setup, await claimNotices(setup, 1, minute), rules)
      await recordOutcomes(setup, called.map(answered.bind(null, 'in_doubt')))
      return null
    }
    const { claimed } = await resolve({ EMAIL, PHONE: { ...EMAIL, inDoubtWaitMs: minute / 2, findMessage } })
    expect((await setup.notice(id)).attempts).toEqual(['retry', 'in_doubt'])
    expect(await commitCalls(setup, claimed, rules)).toEqual([])
  })

  test('is looked up by links that any accepted key signed', async () => {
    const id = await inDoubt(1, { channel: 'PHONE' })
    const questions: InDoubtCall[] = []
    const before = createKeyring('another-secret-0123456789-abcdefghijk')
    const { env, settings } = setup.deps()
    const branding = {
      ...getSenderBranding((await settings.current()).common, env),
      secret: createKeyring('a-newer-secret-0123456789-abcdefghijk', [before.newest]),
    }
    const claimed = await claimNotices(setup, 1, minute)
    await resolveInDoubt(setup.db, claimed, {
      transports: asking(null, questions),
      branding,
      clock: scaledClock(1),
      log,
    })
    expect(questions[0]?.links).toContain(noticePath(branding.secret, id))
    expect(questions[0]?.links).toContain(noticePath(before, id))
    // Both secrets, derived and as earlier versions used them.
    expect(new Set(questions[0]?.links)).toHaveProperty('size', 4)
  })
})

test.each([
  ['a day ahead', day, 1, { again: 0, released: 1 }],
  ['a day behind', -day, 16, { again: 1, released: 0 }],
])('waits as long for a report if the clock of the worker is %s', async (_which, skew, minutes, expected) => {
  const noticeId = await inDoubt(minutes)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + skew })
  const { outcomes, again } = await resolve()
  const released = await setup.rows('select from delivery where notice_id = $1 and lease_until is null', [noticeId])
  expect({ outcomes, again: again.length, released: released.length }).toEqual({ outcomes: [], ...expected })
})
