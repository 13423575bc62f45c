import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type DeliverySetup, openDeliverySetup } from '#tests/fixtures/delivery.ts'
import { restoreLostDeliveries } from '../handlers/sweep.queries.ts'
import { endWithoutCall } from './call.ts'
import { claimNotices, releaseClaims } from './claim.queries.ts'
import { commitCalls } from './commit-calls.queries.ts'
import { type Outcome, recordOutcomes } from './outcome.queries.ts'

let setup: DeliverySetup
beforeAll(async () => {
  setup = await openDeliverySetup()
})
beforeEach(async () => {
  await setup.rows('delete from delivery')
  await setup.rows(`update notice set state = 'cancelled' where state in ('waiting', 'in_doubt')`)
})
afterAll(() => setup.close())

const options = { today: '2026-11-20', leaseMs: 60_000, spareMs: 1_000 }

/** Claims and commits the only notice that is due. */
async function call() {
  const claimed = await claim()
  const [committed] = await commitCalls(setup, [claimed], options)
  if (!committed) throw new Error('Nothing was committed.')
  return { claimed, committed }
}

/** Loses the only work row, and restores it. */
async function loseRow(noticeId: number): Promise<void> {
  await setup.rows('delete from delivery')
  await setup.rows(`update notice set created_at = now() - interval '1 hour' where id = $1`, [noticeId])
  expect(await restoreLostDeliveries(setup.db, null)).toBe(1)
}

async function claim() {
  const [claimed] = await claimNotices(setup, 1, options.leaseMs)
  if (!claimed) throw new Error('Nothing was claimed.')
  return claimed
}

const endCall = (
  { id, fence, possiblyTwice }: Pick<Outcome, 'id' | 'fence' | 'possiblyTwice'>,
  outcome: 'retry' | 'perhaps_taken' | 'in_doubt' | 'accepted',
) =>
  recordOutcomes(setup, [
    {
      id,
      fence,
      possiblyTwice,
      state: outcome === 'accepted' || outcome === 'in_doubt' ? outcome : 'waiting',
      reason: '',
      waitMs: outcome === 'accepted' ? null : 0,
      providerMessageId: null,
      call: { outcome, calledAt: new Date(), endedAt: new Date(), detail: '' },
    },
  ])

test.each([
  ['retry', { inDoubt: false, perhapsTaken: false, possiblyTwice: false }],
  ['perhaps_taken', { inDoubt: false, perhapsTaken: true, possiblyTwice: true }],
  ['in_doubt', { inDoubt: true, perhapsTaken: false, possiblyTwice: true }],
] as const)('remembers a call that ended with %s in a restored work row', async (outcome, expected) => {
  const { noticeId } = await setup.match()
  const before = await call()
  await endCall(before.committed, outcome)
  await loseRow(noticeId)

  const { claimed, committed } = await call()
  expect({
    inDoubt: claimed.doubtSince !== null,
    perhapsTaken: claimed.perhapsTakenSince !== null,
    possiblyTwice: committed.possiblyTwice,
  }).toEqual(expected)
  expect(committed.attempts).toBe(2)
  // An outcome that the first claim still writes finds that another has taken over.
  expect(committed.fence).toBeGreaterThan(before.committed.fence)
  await endCall(committed, 'accepted')
  expect(await setup.notice(noticeId)).toMatchObject({
    state: 'accepted',
    possibly_twice: expected.possiblyTwice,
    attempts: [outcome, 'accepted'],
  })
})

test.each([1, 2])('ignores a claim whose row was lost, in the row restored %i times since', async (times) => {
  const { noticeId } = await setup.match()
  const lost = [await claim()]
  for (let time = 1; time < times; time++) {
    await loseRow(noticeId)
    lost.push(await claim())
  }
  await loseRow(noticeId)
  const { committed } = await call()

  expect(await commitCalls(setup, lost, options)).toEqual([])
  await releaseClaims(setup.db, lost)
  for (const { id, fence } of lost)
    expect(
      await recordOutcomes(setup, [
        endWithoutCall({ id, fence, possiblyTwice: false }, { state: 'waiting', waitMs: 0 }),
      ]),
    ).toBe(0)
  // It is still being called, and by no other worker.
  expect(await claimNotices(setup, 1, options.leaseMs)).toEqual([])
  expect(await endCall(committed, 'accepted')).toBe(1)
})

test('starts one call for two concurrent commits, whatever their fences', async () => {
  await setup.match()
  const claimed = await claim()
  const holder = await setup.pool.connect()
  try {
    await holder.query('begin; select 1 from delivery for update')
    const commits = Promise.all([commitCalls(setup, [claimed], options), commitCalls(setup, [claimed], options)])
    const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await setup.until('both wait for the row', async () => (await setup.rows(waiting)).length === 2)
    await holder.query('commit')
    expect((await commits).flat()).toHaveLength(1)
  } finally {
    holder.release()
  }
})

describe('an accepted call whose row was lost in between', () => {
  test('ends its notice, which is not called again', async () => {
    const { noticeId } = await setup.match()
    const { committed } = await call()
    await setup.rows('delete from delivery')
    await endCall(committed, 'accepted')
    expect(await setup.notice(noticeId)).toMatchObject({ state: 'accepted', attempts: ['accepted'] })
    await setup.rows(`update notice set created_at = now() - interval '1 hour' where id = $1`, [noticeId])
    expect(await restoreLostDeliveries(setup.db, null)).toBe(0)
  })

  test('marks the next call as a possible duplicate if the row was already restored', async () => {
    const { noticeId } = await setup.match()
    const { committed } = await call()
    await loseRow(noticeId)
    await endCall(committed, 'accepted')
    expect(await setup.notice(noticeId)).toMatchObject({ state: 'waiting', attempts: ['accepted'] })
    expect((await call()).committed.possiblyTwice).toBe(true)
  })

  test('does not end a resend', async () => {
    const { noticeId } = await setup.match()
    const { committed } = await call()
    await setup.rows(`update notice set again_after = 1000 where id = $1`, [noticeId])
    await setup.rows('delete from delivery')
    await endCall(committed, 'accepted')
    expect(await setup.notice(noticeId)).toMatchObject({ state: 'waiting' })
  })
})
