import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createLog } from '#shared/node/platform/log.ts'
import { getSenderBranding } from './get-sender-branding.ts'
import type { Transports } from '#shared/node/providers/common/transport.ts'
import { claimNotices } from './claim.queries.ts'
import { scaledClock } from './clock.ts'
import { resolveInDoubt } from './in-doubt.ts'
import { type DeliverySetup, openDeliverySetup } from './testing.ts'

let setup: DeliverySetup
beforeAll(async () => {
  setup = await openDeliverySetup()
})
afterAll(() => setup.close())
afterEach(() => {
  vi.useRealTimers()
})

const minute = 60_000
const day = 24 * 60 * minute
const EMAIL = { name: 'test', inDoubtWaitMs: 15 * minute, send: async () => null, close: async () => {} }
const transports: Transports = { EMAIL, PHONE: null }

test.each([
  ['a day ahead', day, 1, { again: 0, released: 1 }],
  ['a day behind', -day, 16, { again: 1, released: 0 }],
])(
  'a worker whose clock is %s waits as long for word of a call as any other',
  async (_which, skew, minutes, expected) => {
    const { noticeId } = await setup.match()
    await setup.rows(`update delivery set doubt_since = now() - $1 * interval '1 minute' where notice_id = $2`, [
      minutes,
      noticeId,
    ])
    const claimed = await claimNotices(setup, 1, minute)
    expect(claimed.map(({ id }) => id)).toEqual([noticeId])
    const { env, settings } = setup.deps()
    const branding = getSenderBranding((await settings.current()).common, env)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + skew })
    const { outcomes, retriable } = await resolveInDoubt(setup.db, claimed, {
      transports,
      branding,
      clock: scaledClock(1),
      log: createLog('test', 'silent'),
    })
    const released = await setup.rows('select from delivery where notice_id = $1 and lease_until is null', [noticeId])
    expect({ outcomes, again: retriable.length, released: released.length }).toEqual({ outcomes: [], ...expected })
    await setup.rows('delete from delivery where notice_id = $1', [noticeId])
  },
)
