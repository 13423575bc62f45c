import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SkipReason } from '#shared/domain/notice/skip-reasons.ts'
import { requeueNotice } from '#shared/node/domain/notices/notice.queries.ts'
import { type DeliverySetup, openDeliverySetup } from '#tests/fixtures/delivery.ts'
import { claimNotices } from './claim.queries.ts'
import { commitCalls } from './commit-calls.queries.ts'
import { readInDoubt } from './in-doubt.queries.ts'
import { type Outcome, recordOutcomes } from './outcome.queries.ts'

let setup: DeliverySetup
let db: DeliverySetup
beforeAll(async () => {
  setup = await openDeliverySetup()
  db = setup
})
beforeEach(async () => {
  await setup.rows('delete from delivery')
})
afterAll(() => setup.close())

const options = { today: '2026-11-20', leaseMs: 60_000, spareMs: 1000 }
const claimAll = () => claimNotices(db, 100, 60_000)

type Match = Awaited<ReturnType<DeliverySetup['match']>>
type Change = [what: string, sql: (m: Match) => [string, unknown[]], skipReason: SkipReason | null]

const changes: Change[] = [
  ['nothing', () => ['select 1', []], null],
  ['the owner locked out', (m) => [`update "user" set status = 'L' where id = $1`, [m.userId]], null],
  ['the owner made inactive', (m) => [`update "user" set status = 'I' where id = $1`, [m.userId]], 'owner-inactive'],
  ['the owner pending', (m) => [`update "user" set status = 'P' where id = $1`, [m.userId]], 'owner-inactive'],
  ['the alert made inactive', (m) => [`update alert set status = 'I' where id = $1`, [m.alertIds[0]]], 'alert-off'],
  ['the alert deleted', (m) => ['delete from alert where id = $1', [m.alertIds[0]]], 'alert-off'],
  [
    'the alert paused until tomorrow',
    (m) => [`update alert set paused_until = '2026-11-21' where id = $1`, [m.alertIds[0]]],
    'alert-off',
  ],
  [
    'the alert paused until today',
    (m) => [`update alert set paused_until = '2026-11-20' where id = $1`, [m.alertIds[0]]],
    null,
  ],
  [
    'this alert stopped for the address',
    (m) => ['update alert_email set stopped_at = now() where alert_id = $1', [m.alertIds[0]]],
    'alert-off',
  ],
  [
    'the recipient taken out of the alert',
    (m) => ['delete from alert_email where alert_id = $1', [m.alertIds[0]]],
    'alert-off',
  ],
  [
    'the recipient unverified',
    (m) => ['update email_address set verified_at = null where id = $1', [m.recipientId]],
    'not-verified',
  ],
  [
    'a migrated recipient',
    (m) => ['update email_address set verified_at = null, migrated = true where id = $1', [m.recipientId]],
    null,
  ],
  [
    'a stop for everybody',
    (m) => [`insert into suppression (channel, target, reason) values ('EMAIL', $1, 'bounce')`, [m.target]],
    'suppressed',
  ],
  [
    "the owner's own stop",
    (m) => [
      `insert into suppression (channel, target, owner_id, reason) values ('EMAIL', $1, $2, 'unsubscribe')`,
      [m.target, m.userId],
    ],
    'suppressed',
  ],
  [
    'a stop that was lifted',
    (m) => [
      `insert into suppression (channel, target, reason, lifted_at) values ('EMAIL', $1, 'bounce', now())`,
      [m.target],
    ],
    null,
  ],
  [
    'the record muted',
    (m) => ['insert into record_mute (owner_key, event_id) values ($1, $2)', [m.userId, m.eventId]],
    'muted',
  ],
]

test.each(changes)('%s, after the claim and before the call', async (_what, sql, skipReason) => {
  const made = await setup.match()
  const claimed = await claimAll()
  await setup.rows(...sql(made))
  const marked = await commitCalls(db, claimed, options)
  expect(marked.map((m) => m.skipReason)).toEqual([skipReason])
  const [row] = await setup.rows<{ calling: boolean }>(
    'select calling_at is not null as calling from delivery where notice_id = $1',
    [made.noticeId],
  )
  expect(row?.calling).toBe(skipReason === null)
})

