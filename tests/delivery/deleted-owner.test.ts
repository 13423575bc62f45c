import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteUserRow } from '#server/features/users/managed-user.queries.ts'
import type { Tx } from '#shared/node/platform/database/client.ts'
import { type DeliverySetup, openDeliverySetup } from '#tests/fixtures/delivery.ts'
import { deleteUnusedUsers } from '#worker/purge/purge.queries.ts'

let setup: DeliverySetup
beforeAll(async () => {
  setup = await openDeliverySetup()
})
afterAll(() => setup.close())

/** An owner whose recipients are in reverse order of their notices. */
async function owner() {
  const userId = await setup.user()
  const [later, sooner] = [await setup.match({ userId }), await setup.match({ userId })]
  await setup.rows('update notice set recipient_id = $1 where id = $2', [later.recipientId, sooner.noticeId])
  await setup.rows('update notice set recipient_id = $1 where id = $2', [sooner.recipientId, later.noticeId])
  return { userId, first: later.noticeId, second: sooner.noticeId }
}

const hold = (tx: Tx, noticeId: number) =>
  sql`select from delivery where notice_id = ${noticeId} for update`.execute(tx)

const someoneWaits = async () =>
  (await setup.rows(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`))
    .length > 0

test.each<[string, (tx: Tx, userId: number) => Promise<unknown>]>([
  ['staff', (tx, userId) => deleteUserRow(tx, userId)],
  [
    'the purge',
    async (tx, userId) => {
      await sql`update "user" set last_active_at = '2001-01-01' where id = ${userId}`.execute(tx)
      const run = { id: 0, scheduledOn: null, activeBefore: new Date('2002-01-01'), by: null, letters: 0, purged: 0 }
      await deleteUnusedUsers(tx, run, { limit: 10, today: '2026-11-20', means: { texts: true } })
    },
  ],
])('deleting an owner by %s during a delivery: one waits for the other, and both finish', async (_who, remove) => {
  const { userId, first, second } = await owner()
  const deleting = await setup.db.transaction().execute(async (worker) => {
    // The delivery takes rows in the order of their ids.
    await hold(worker, first)
    const deleted = setup.db.transaction().execute((tx) => remove(tx, userId))
    // Asserted below.
    deleted.catch(() => {})
    await setup.until('the deletion waits', someoneWaits)
    await hold(worker, second)
    return { deleted }
  })
  await deleting.deleted
  for (const id of [first, second]) expect(await setup.notice(id)).toMatchObject({ state: 'canceled', delivery: false })
  expect(await setup.rows('select from "user" where id = $1', [userId])).toEqual([])
})
