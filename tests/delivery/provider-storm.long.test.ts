import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type DeliverySetup, openDeliverySetup } from '#tests/fixtures/delivery.ts'
import type { FaultRates } from '#tests/standins/faults.ts'
import { type Entry, explainRepeat } from '#tests/standins/ledger.ts'
import { startWithProviders } from './with-providers.ts'

let setup: DeliverySetup
beforeAll(async () => {
  setup = await openDeliverySetup()
})
afterAll(() => setup.close())

const beforeTaking: FaultRates = { busy: 0.06, fail: 0.06, hang: 0.02, reset: 0.06 }
const afterTaking: FaultRates = { late: 0.06, slowBody: 0.06, hangAfter: 0.02, resetAfter: 0.06, cutBody: 0.06 }
const rates = { ...beforeTaking, ...afterTaking }
const saysTwice = ({ message }: Entry) => /You may get this (email|message|text) twice/.test(JSON.stringify(message))

test.each(['sendgrid', 'smtp'] as const)(
  'through %s, whatever it does, each notice ends, and the ledger explains each message that came twice',
  async (email) => {
    const seed = 7
    const withFailures = { ...rates, failAfter: 0.06 }
    const { providers, stop } = await startWithProviders(setup, {
      seed,
      email,
      faults: { sendgrid: withFailures, twilio: withFailures, smtp: rates },
      rates: { dropped: 0.2, tripled: 0.2, reordered: 0.2, beforeAnswer: 0.2 },
      toKey: ({ to }) => to,
    })
    try {
      const ids: number[] = []
      for (let count = 0; count < 300; count++)
        ids.push((await setup.match({ channel: count % 3 === 0 ? 'PHONE' : 'EMAIL' })).noticeId)
      await vi.waitFor(async () => expect(await setup.rows('select 1 from delivery')).toHaveLength(0), {
        timeout: 240_000,
        interval: 100,
      })
      providers.calm()
      await providers.idle()

      const byNotice = Map.groupBy(providers.readLedger(), ({ notice }) => notice)
      const twice = [...byNotice].filter(([, messages]) => messages.length > 1)
      const notices = await Promise.all(ids.map((id) => setup.notice(id)))
      const marked = new Set(notices.filter((notice) => notice.possibly_twice).map(({ id }) => id))
      const say = `seed ${seed}`
      expect(
        notices.filter(({ state }) => state !== 'accepted' && state !== 'delivered'),
        say,
      ).toEqual([])
      expect(
        ids.filter((id) => !byNotice.has(id)),
        say,
      ).toEqual([])
      expect(twice.length, say).toBeGreaterThan(0)
      for (const [notice, messages] of twice) {
        expect([notice, messages.slice(0, -1).filter((entry) => explainRepeat(entry) === null)], say).toEqual([
          notice,
          [],
        ])
        expect([notice, messages.slice(1).filter((entry) => !saysTwice(entry))], say).toEqual([notice, []])
        expect([notice, marked.has(notice ?? 0)], say).toEqual([notice, true])
      }
      // Twilio can be queried.
      expect(
        twice.filter(([, [first]]) => first?.channel === 'PHONE'),
        say,
      ).toEqual([])
      expect(providers.readBreaches()).toEqual([])
    } finally {
      await stop()
    }
  },
  300_000,
)
