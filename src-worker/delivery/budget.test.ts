import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { requeueNotice } from '#shared/node/domain/notices/notice.queries.ts'
import { type DeliverySetup, openDeliverySetup } from '#tests/fixtures/delivery.ts'
import { convertTextsToEmails } from './budget.queries.ts'
import { applyCallbacks } from './callbacks/callbacks.ts'
import { claimNotices } from './claim.queries.ts'
import { commitCalls } from './commit-calls.queries.ts'
import { recordOutcomes } from './outcome.queries.ts'

let setup: DeliverySetup
beforeAll(async () => {
  setup = await openDeliverySetup()
})
afterAll(() => setup.close())

test.each([
  ['waiting', 'cancelled', /An email takes its place/],
  ['delivered', 'cancelled', /An email takes its place/],
  ['failed', 'failed', /the email in its place failed/],
])('past the budget, a text whose email is %s becomes %s', async (ofEmail, ofText, reason) => {
  const email = await setup.match()
  const { userId, eventId } = email
  await setup.rows('update notice set state = $1 where id = $2', [ofEmail, email.noticeId])
  const text = await setup.match({ channel: 'PHONE', userId, eventId })
  await setup.inUse(email.recipientId, text.alertIds[0])
  expect(await convertTextsToEmails(setup.db, [{ id: text.noticeId, fence: 0 }])).toEqual(new Set())
  expect(await setup.notice(text.noticeId)).toMatchObject({
    state: ofText,
    reason: expect.stringMatching(reason) as string,
    delivery: false,
  })
})

type Text = Awaited<ReturnType<DeliverySetup['match']>>
describe('past the budget, a text becomes an email to', () => {
  const account = 'account@example.org'
  /** The owner's other addresses, and where the notice goes then; null: nowhere. */
  const cases: [
    what: string,
    make: (text: Text, email: number) => Promise<unknown>,
    goesTo: 'email' | 'account' | null,
  ][] = [
    ['the email of the alert that matched', (text, email) => setup.inUse(email, text.alertIds[0]), 'email'],
    ['the account where the email is in use on another alert', (_text, email) => setup.inUse(email), 'account'],
    ['the account where the email was removed', async () => {}, 'account'],
    [
      'the account where this alert was stopped for the email',
      async (text, email) => {
        await setup.inUse(email, text.alertIds[0])
        await setup.rows('update alert_email set stopped_at = now() where email_id = $1', [email])
      },
      'account',
    ],
    [
      'the account where the email takes no alerts by its owner’s word',
      async (text, email) => {
        await setup.inUse(email, text.alertIds[0])
        await setup.rows(
          `insert into suppression (channel, target, owner_id, reason)
           select 'EMAIL', address_key, owner_id, 'unsubscribe' from email_address where id = $1`,
          [email],
        )
      },
      'account',
    ],
    [
      'nowhere where the account’s email was never verified',
      ({ userId }) => setup.rows('update "user" set email_verified_at = null where id = $1', [userId]),
      null,
    ],
    [
      'nowhere where the account’s email was retyped by staff',
      ({ userId }) => setup.rows(`update "user" set email = 'typed@example.org' where id = $1`, [userId]),
      null,
    ],
    [
      'the email although another alert’s address, without an owner, was stopped',
      async (text, email) => {
        await setup.inUse(email, text.alertIds[0])
        const other = await setup.recipient({ userId: null, target: 'legacy@example.org' })
        await setup.rows(
          'update email_address set address = (select address from email_address where id = $1) where id = $2',
          [email, other.id],
        )
        await setup.rows(
          `insert into suppression (channel, target, email_id, reason)
           select 'EMAIL', address_key, id, 'unsubscribe' from email_address where id = $1`,
          [other.id],
        )
      },
      'email',
    ],
  ]
  test.each(cases)('%s', async (_what, make, goesTo) => {
    const userId = await setup.user({ email: account })
    const text = await setup.match({ channel: 'PHONE', userId })
    const email = await setup.recipient({ userId })
    await make(text, email.id)
    await convertTextsToEmails(setup.db, [{ id: text.noticeId, fence: 0 }])
    const { state, channel, target } = await setup.notice(text.noticeId)
    expect({ state, to: channel === 'EMAIL' ? target : null }).toEqual({
      state: goesTo ? 'waiting' : 'failed',
      to: goesTo && { email: email.target, account }[goesTo],
    })
  })

  test('does not email an address that was removed from the alert before the call', async () => {
    const userId = await setup.user({ email: account })
    const text = await setup.match({ channel: 'PHONE', userId })
    const email = await setup.recipient({ userId })
    await setup.inUse(email.id, text.alertIds[0])
    await convertTextsToEmails(setup.db, [{ id: text.noticeId, fence: 0 }])
    await setup.rows('delete from alert_email where email_id = $1', [email.id])
    const claimed = (await claimNotices(setup, 100, 60_000)).filter(({ id }) => id === text.noticeId)
    const [marked] = await commitCalls(setup, claimed, { today: '2026-11-20', leaseMs: 60_000, spareMs: 1000 })
    expect(marked?.skipReason).toBe('recipient-removed')
  })
})

