import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { DeliveryError } from '#shared/node/providers/common/transport.ts'
import { type DeliverySetup, openDeliverySetup, patientClock } from '#tests/fixtures/delivery.ts'
import { startDelivery } from './loop.ts'

let setup: DeliverySetup
beforeAll(async () => {
  setup = await openDeliverySetup()
})
beforeEach(async () => {
  await setup.rows('delete from delivery')
})
afterEach(() => {
  vi.useRealTimers()
})
afterAll(() => setup.close())

const dayMs = 24 * 60 * 60 * 1000

/** Sets the wall clock of this process, and so of its workers. The database keeps the right time. */
function setClock(offByMs: number): void {
  vi.useRealTimers()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + offByMs })
}

/** A provider that ends the first two calls with this error, and accepts those after them. */
function failTwice(error: DeliveryError) {
  let calls = 0
  const send = async () => {
    calls += 1
    if (calls <= 2) throw error
    return `message ${calls}`
  }
  return { name: 'stand-in', inDoubtWaitMs: 1_000, send, close: async () => {} }
}

/** How far the recorded times of a notice are from the database's time, in seconds at most. */
const readSkew = async (noticeId: number) => {
  const [row] = await setup.rows<{ seconds: number }>(
    `select max(abs(extract(epoch from now() - at)))::float8 as seconds from (
       select unnest(array[called_at, ended_at]) as at from notice_attempt where notice_id = $1
       union all select unnest(array[accepted_at, ended_at]) from notice where id = $1) times`,
    [noticeId],
  )
  return row?.seconds
}

describe.each([
  ['back', -2 * dayMs],
  ['forward', 2 * dayMs],
])('a worker whose clock is two days %s', (_where, offByMs) => {
  test.each(['before', 'after'])(
    '%s its first call gives up no notice, and records when the call was made',
    async (wrong) => {
      const { noticeId } = await setup.match()
      const provider = failTwice(new DeliveryError('retry', 'Not now.'))
      const send = async () => {
        setClock(wrong === 'before' ? 0 : offByMs)
        return provider.send()
      }
      setClock(wrong === 'before' ? offByMs : 0)
      const transport = { ...provider, send }
      const loop = startDelivery(setup.deps(), { EMAIL: transport, PHONE: null }, patientClock)
      try {
        await setup.until('the notice ended', async () => !(await setup.notice(noticeId)).delivery)
      } finally {
        await loop.stop()
      }
      expect(await setup.notice(noticeId)).toMatchObject({
        state: 'accepted',
        attempts: ['retry', 'retry', 'accepted'],
      })
      expect(await readSkew(noticeId)).toBeLessThan(3_600)
    },
  )

  test.each([
    ['ended today', 0, 'accepted'],
    // Not tomorrow, which may begin meanwhile.
    ['ends in two days', 2, 'cancelled'],
  ])('counts the days of the database for the pause of an alert %s', async (_which, days, state) => {
    const { noticeId, alertIds } = await setup.match()
    const deps = setup.deps()
    await setup.rows(
      `update alert set paused_until = (now() at time zone $1)::date + $2::int where id = any($3::bigint[])`,
      [deps.env.COUNTY_TIME_ZONE, days, alertIds],
    )
    setClock(offByMs)
    const transport = { name: 'stand-in', inDoubtWaitMs: 1_000, send: async () => 'message', close: async () => {} }
    const loop = startDelivery(deps, { EMAIL: transport, PHONE: null })
    try {
      await setup.until('the notice ended', async () => !(await setup.notice(noticeId)).delivery)
    } finally {
      await loop.stop()
    }
    expect(await setup.notice(noticeId)).toMatchObject({ state })
  })

  test('records when an address bounced', async () => {
    const { noticeId, target } = await setup.match()
    setClock(offByMs)
    const bounced = new DeliveryError('refused', 'No such mailbox.', { suppress: 'bounce' })
    const loop = startDelivery(setup.deps(), { EMAIL: failTwice(bounced), PHONE: null })
    try {
      await setup.until('the notice ended', async () => !(await setup.notice(noticeId)).delivery)
    } finally {
      await loop.stop()
    }
    expect(
      await setup.rows(
        `select 1 from suppression where target = $1 and created_at between now() - interval '1 hour' and now()`,
        [target],
      ),
    ).toHaveLength(1)
  })
})