describe('what a suppression covers', () => {
  const mails = {
    match: ['match', 'match'],
    verify: ['verify', 'verify-email'],
    register: ['account', 'confirm-profile-email'],
    security: ['account', 'password-changed'],
    service: ['account', 'keep-alerts'],
  } as const
  type Mail = keyof typeof mails
  const all = Object.keys(mails) as Mail[]

  test.each<[what: string, reason: string, scope: string | null, own: boolean, passes: Mail[]]>([
    ['a bounce', 'bounce', null, false, []],
    ['a complaint about a notice', 'complaint', 'messages', false, ['security']],
    ['a complaint that a process without scopes wrote', 'complaint', null, false, ['security']],
    ['a complaint about a request', 'complaint', 'requests', false, ['match', 'security', 'service']],
    ["the owner's unsubscribe", 'unsubscribe', null, true, ['register', 'security', 'service']],
  ])('%s', async (_what, reason, scope, own, passes) => {
    const made: [Mail, number][] = []
    for (const mail of all) {
      const userId = await setup.user({ email: `${mail}@example.org`, verified: true })
      const { noticeId, recipientId, target } = await setup.match({ userId, target: `${mail}@example.org` })
      const [kind, template] = mails[mail]
      await setup.rows('update notice set kind = $2, template = $3 where id = $1', [noticeId, kind, template])
      if (mail === 'verify')
        await setup.rows('update email_address set verified_at = null where id = $1', [recipientId])
      await setup.rows(
        'insert into suppression (channel, target, owner_id, reason, scope) values ($1, $2, $3, $4, $5)',
        ['EMAIL', target, own ? userId : null, reason, scope],
      )
      made.push([mail, noticeId])
    }
    const marked = new Map((await commitCalls(db, await claimAll(), options)).map((m) => [m.id, m.skipReason]))
    const stopped = made.filter(([, id]) => marked.get(id) === 'suppressed').map(([mail]) => mail)
    expect(stopped).toEqual(all.filter((mail) => !passes.includes(mail)))
    await setup.rows('delete from suppression')
    await setup.rows(`delete from "user" where email like '%@example.org' and email_verified_at is not null`)
  })
})

test('keeps sending to an address that another owner suppressed', async () => {
  const other = await setup.user()
  const made = await setup.match({ target: 'shared@example.org' })
  await setup.rows(
    `insert into suppression (channel, target, owner_id, reason) values ('EMAIL', $1, $2, 'unsubscribe')`,
    [made.target, other],
  )
  const [marked] = await commitCalls(db, await claimAll(), options)
  expect(marked?.skipReason).toBeNull()
})

test('names only those of several alerts that are still active', async () => {
  const made = await setup.match({ alertNames: ['One', 'Two', 'Three'] })
  await setup.rows(`update alert set status = 'I' where id = $1`, [made.alertIds[1]])
  const [marked] = await commitCalls(db, await claimAll(), options)
  expect(marked?.alerts.map((alert) => alert.name)).toEqual(['One', 'Three'])
})

const accepted = (id: number, attempt: number): Outcome => ({
  id,
  fence: attempt,
  state: 'accepted',
  reason: '',
  possiblyTwice: false,
  waitMs: null,
  providerMessageId: `message of ${attempt}`,
  call: { outcome: 'accepted', calledAt: new Date(), endedAt: new Date(), detail: '' },
})

