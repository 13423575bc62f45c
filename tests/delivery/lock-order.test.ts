import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { applyReports } from '#worker/delivery/callback.queries.ts'
import { type DeliveryHouse, openDeliveryHouse } from '#worker/delivery/testing.ts'

let house: DeliveryHouse
beforeAll(async () => {
  house = await openDeliveryHouse()
})
afterAll(() => house.close())

test("a provider's word that comes amid a deletion or an outcome waits for it, and both end", async () => {
  const { noticeId } = await house.match()
  const word = {
    noticeId,
    attempt: 1,
    providerMessageId: 'm1',
    at: new Date(),
    meaning: 'delivered',
    reason: '',
  } as const
  const { applied } = await house.db.transaction().execute(async (other) => {
    // As those do: the delivery first, then its notice.
    await sql`select from delivery where notice_id = ${noticeId} for update`.execute(other)
    const applied = house.db.transaction().execute((tx) => applyReports(tx, [word]))
    // Told of below.
    applied.catch(() => {})
    await house.until('the word waits', async () => {
      const waiting = await house.rows(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return waiting.length > 0
    })
    await sql`select from notice where id = ${noticeId} for update`.execute(other)
    return { applied }
  })
  await applied
  expect(await house.notice(noticeId)).toMatchObject({ state: 'delivered', delivery: false })
})