describe('a text in doubt that the budget ended without an email', () => {
  const number = '+16125550142'
  const ended = async () => {
    const text = await setup.match({ channel: 'PHONE', target: number, userId: await setup.user({ email: '' }) })
    return { ...text, end: (fence: number) => convertTextsToEmails(setup.db, [{ id: text.noticeId, fence }]) }
  }
  /** Makes the call that is due; each attempt starts over. */
  const called = async (id: number, attempt: number, outcome: 'accepted' | 'in_doubt') => {
    await setup.rows('update delivery set attempt = $2, calls = calls + 1 where notice_id = $1', [id, attempt])
    const call = { outcome, calledAt: new Date(), endedAt: new Date(), detail: '' }
    const waitMs = outcome === 'in_doubt' ? 0 : null
    const message = outcome === 'accepted' ? `SM${id}` : null
    await recordOutcomes(setup, [
      {
        id,
        fence: attempt,
        state: outcome,
        reason: '',
        possiblyTwice: false,
        waitMs,
        providerMessageId: message,
        call,
      },
    ])
  }
  const said = async (notice: number, attempt: number, MessageStatus: string) => {
    const query = { notice: String(notice), attempt: String(attempt) }
    await setup.rows(
      `insert into provider_callback (provider, dedupe_key, body) values ('twilio-status', $1 || $2 || $3, $4)`,
      [notice, attempt, MessageStatus, JSON.stringify({ MessageSid: `SM${notice}`, MessageStatus, To: number, query })],
    )
    while (await applyCallbacks(setup.deps()));
  }
  const state = async (id: number) => (await setup.notice(id)).state

  test('gets its state from the late report of its provider', async () => {
    const { noticeId, end } = await ended()
    await called(noticeId, 1, 'in_doubt')
    await end(1)
    expect(await state(noticeId)).toBe('failed')
    await said(noticeId, 1, 'delivered')
    expect(await state(noticeId)).toBe('delivered')
  })

  test('ignores a late report about the sending before it', async () => {
    const { noticeId, end } = await ended()
    await called(noticeId, 1, 'accepted')
    await setup.db.transaction().execute((tx) => requeueNotice(tx, noticeId, ['accepted']))
    const [due] = await setup.rows<{ attempt: number }>('select attempt from delivery where notice_id = $1', [noticeId])
    const repeat = (due?.attempt ?? 0) + 1
    await called(noticeId, repeat, 'in_doubt')
    await end(repeat)
    await said(noticeId, 1, 'delivered')
    expect(await state(noticeId)).toBe('failed')
    await said(noticeId, repeat, 'delivered')
    expect(await state(noticeId)).toBe('delivered')
  })
})
