import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { copiedColumns, putBackAlerts, putBackEmails, putBackUnsent } from '#server/features/legacy/restore.queries.ts'
import { copyAlerts, copyEmails, copyUnsent, wipeAlerts, wipeEmails } from '#server/features/legacy/wipe.queries.ts'
import type { Tx } from '#shared/node/platform/database/client.ts'
import { skipReasons } from '#shared/node/domain/notices/skip-reasons.ts'
import { resendNotice } from '#shared/node/domain/notices/notice.queries.ts'
import { claimNotices } from '#worker/delivery/claim.queries.ts'
import { type CheckedNotice, commitCalls } from '#worker/delivery/commit-calls.queries.ts'
import { recordOutcomes } from '#worker/delivery/outcome.queries.ts'
import { type DeliveryHouse, openDeliveryHouse } from '#worker/delivery/testing.ts'

let house: DeliveryHouse
let runId: number
beforeAll(async () => {
  house = await openDeliveryHouse()
})
beforeEach(async () => {
  for (const table of ['delivery', 'alert', 'email_address']) await house.rows(`delete from ${table}`)
  const [run] = await house.rows<{ id: number }>('insert into migration_run default values returning id')
  runId = run?.id ?? 0
})
afterAll(() => house.close())

const inOne = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => house.db.transaction().execute(work)

/** Claims the notice that is due and commits its call. */
async function begun(): Promise<CheckedNotice> {
  const rules = { today: '2026-11-20', leaseMs: 60_000, spareMs: 1000 }
  const [marked] = await commitCalls(house, await claimNotices(house, 10, 60_000), rules)
  if (!marked) throw new Error('Nothing was due.')
  return marked
}
const end = ({ id, attempt }: CheckedNotice, state: 'accepted' | 'cancelled', reason: string) =>
  recordOutcomes(house, [
    {
      id,
      attempt,
      possiblyTwice: false,
      state,
      reason,
      waitMs: null,
      providerMessageId: null,
      call: state === 'accepted' ? { outcome: state, calledAt: new Date(), endedAt: new Date(), detail: '' } : null,
    },
  ])

/** A notice that was accepted, and that staff have sent again; its repeat waits. */
async function repeat(): Promise<number> {
  const { noticeId } = await house.match()
  await end(await begun(), 'accepted', '')
  expect(await inOne((tx) => resendNotice(tx, noticeId, ['accepted']))).toBe(true)
  return noticeId
}

const now = async (id: number) =>
  (
    await house.rows(
      `select n.state, n.reason, n.again_after, n.earlier_state, d.attempt, n.ended_at is null as open
       from notice n left join delivery d on d.notice_id = n.id where n.id = $1`,
      [id],
    )
  )[0]

const wipes = {
  'with its alert and address': async () => {
    await inOne((tx) => wipeAlerts(tx, 0))
    await inOne((tx) => wipeEmails(tx, 0))
  },
  'with its alert, before the worker came to it': async () => {
    await inOne((tx) => wipeAlerts(tx, 0))
    const marked = await begun()
    expect(marked.skipReason).toBe('alert-off')
    await end(marked, 'cancelled', skipReasons['alert-off'])
  },
}

test.each(Object.entries(wipes))(
  'a repeat that was wiped %s is what it was before, and waits again',
  async (_how, wipe) => {
    const noticeId = await repeat()
    const before = await now(noticeId)
    expect(before).toMatchObject({ state: 'waiting', earlier_state: 'accepted', open: true })
    await inOne(async (tx) => {
      await copyUnsent(tx, runId)
      await copyAlerts(tx, runId, 0)
      await copyEmails(tx, runId, 0)
    })
    await wipe()
    expect(await now(noticeId)).toMatchObject({
      state: 'accepted',
      again_after: null,
      earlier_state: null,
      open: false,
    })

    await inOne(async (tx) => {
      const columns = await copiedColumns(tx, runId)
      await putBackEmails(tx, runId, columns, 0)
      await putBackAlerts(tx, runId, columns, 0)
      expect(await putBackUnsent(tx, runId)).toBe(1)
    })
    expect(await now(noticeId)).toEqual(before)
    // The repeat is made, and knows that it is one.
    expect(await begun()).toMatchObject({ id: noticeId, skipReason: null, possiblyTwice: true })
  },
)

test('a repeat that was sent and ended meanwhile is left alone', async () => {
  const noticeId = await repeat()
  await inOne((tx) => copyUnsent(tx, runId))
  await end(await begun(), 'accepted', '')
  const ended = await now(noticeId)
  expect(await inOne((tx) => putBackUnsent(tx, runId))).toBe(0)
  expect(await now(noticeId)).toEqual(ended)
})
