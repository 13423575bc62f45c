import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createSemaphore } from '#shared/node/platform/concurrency/semaphore.ts'
import type { Transport } from '#shared/node/providers/common/transport.ts'
import { type DeliverySetup, openDeliverySetup } from '#tests/fixtures/delivery.ts'
import { createBackOff } from './back-off.ts'
import { claimNotices } from './claim.queries.ts'
import { scaledClock } from './clock.ts'
import type { StageContext } from './context.ts'
import { filterClaims } from './filter.ts'

let setup: DeliverySetup
beforeAll(async () => {
  setup = await openDeliverySetup()
})
beforeEach(async () => {
  await setup.rows('delete from delivery')
})
afterAll(() => setup.close())

const transport: Transport = { name: 'test', inDoubtWaitMs: 60_000, send: async () => 'taken', close: async () => {} }
const openContext = (changes: Partial<StageContext> = {}): StageContext => ({
  deps: setup.deps(),
  transports: { EMAIL: transport, PHONE: { ...transport, findMessage: async () => 'found' } },
  clock: scaledClock(1),
  owner: { current: () => null, opened: Promise.resolve() },
  callSlots: createSemaphore(1),
  backOff: createBackOff(),
  isBudgetSpent: async () => false,
  isStopping: () => false,
  ...changes,
})
const readWaits = () =>
  setup.rows<{ notice_id: number; free: boolean; wait: number }>(
    `select notice_id, lease_until is null as free,
       greatest(0, ceil(extract(epoch from next_attempt_at - now()) / 30) * 30)::int as wait from delivery order by 1`,
  )

test('releases claims of a provider that asked us to wait, and passes the others', async () => {
  const email = await setup.match()
  const text = await setup.match({ channel: 'PHONE' })
  const claimed = await claimNotices(setup, 10, 60_000)
  const context = openContext()
  context.backOff.extend('EMAIL', 30_000)
  const { ready, ended } = await filterClaims(claimed, context)
  expect([ready.map(({ id }) => id), ended]).toEqual([[text.noticeId], []])
  expect(await readWaits()).toEqual([
    { notice_id: email.noticeId, free: true, wait: 30 },
    { notice_id: text.noticeId, free: false, wait: 0 },
  ])
})

test('ends a call in doubt if the provider has it, and waits while its report may arrive', async () => {
  const clear = await setup.match()
  const email = await setup.match()
  const text = await setup.match({ channel: 'PHONE' })
  await setup.rows(`update delivery set doubt_since = now() - $2 * interval '1 second' where notice_id = $1`, [
    email.noticeId,
    30,
  ])
  await setup.rows(`update delivery set doubt_since = now() - interval '2 minutes' where notice_id = $1`, [
    text.noticeId,
  ])
  const { ready, ended } = await filterClaims(await claimNotices(setup, 10, 60_000), openContext())
  expect(ready.map(({ id }) => id)).toEqual([clear.noticeId])
  expect(ended).toMatchObject([{ id: text.noticeId, state: 'accepted', providerMessageId: 'found' }])
  expect(await readWaits()).toContainEqual({ notice_id: email.noticeId, free: true, wait: 30 })
})

test('turns a text over the budget into an email', async () => {
  const text = await setup.match({ channel: 'PHONE' })
  const { ready } = await filterClaims(
    await claimNotices(setup, 10, 60_000),
    openContext({ isBudgetSpent: async () => true }),
  )
  expect(ready.map(({ id }) => id)).toEqual([text.noticeId])
  expect(await setup.notice(text.noticeId)).toMatchObject({ channel: 'EMAIL', instead_of_text: true })
})
