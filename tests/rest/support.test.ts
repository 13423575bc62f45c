import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { UserMessage } from '#server/features/support/user-messages.ts'
import type { UserSession } from '#server/features/support/user-sessions.ts'
import type { SuppressedAddress } from '#server/features/support/user-suppressions.ts'
import { mailKinds } from '#shared/node/domain/notices/mail-kinds.ts'
import { queueNotice } from '#shared/node/domain/notices/notice.queries.ts'
import type { AuditType } from '#shared/node/platform/database/types/audit.ts'
import { enPanelUsers } from '#shared/texts/en/panel-users.ts'
import { makeUser, type TestUser } from '#tests/helpers/factories.ts'
import { type Browser, logIn } from '#tests/helpers/server.ts'
import { setUpSupportDesk, type SupportDesk } from './support-desk.ts'

let desk: SupportDesk
let user: TestUser
beforeAll(async () => {
  desk = await setUpSupportDesk()
})
beforeEach(async () => {
  user = await makeUser(desk.deps.db)
})
afterAll(() => desk.stop())

const audited = async (type: AuditType) => (await desk.audited(user, type)).map(({ description }) => description)

describe('messages', () => {
  const queue = (state: 'failed' | 'waiting' | 'delivered' | 'held', more: object = {}) =>
    queueNotice(desk.deps.db, {
      kind: 'account',
      template: 'password-changed',
      channel: 'EMAIL',
      target: user.email,
      userId: user.id,
      data: { username: user.username },
    }).then(async (id) => {
      if (state !== 'waiting') await desk.deps.db.deleteFrom('delivery').where('notice_id', '=', id).execute()
      await desk.deps.db
        .updateTable('notice')
        .set({ state, ...more })
        .where('id', '=', id)
        .execute()
      return id
    })
  const list = async (page = 1) =>
    (
      await desk.browser.query<{ content: { messages: UserMessage[]; total: number } }>('support.messages', {
        userId: user.id,
        page,
      })
    ).data.content

  test('every message that a resident can get has a name', () => {
    // Answers to a text or to staff, and mail to staff.
    const others = new Set([
      'test-text',
      'help-text',
      'yes-unclear-text',
      'migration-ended',
      'database-restored',
      'record-reported',
      'records-reported',
      'changes-undone',
    ])
    const named = Object.keys(enPanelUsers.support.messages.whats)
    expect(Object.keys(mailKinds).filter((template) => !others.has(template) && !named.includes(template))).toEqual([])
  })

  test('are listed with their state, latest first, ten a page', async () => {
    for (let n = 0; n < 9; n++) await queue('delivered', { accepted_at: new Date() })
    await queue('waiting')
    await queue('held', { reason: 'Too many at once.' })
    await queue('failed', { reason: 'The mailbox is full.', possibly_twice: true })
    const first = await list()
    expect([first.total, first.messages.length, (await list(2)).messages.length]).toEqual([12, 10, 2])
    expect(first.messages.slice(0, 4)).toMatchObject([
      { state: 'failed', reason: 'The mailbox is full.', possiblyTwice: true, sentFormatted: '', target: user.email },
      { state: 'held', reason: 'Too many at once.' },
      { state: 'waiting', what: 'password-changed', nextTryFormatted: expect.stringMatching(/^\d\d\//) },
      { state: 'delivered', sentFormatted: expect.stringMatching(/^\d\d\//), nextTryFormatted: '' },
    ])
    const other = await makeUser(desk.deps.db)
    user = other
    expect(await list()).toEqual({ messages: [], total: 0 })
  })

  test('lists a matched record that could not be sent, with the reason, once for each address', async () => {
    await queue('delivered')
    const { rows } = await desk.deps.pool.query<{ id: number }>(
      `with source as (insert into feed (name) values ('Unsent') returning id)
       insert into event (feed_id, document_id, content_hash, recorded_at, recorded_has_time, recorded_on, parties, parcels)
       select id, '2026-400', '\\x00', '2026-11-19T16:42:00Z', true, '2026-11-19', '[]', '[]' from source returning id`,
    )
    // Two alerts of one user matched the record.
    await desk.deps.pool.query(
      `insert into outgoing_event
         (user_id, event_id, revision, alert_id, alert_name, criteria, channel, recipient_id, target, match, unsent_reason)
       select $1, $2, 1, alert, 'My name', 'Thessaly Brandvold', 'PHONE', 1, '+16125550142', '{}', 'Not verified.'
       from generate_series(1, 2) alert`,
      [user.id, rows[0]?.id],
    )
    const { messages, total } = await list()
    expect([total, messages.length]).toEqual([2, 2])
    expect(messages[0]).toMatchObject({
      what: 'match',
      documentId: '2026-400',
      target: '(612) 555-0142',
      state: 'unsent',
      reason: 'Not verified.',
      sentFormatted: '',
    })
  })

  test('a failed message is resent once; others are not', async () => {
    const id = await queue('failed', { reason: 'The mailbox is full.' })
    const again = (noticeId: number, userId = user.id) => desk.browser.mutate('support.sendAgain', { userId, noticeId })
    const someoneElse = await makeUser(desk.deps.db)
    expect((await again(id, someoneElse.id)).status).toBe(404)
    expect((await again(id)).data).toMatchObject({ message: 'We are sending the message again.' })
    expect((await list()).messages).toMatchObject([{ id, state: 'waiting', reason: '' }])
    expect((await again(id)).error?.message).toBe('You can only send a failed message again.')
    expect(await audited('NOTICE')).toEqual([
      `Staff resent a message to ${user.email}. It had failed: The mailbox is full.`,
    ])
  })
})

describe('an alert that reached its end', () => {
  const target = 'told@example.org'
  /** An alert to an address of the user. */
  const alert = async (state: 'accepted' | 'delivered' | 'cancelled' | 'waiting' | 'held', verified = true) => {
    const one = async (text: string, values: unknown[]) =>
      (await desk.deps.pool.query<{ id: number }>(text, values)).rows[0]?.id ?? 0
    const emailId = await one(
      `insert into email_address (owner_id, address, verified_at) values ($1, $2, case when $3 then now() end)
       on conflict (owner_id, address_key) do update set verified_at = excluded.verified_at returning id`,
      [user.id, target, verified],
    )
    return one(
      `insert into notice (kind, template, user_id, owner_key, channel, recipient_id, target, state, accepted_at)
       values ('match', 'match', $1, $1, 'EMAIL', $2, $3, $4, case when $4 in ('accepted', 'delivered') then now() end)
       returning id`,
      [user.id, emailId, target, state],
    )
  }
  const again = (noticeId: number, evenIfSent?: boolean) =>
    desk.browser.mutate('support.sendAgain', {
      userId: user.id,
      noticeId,
      ...(evenIfSent === undefined ? {} : { evenIfSent }),
    })
  const stands = async (id: number) => {
    const { rows } = await desk.deps.pool.query(
      `select state, possibly_twice, accepted_at is not null as accepted,
         exists (select from delivery where notice_id = n.id) as due from notice n where id = $1`,
      [id],
    )
    return rows[0] as object
  }
  beforeEach(() => desk.deps.pool.query('delete from throttle'))

  test.each(['accepted', 'delivered'] as const)(
    '%s, can be resent as such; marked as a duplicate after it was sent',
    async (state) => {
      const id = await alert(state)
      expect((await again(id)).error?.message).toMatch(/^The provider already accepted this message/)
      expect(await stands(id)).toEqual({ state, possibly_twice: false, accepted: true, due: false })
      expect((await again(id, true)).data).toMatchObject({ message: 'We are sending the message again.' })
      expect(await stands(id)).toEqual({ state: 'waiting', possibly_twice: false, accepted: true, due: true })
      expect((await again(id, true)).error?.message).toBe('This message is already on its way.')
      expect(await audited('NOTICE')).toEqual([
        `Staff resent the notice of document (gone) to ${target}. It had been ${state}.`,
      ])
    },
  )

  test('a canceled message can be resent and is no duplicate', async () => {
    const id = await alert('cancelled')
    expect((await again(id)).status).toBe(200)
    expect(await stands(id)).toEqual({ state: 'waiting', possibly_twice: false, accepted: false, due: true })
  })

  test.each(['waiting', 'held'] as const)('%s is not listed', async (state) => {
    expect((await again(await alert(state), true)).error?.message).toBe('This message is already on its way.')
  })

  test('is not sent to an unverified or suppressed address', async () => {
    expect((await again(await alert('accepted', false), true)).error?.message).toBe('The recipient is not verified.')
    const id = await alert('accepted')
    await desk.deps.db
      .insertInto('suppression')
      .values({ channel: 'EMAIL', target, reason: 'unsubscribe', owner_id: user.id })
      .execute()
    expect((await again(id, true)).error?.message).toBe('Messages to this address have been stopped.')
    expect(await stands(id)).toMatchObject({ state: 'accepted', due: false })
  })

  test('is sent at most five times an hour to one address, however it is written', async () => {
    for (let n = 0; n < 5; n += 1) expect((await again(await alert('delivered'), true)).status).toBe(200)
    const id = await alert('delivered')
    await desk.deps.pool.query('update notice set target = initcap(target) where id = $1', [id])
    expect((await again(id, true)).status).toBe(429)
    expect(await stands(id)).toMatchObject({ state: 'delivered', possibly_twice: false })
  })
})

describe('stops', () => {
  const stop = async (values: {
    channel: 'EMAIL' | 'PHONE'
    target: string
    reason: 'bounce' | 'complaint' | 'stop' | 'unsubscribe'
    scope?: 'requests'
    owner_id?: number
  }) => (await desk.deps.db.insertInto('suppression').values(values).returning('id').executeTakeFirstOrThrow()).id
  const list = async () =>
    (await desk.browser.query<{ content: SuppressedAddress[] }>('support.stops', { userId: user.id })).data.content

  test('of a user are listed and undone; only the holder undoes a STOP by text', async () => {
    await desk.deps.db.insertInto('phone').values({ owner_id: user.id, number: '+16125550142' }).execute()
    await desk.deps.db.insertInto('email_address').values({ owner_id: user.id, address: 'Other@example.org' }).execute()
    const other = await makeUser(desk.deps.db)
    const bounced = await stop({ channel: 'EMAIL', target: user.email.toLowerCase(), reason: 'bounce' })
    const own = await stop({ channel: 'EMAIL', target: 'other@example.org', reason: 'unsubscribe', owner_id: user.id })
    await stop({ channel: 'EMAIL', target: 'other@example.org', reason: 'unsubscribe', owner_id: other.id })
    const spam = await stop({ channel: 'EMAIL', target: 'other@example.org', reason: 'complaint', scope: 'requests' })
    const byText = await stop({ channel: 'PHONE', target: '+16125550142', reason: 'stop' })
    expect(await list()).toMatchObject([
      { id: bounced, target: user.email, reason: 'bounce', scope: 'everything', own: false, canUndo: true },
      { id: own, target: 'other@example.org', reason: 'unsubscribe', scope: 'alerts', own: true, canUndo: true },
      { id: spam, target: 'other@example.org', reason: 'complaint', scope: 'requests', own: false, canUndo: true },
      { id: byText, target: '(612) 555-0142', reason: 'stop', own: false, canUndo: false },
    ])
    const undo = (id: number, userId = user.id) => desk.browser.mutate('support.undoStop', { userId, id })
    expect((await undo(own, other.id)).status).toBe(404)
    expect((await undo(own)).data).toMatchObject({ message: 'Messages to other@example.org are allowed again.' })
    expect((await undo(own)).status).toBe(404)
    expect((await undo(byText)).error?.message).toMatch(/^Only the owner of the phone can undo this/)
    expect((await undo(bounced)).status).toBe(200)
    expect((await undo(spam)).status).toBe(200)
    expect((await list()).map(({ id }) => id)).toEqual([byText])
    expect((await audited('SUPPRESSION')).length).toBe(3)
  })
})

describe('sessions', () => {
  const list = async (userId = user.id) =>
    (await desk.browser.query<{ content: UserSession[] }>('support.sessions', { userId })).data.content
  const end = (sessionId: string | null, userId = user.id) =>
    desk.browser.mutate('support.endSessions', { userId, sessionId })
  const isIn = async (one: Browser) => (await one.get('currentUser/loginStatus')).status === 200

  test('are listed and can be ended, one or all', async () => {
    const one = await logIn(desk.app, user)
    const two = await logIn(desk.app, user)
    const three = await logIn(desk.app, user)
    const sessions = await list()
    expect(sessions.length).toBe(3)
    expect(sessions[0]).toMatchObject({ current: false, address: expect.stringMatching(/^10\./) })
    expect((await end(sessions[0]?.id ?? '', desk.admin.id)).status).toBe(404)
    expect((await end(sessions[0]?.id ?? '')).data).toMatchObject({ message: 'One session ended.' })
    const left = await Promise.all([one, two, three].map(isIn))
    expect(left.filter(Boolean).length).toBe(2)
    expect((await end(sessions[0]?.id ?? '')).status).toBe(404)
    expect((await end(null)).data).toMatchObject({ message: '2 sessions ended.' })
    expect(await list()).toEqual([])
    expect(await Promise.all([one, two, three].map(isIn))).toEqual([false, false, false])
    expect(await audited('LOGOUT')).toEqual(['Staff ended a session.', 'Staff ended all sessions.'])
  })

  test('that ended by another rule are not listed', async () => {
    await logIn(desk.app, user)
    await desk.deps.db
      .updateTable('session')
      .set({ last_seen: new Date(Date.now() - 31 * 60_000) })
      .where('user_id', '=', user.id)
      .execute()
    expect(await list()).toEqual([])
  })

  test("ending one's own sessions keeps the current one", async () => {
    const elsewhere = await logIn(desk.app, desk.admin)
    expect((await list(desk.admin.id)).filter(({ current }) => current).length).toBe(1)
    await end(null, desk.admin.id)
    expect([await isIn(desk.browser), await isIn(elsewhere)]).toEqual([true, false])
  })
})
