import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sendAgain } from '#shared/node/notice.queries.ts'
import { turnIntoEmails } from './budget.queries.ts'
import { applyCallbacks } from './callbacks.ts'
import { settle } from './outcome.queries.ts'
import { type DeliveryHouse, openDeliveryHouse } from './testing.ts'

let house: DeliveryHouse
beforeAll(async () => {
  house = await openDeliveryHouse()
})
afterAll(() => house.close())

test.each([
  ['waiting', 'cancelled', /an email tells the same/],
  ['delivered', 'cancelled', /an email tells the same/],
  ['failed', 'failed', /the email that tells the same failed/],
])('past the budget a text whose email is %s is %s', async (ofEmail, ofText, reason) => {
  const email = await house.match()
  const { userId, eventId } = email
  await house.rows('update notice set state = $1 where id = $2', [ofEmail, email.noticeId])
  const text = await house.match({ channel: 'PHONE', userId, eventId })
  expect(await turnIntoEmails(house.db, [{ id: text.noticeId, attempt: 0 }])).toEqual(new Set())
  expect(await house.notice(text.noticeId)).toMatchObject({
    state: ofText,
    reason: expect.stringMatching(reason) as string,
    delivery: false,
  })
})

describe('a text that was left in doubt, ended by the budget without an email,', () => {
  const number = '+16125550142'
  const ended = async () => {
    const text = await house.match({ channel: 'PHONE', target: number, userId: await house.user({ email: '' }) })
    return { ...text, end: (attempt: number) => turnIntoEmails(house.db, [{ id: text.noticeId, attempt }]) }
  }
  /** The call that is due, to an end; each attempt begins anew. */
  const called = async (id: number, attempt: number, outcome: 'accepted' | 'in_doubt') => {
    await house.rows('update delivery set attempt = $2, calls = calls + 1 where notice_id = $1', [id, attempt])
    const call = { outcome, calledAt: new Date(), endedAt: new Date(), detail: '' }
    const waitMs = outcome === 'in_doubt' ? 0 : null
    const message = outcome === 'accepted' ? `SM${id}` : null
    await settle(house, [
      { id, attempt, state: outcome, reason: '', possiblyTwice: false, waitMs, providerMessageId: message, call },
    ])
  }
  const said = async (notice: number, attempt: number, MessageStatus: string) => {
    const query = { notice: String(notice), attempt: String(attempt) }
    await house.rows(
      `insert into provider_callback (provider, dedupe_key, body) values ('twilio-status', $1 || $2 || $3, $4)`,
      [notice, attempt, MessageStatus, JSON.stringify({ MessageSid: `SM${notice}`, MessageStatus, To: number, query })],
    )
    while (await applyCallbacks(house.deps()));
  }
  const state = async (id: number) => (await house.notice(id)).state

  test("is what its provider's late word says", async () => {
    const { noticeId, end } = await ended()
    await called(noticeId, 1, 'in_doubt')
    await end(1)
    expect(await state(noticeId)).toBe('failed')
    await said(noticeId, 1, 'delivered')
    expect(await state(noticeId)).toBe('delivered')
  })

  test('is not what is said of the sending before it', async () => {
    const { noticeId, end } = await ended()
    await called(noticeId, 1, 'accepted')
    await house.db.transaction().execute((tx) => sendAgain(tx, noticeId, ['accepted']))
    const [due] = await house.rows<{ attempt: number }>('select attempt from delivery where notice_id = $1', [noticeId])
    const repeat = (due?.attempt ?? 0) + 1
    await called(noticeId, repeat, 'in_doubt')
    await end(repeat)
    await said(noticeId, 1, 'delivered')
    expect(await state(noticeId)).toBe('failed')
    await said(noticeId, repeat, 'delivered')
    expect(await state(noticeId)).toBe('delivered')
  })
})
