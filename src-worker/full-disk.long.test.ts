import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Log } from '#shared/node/platform/log.ts'
import { type MatchingFixture, openMatchingFixture } from '#tests/fixtures/matching.ts'
import { testEnv } from '#tests/helpers/environment.ts'
import { fillDisk } from '#tests/helpers/full-disk.ts'
import { startWorker } from './start.ts'

let setup: MatchingFixture
let owner: Client
beforeAll(async () => {
  setup = await openMatchingFixture()
  owner = new Client({ connectionString: setup.ownerUrl })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await setup.close()
})
beforeEach(async () => {
  await setup.clear()
  await setup.rows('delete from outbox_message')
  await setup.alert({ ownerId: await setup.user(), recipients: [{ target: 'jane@example.org' }] })
})

const pollMs = 100
const soon = { timeout: 60_000, interval: 20 }

/** A full disk first refuses whatever makes a table grow: here one table after the other. */
test.each(['event_match', 'notice', 'delivery', 'notice_attempt', 'outbox_message'])(
  'waits without haste while %s cannot grow, then sends each message once',
  async (table) => {
    const failed: number[] = []
    const nothing = () => {}
    const log: Log = { debug: nothing, info: nothing, warn: nothing, error: () => void failed.push(performance.now()) }
    const disk = await fillDisk(owner, table)
    const worker = await startWorker(testEnv(setup.url), { pollMs, deliveryClock: 100, log })
    // The dev inbox is a provider like others: a message that it refused is called again by the schedule of calls.
    const tries = async () =>
      table === 'outbox_message'
        ? (await setup.rows<{ at: Date }>('select called_at as at from notice_attempt order by at')).map(
            ({ at }) => +at,
          )
        : failed
    try {
      await setup.event()
      await expect.poll(async () => (await tries()).length, soon).toBeGreaterThanOrEqual(3)
      const [first = 0, , third = 0] = await tries()
      expect(third - first).toBeGreaterThan(pollMs)
      await disk.heal()
      await expect.poll(() => setup.history(), soon).toMatchObject([{ state: 'accepted', delivery: false }])
      expect(await setup.rows('select recipient from outbox_message')).toEqual([{ recipient: 'jane@example.org' }])
      expect(await setup.rows('select 1 from quarantine')).toEqual([])
    } finally {
      await disk.heal()
      await worker.stop()
    }
  },
)