describe('fencing', () => {
  test('ignores the outcome of an attempt that another claim has taken over, but keeps it on record', async () => {
    const { noticeId } = await setup.match()
    const [first] = await claimNotices(db, 1, 0)
    const [second] = await claimNotices(db, 1, 60_000)
    expect([first?.fence, second?.fence]).toEqual([1, 2])
    expect(await recordOutcomes(db, [accepted(noticeId, 1)])).toBe(0)
    expect(await setup.notice(noticeId)).toMatchObject({ state: 'waiting', delivery: true, attempts: ['accepted'] })
    expect(await recordOutcomes(db, [accepted(noticeId, 2)])).toBe(1)
    expect(await setup.notice(noticeId)).toMatchObject({
      state: 'accepted',
      delivery: false,
      provider_message_id: 'message of 2',
    })
    expect(await recordOutcomes(db, [accepted(noticeId, 2)])).toBe(0)
  })

  test('does not commit a claim that was taken over', async () => {
    await setup.match()
    const late = await claimNotices(db, 1, 0)
    await claimNotices(db, 1, 60_000)
    expect(await commitCalls(db, late, options)).toEqual([])
  })

  test('starts no call on a lease that is about to end', async () => {
    await setup.match()
    expect(await commitCalls(db, await claimNotices(db, 1, 500), options)).toEqual([])
  })

  test('lets two workers never claim the same notice', async () => {
    for (let i = 0; i < 40; i++) await setup.match()
    const claims = (await Promise.all(Array.from({ length: 8 }, () => claimNotices(db, 10, 60_000)))).flat()
    expect(new Set(claims.map(({ id }) => id)).size).toBe(claims.length)
    const rest = await claimNotices(db, 100, 60_000)
    expect(claims.length + rest.length).toBe(40)
  })

  test("keeps a provider's report that arrived before its answer", async () => {
    const { noticeId } = await setup.match()
    const claimed = await claimAll()
    await commitCalls(db, claimed, options)
    await setup.rows(`update notice set state = 'delivered', accepted_at = now() where id = $1`, [noticeId])
    await recordOutcomes(db, [accepted(noticeId, 1)])
    expect(await setup.notice(noticeId)).toMatchObject({ state: 'delivered', delivery: false })
  })
})

test('carries the priority of a claim, so that a message for which a person waits is sent first', async () => {
  const { noticeId: record } = await setup.match()
  const { noticeId: awaited } = await setup.match()
  await setup.rows('update delivery set lane = 0 where notice_id = $1', [awaited])
  expect(await claimAll()).toMatchObject([
    { id: awaited, priority: 0, fence: 1 },
    { id: record, priority: 1, fence: 1 },
  ])
})

test('starts over when a notice is resent: earlier calls no longer count', async () => {
  const { noticeId } = await setup.match()
  // Two calls three days ago that got no answer.
  await setup.rows(
    `insert into notice_attempt (notice_id, attempt, called_at, ended_at, outcome)
     select $1, n, now() - interval '3 days', now() - interval '3 days', 'in_doubt' from generate_series(1, 2) n`,
    [noticeId],
  )
  await setup.rows('delete from delivery where notice_id = $1', [noticeId])
  await setup.rows(`update notice set state = 'failed', ended_at = now() where id = $1`, [noticeId])
  await setup.db.transaction().execute((tx) => requeueNotice(tx, noticeId, ['failed']))

  const [first] = await commitCalls(db, await claimAll(), options)
  expect(first).toMatchObject({ attempts: 1, sinceFirstMs: null })
  expect(first?.fence).toBeGreaterThan(2)
  const calledAt = new Date(Date.now() - 60_000)
  const inDoubt = { outcome: 'in_doubt', calledAt, endedAt: new Date(), detail: 'No answer.' } as const
  await recordOutcomes(db, [
    {
      ...accepted(noticeId, first?.fence ?? 0),
      state: 'in_doubt',
      waitMs: 0,
      providerMessageId: null,
      call: inDoubt,
    },
  ])
  expect((await readInDoubt(setup.db, [noticeId])).get(noticeId)).toMatchObject({ calls: 1 })
  const [second] = await commitCalls(db, await claimAll(), options)
  expect(second).toMatchObject({ fence: (first?.fence ?? 0) + 1, attempts: 2 })
  expect(second?.sinceFirstMs).toBeGreaterThan(59_000)
  expect(second?.sinceFirstMs).toBeLessThan(600_000)
})

test('leaves an accepted notice accepted if its resend is not made', async () => {
  const { noticeId, alertIds } = await setup.match()
  const [first] = await commitCalls(db, await claimAll(), options)
  await recordOutcomes(db, [accepted(noticeId, first?.fence ?? 0)])
  await setup.db.transaction().execute((tx) => requeueNotice(tx, noticeId, ['accepted']))
  await setup.rows(`update alert set status = 'I' where id = $1`, alertIds)
  const [second] = await commitCalls(db, await claimAll(), options)
  expect(second).toMatchObject({ skipReason: 'alert-off' })
  await recordOutcomes(db, [
    {
      ...accepted(noticeId, second?.fence ?? 0),
      state: 'cancelled',
      reason: 'No longer active.',
      providerMessageId: null,
      call: null,
    },
  ])
  expect(await setup.notice(noticeId)).toMatchObject({
    state: 'accepted',
    reason: 'No longer active.',
    provider_message_id: 'message of 1',
    delivery: false,
  })
})
