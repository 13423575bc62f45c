import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Log } from '#shared/node/log.ts'
import { testEnv } from '#tests/helpers/environment.ts'
import { type MatchingHouse, openMatchingHouse } from './matching/testing.ts'
import { startWorker } from './start.ts'

let house: MatchingHouse
let owner: Client
beforeAll(async () => {
  house = await openMatchingHouse()
  owner = new Client({ connectionString: house.ownerUrl })
  await owner.connect()
  await owner.query(`create function full_disk() returns trigger language plpgsql as
    $$ begin raise 'could not extend file: No space left on device' using errcode = '53100'; end $$`)
})
afterAll(async () => {
  await owner.end()
  await house.close()
})
beforeEach(async () => {
  await house.clear()
  await house.rows('delete from outbox_message')
  await house.alert({ ownerId: await house.user(), recipients: [{ target: 'jane@example.org' }] })
})

const pollMs = 100
const soon = { timeout: 10_000, interval: 20 }

/** What a full disk refuses first is what makes a table grow: here one table after the other. */
test.each(['event_match', 'notice', 'delivery', 'notice_attempt', 'outbox_message'])(
  'while %s cannot grow the worker waits, without haste; then each message goes out once',
  async (table) => {
    const failed: number[] = []
    const nothing = () => {}
    const log: Log = { debug: nothing, info: nothing, warn: nothing, error: () => void failed.push(performance.now()) }
    const refused = () =>
      owner.query(`create trigger full_disk before insert on ${table} for each row execute function full_disk()`)
    await refused()
    const worker = await startWorker(testEnv(house.url), { pollMs, deliveryClock: 100, log })
    let healed = false
    const heal = async () => {
      if (!healed) await owner.query(`drop trigger full_disk on ${table}`)
      healed = true
    }
    try {
      await house.event()
      if (table === 'outbox_message')
        await expect.poll(() => house.rows('select 1 from notice_attempt'), soon).not.toEqual([])
      else await expect.poll(() => failed.length, soon).toBeGreaterThanOrEqual(3)
      const [first = 0, , third = 0] = failed
      if (table !== 'outbox_message') expect(third - first).toBeGreaterThan(pollMs)
      await heal()
      await expect.poll(() => house.history(), soon).toMatchObject([{ state: 'accepted', delivery: false }])
      expect(await house.rows('select recipient from outbox_message')).toEqual([{ recipient: 'jane@example.org' }])
      expect(await house.rows('select 1 from quarantine')).toEqual([])
    } finally {
      await heal()
      await worker.stop()
    }
  },
)
