import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tx } from '#shared/node/platform/database/client.ts'
import { delivered } from '#shared/node/providers/common/delivery-status.ts'
import { type DeliverySetup, openDeliverySetup } from '#tests/fixtures/delivery.ts'
import { convertTextsToEmails } from '#worker/delivery/budget.queries.ts'
import { applyReports } from '#worker/delivery/callbacks/apply-reports.queries.ts'

let setup: DeliverySetup
beforeAll(async () => {
  setup = await openDeliverySetup()
})
afterAll(() => setup.close())

const word = { ...delivered, attempt: 1, providerMessageId: 'm1', at: new Date() }

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
        ids.map((id) => ({ id, fence: 0 })),
      ),
    ['waiting', 'cancelled'],
  ],
])('%s during a deletion or an outcome waits for it, and both finish', async (_what, work, states) => {
  const first = await setup.match({ channel: 'PHONE' })
  const { userId, eventId } = first
  const second = await setup.match({ channel: 'PHONE', userId, eventId })
  const ids = [first.noticeId, second.noticeId]
  const { worked } = await setup.db.transaction().execute(async (other) => {
    // In the same order as the product: deliveries first, then their notices.
    await sql`select from delivery where notice_id = any(${ids}) order by notice_id for update`.execute(other)
    const worked = setup.db.transaction().execute((tx) => work(tx, ids))
    // Asserted below.
    worked.catch(() => {})
    await setup.until('it waits', async () => {
      const waiting = await setup.rows(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return waiting.length > 0
    })
    await sql`select from notice where id = any(${ids}) order by id for update`.execute(other)
    return { worked }
  })
  await worked
  const [one, two] = [await setup.notice(first.noticeId), await setup.notice(second.noticeId)]
  expect([one.state, two.state]).toEqual(states)
})
