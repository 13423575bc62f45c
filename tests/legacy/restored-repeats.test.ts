import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { copiedColumns, putBackAlerts, putBackEmails, putBackUnsent } from '#server/features/legacy/restore.queries.ts'
import { copyAlerts, copyEmails, copyUnsent, wipeAlerts, wipeEmails } from '#server/features/legacy/wipe.queries.ts'
import { skipReasons } from '#shared/domain/notice/skip-reasons.ts'
import { requeueNotice } from '#shared/node/domain/notices/notice.queries.ts'
import type { Tx } from '#shared/node/platform/database/client.ts'
import { type DeliverySetup, openDeliverySetup } from '#tests/fixtures/delivery.ts'
import { claimNotices } from '#worker/delivery/claim.queries.ts'
import { type CheckedNotice, commitCalls } from '#worker/delivery/commit-calls.queries.ts'
import { recordOutcomes } from '#worker/delivery/outcome.queries.ts'

let setup: DeliverySetup
let runId: number
beforeAll(async () => {
  setup = await openDeliverySetup()
})
beforeEach(async () => {
  for (const table of ['delivery', 'alert', 'email_address']) await setup.rows(`delete from ${table}`)
  const [run] = await setup.rows<{ id: number }>('insert into migration_run default values returning id')
  runId = run?.id ?? 0
})
afterAll(() => setup.close())

const inTransaction = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => setup.db.transaction().execute(work)

/** Claims the notice that is due and commits its call. */
async function commitCall(): Promise<CheckedNotice> {
  const rules = { today: '2026-11-20', leaseMs: 60_000, spareMs: 1000 }
  const [marked] = await commitCalls(setup, await claimNotices(setup, 10, 60_000), rules)
  if (!marked) throw new Error('Nothing was due.')
  return marked
}
const end = ({ id, fence: attempt }: CheckedNotice, state: 'accepted' | 'cancelled', reason: string) =>
  recordOutcomes(setup, [
    {
      id,
      fence: attempt,
      possiblyTwice: false,
      state,
      reason,
      waitMs: null,
      providerMessageId: null,
      call: state === 'accepted' ? { outcome: state, calledAt: new Date(), endedAt: new Date(), detail: '' } : null,
    },
  ])

/** A notice that was accepted and that staff resent; its repeat is waiting. */
async function repeat(): Promise<number> {
  const { noticeId } = await setup.match()
  await end(await commitCall(), 'accepted', '')
  expect(await inTransaction((tx) => requeueNotice(tx, noticeId, ['accepted']))).toBe(true)
  return noticeId
}

const now = async (id: number) =>
  (
    await setup.rows<{ attempt: number }>(
      `select n.state, n.reason, n.again_after, n.earlier_state, d.attempt, n.ended_at is null as open
       from notice n left join delivery d on d.notice_id = n.id where n.id = $1`,
      [id],
    )
  )[0]

const wipes = {
  'with its alert and address': async () => {
    await inTransaction((tx) => wipeAlerts(tx, 0))
    await inTransaction((tx) => wipeEmails(tx, 0))
  },
  'with its alert, before the worker came to it': async () => {
    await inTransaction((tx) => wipeAlerts(tx, 0))
    const marked = await commitCall()
    expect(marked.skipReason).toBe('alert-off')
    await end(marked, 'cancelled', skipReasons['alert-off'].staff)
  },
}

test.each(Object.entries(wipes))('restores a repeat that was wiped %s, and queues it again', async (_how, wipe) => {
  const noticeId = await repeat()
  const before = await now(noticeId)
  expect(before).toMatchObject({ state: 'waiting', earlier_state: 'accepted', open: true })
  await inTransaction(async (tx) => {
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

  await inTransaction(async (tx) => {
    const columns = await copiedColumns(tx, runId)
    await putBackEmails(tx, runId, columns, 0)
    await putBackAlerts(tx, runId, columns, 0)
    expect(await putBackUnsent(tx, runId)).toBe(1)
  })
  expect(await now(noticeId)).toEqual({ ...before, attempt: expect.any(Number) as number })
  // The repeat is made, and knows that it is one. A worker that still holds a claim of before has no say in it.
  const made = await commitCall()
  expect(made).toMatchObject({ id: noticeId, skipReason: null, possiblyTwice: true })
  expect(made.fence).toBeGreaterThan((before?.attempt ?? 0) + 1)
})

test('leaves a repeat alone that was sent and finished in the meantime', async () => {
  const noticeId = await repeat()
  await inTransaction((tx) => copyUnsent(tx, runId))
  await end(await commitCall(), 'accepted', '')
  const ended = await now(noticeId)
  expect(await inTransaction((tx) => putBackUnsent(tx, runId))).toBe(0)
  expect(await now(noticeId)).toEqual(ended)
})
