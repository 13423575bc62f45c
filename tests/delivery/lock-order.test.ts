import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tx } from '#shared/node/platform/database/client.ts'
import { convertTextsToEmails } from '#worker/delivery/budget.queries.ts'
import { applyReports } from '#worker/delivery/callback.queries.ts'
import { type DeliveryHouse, openDeliveryHouse } from '#worker/delivery/testing.ts'

let house: DeliveryHouse
beforeAll(async () => {
  house = await openDeliveryHouse()
})
afterAll(() => house.close())

const word = { attempt: 1, providerMessageId: 'm1', at: new Date(), meaning: 'delivered', reason: '' } as const

test.each<[string, (tx: Tx, noticeIds: number[]) => Promise<unknown>, string[]]>([
  [
    "a provider's word",
    (tx, ids) =>
      applyReports(
        tx,
        ids.map((noticeId) => ({ ...word, noticeId })),
      ),
    ['delivered', 'delivered'],
  ],
  [
    'a budget that is spent',
    (tx, ids) =>
      convertTextsToEmails(
        tx,
        ids.map((id) => ({ id, attempt: 0 })),
      ),
    ['waiting', 'cancelled'],
  ],
])('%s that comes amid a deletion or an outcome waits for it, and both end', async (_what, work, states) => {
  const first = await house.match({ channel: 'PHONE' })
  const { userId, eventId } = first
  const second = await house.match({ channel: 'PHONE', userId, eventId })
  const ids = [first.noticeId, second.noticeId]
  const { worked } = await house.db.transaction().execute(async (other) => {
    // As those do: deliveries first, then their notices.
    await sql`select from delivery where notice_id = any(${ids}) order by notice_id for update`.execute(other)
    const worked = house.db.transaction().execute((tx) => work(tx, ids))
    // Told of below.
    worked.catch(() => {})
    await house.until('it waits', async () => {
      const waiting = await house.rows(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return waiting.length > 0
    })
    await sql`select from notice where id = any(${ids}) order by id for update`.execute(other)
    return { worked }
  })
  await worked
  const [one, two] = [await house.notice(first.noticeId), await house.notice(second.noticeId)]
  expect([one.state, two.state]).toEqual(states)
})
