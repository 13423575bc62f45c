import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readAlertReach } from '#server/features/alerts/alert-reach.queries.ts'
import { withRecipients } from '#server/features/alerts/alert-recipients.queries.ts'
import { findNotifiableAddresses } from '#server/features/feeds/match-preview.queries.ts'
import { findAddressSkipReason } from '#server/features/notices/notice.queries.ts'
import { listAlertSuppressions } from '#server/features/recipients/alert-suppressions.queries.ts'
import { emailRows, phoneRows, recipientPage } from '#server/features/recipients/panel-recipients.queries.ts'
import { isPhoneSuppressed } from '#server/features/recipients/test-text.queries.ts'
import type { Channel } from '#shared/contract/alert.ts'
import { skipReasons, type MatchSkipReason } from '#shared/domain/notice/skip-reasons.ts'
import type { MailKind } from '#shared/node/domain/notices/mail-kinds.ts'
import { deliverable } from '#shared/node/domain/recipients/deliverable.queries.ts'
import { listUserSuppressions } from '#shared/node/domain/recipients/suppression.queries.ts'
import { type DeliverySetup, openDeliverySetup } from '#tests/fixtures/delivery.ts'
import { convertTextsToEmails } from '../../src-worker/delivery/budget.queries.ts'
import { claimNotices } from '../../src-worker/delivery/claim.queries.ts'
import { commitCalls } from '../../src-worker/delivery/commit-calls.queries.ts'
import { reachableTarget } from '../../src-worker/purge/purge.queries.ts'

/** The rule, for all kinds of mail and states of a recipient; and every query that uses it agrees with it. */
let setup: DeliverySetup
beforeAll(async () => {
  setup = await openDeliverySetup()
})
afterAll(() => setup.close())

const mails = {
  match: ['match', 'match'],
  weekly: ['weekly', 'weekly'],
  verify: ['verify', 'verify-email'],
  register: ['account', 'confirm-profile-email'],
  security: ['account', 'password-changed'],
  service: ['account', 'keep-alerts'],
} as const
const kinds = Object.keys(mails) as MailKind[]

type Made = Awaited<ReturnType<DeliverySetup['match']>> & { userId: number }
type Reasons = Partial<Record<MailKind, string | null>>
type State = [what: string, channel: Channel, change: (made: Made) => [string, unknown[]][], expected: Reasons]

const everything = {
  match: 'suppressed',
  weekly: 'suppressed',
  verify: 'suppressed',
  register: 'suppressed',
  security: 'suppressed',
  service: 'suppressed',
}
const suppressed =
  (reason: string, scope: string | null = null, own = false) =>
  (m: Made): [string, unknown[]][] => [
    [
      `insert into suppression (channel, target, owner_id, reason, scope) values ($1, lower($2), $3, $4, $5)`,
      [m.target.startsWith('+') ? 'PHONE' : 'EMAIL', m.target, own ? m.userId : null, reason, scope],
    ],
  ]
const changed =
  (table: 'email_address' | 'phone', set: string) =>
  (m: Made): [string, unknown[]][] => [[`update ${table} set ${set} where id = $1`, [m.recipientId]]]
const confirmed = { verify: 'already-verified' }

const states: State[] = [
  ['a verified address', 'EMAIL', () => [], confirmed],
  [
    'one that is not verified',
    'EMAIL',
    changed('email_address', 'verified_at = null'),
    { match: 'not-verified', weekly: 'not-verified' },
  ],
  ['a migrated one', 'EMAIL', changed('email_address', 'verified_at = null, migrated = true'), {}],
  ['one that bounced', 'EMAIL', suppressed('bounce'), everything],
  [
    'one that bounced and is not verified',
    'EMAIL',
    (m) => [...suppressed('bounce')(m), ...changed('email_address', 'verified_at = null')(m)],
    { ...everything, match: 'not-verified', weekly: 'not-verified' },
  ],
  ['one with a complaint', 'EMAIL', suppressed('complaint', 'messages'), everything],
  [
    'one with a complaint that is the verified email of the account',
    'EMAIL',
    (m) => [
      ...suppressed('complaint', 'messages')(m),
      ['update "user" set email = upper($2) where id = $1', [m.userId, m.target]],
      ['update "user" set email_verified_at = now() where id = $1', [m.userId]],
    ],
    { ...everything, security: null },
  ],
  [
    'one with a complaint about a request',
    'EMAIL',
    suppressed('complaint', 'requests'),
    { verify: 'suppressed', register: 'suppressed' },
  ],
  [
    'one that its owner unsubscribed',
    'EMAIL',
    suppressed('unsubscribe', null, true),
    { match: 'suppressed', weekly: 'suppressed', verify: 'suppressed' },
  ],
  [
    'one that another owner unsubscribed',
    'EMAIL',
    (m) => [
      [`insert into "user" (username) values ('other' || $1)`, [m.userId]],
      [
        `insert into suppression (channel, target, owner_id, reason)
         select 'EMAIL', $1, id, 'unsubscribe' from "user" where username = 'other' || $2`,
        [m.target, m.userId],
      ],
    ],
    confirmed,
  ],
  [
    'one whose suppression was lifted',
    'EMAIL',
    (m) => [...suppressed('bounce')(m), ['update suppression set lifted_at = now() where target = $1', [m.target]]],
    confirmed,
  ],
  [
    'one that this alert was stopped for',
    'EMAIL',
    (m) => [['update alert_email set unsubscribed_at = now() where email_id = $1', [m.recipientId]]],
    { ...confirmed, match: 'alert-off', weekly: 'alert-off' },
  ],
  [
    'one whose owner muted the record',
    'EMAIL',
    (m) => [['insert into record_mute (owner_key, event_id) values ($1, $2)', [m.userId, m.eventId]]],
    { ...confirmed, match: 'muted' },
  ],
  [
    'one that its owner unsubscribed from the weekly email',
    'EMAIL',
    (m) => [['insert into weekly_unsubscribe (owner_id, target) values ($1, lower($2))', [m.userId, m.target]]],
    { ...confirmed, weekly: 'weekly-unsubscribed' },
  ],
  ['a verified number', 'PHONE', () => [], confirmed],
  [
    'one that is not verified',
    'PHONE',
    changed('phone', 'verified_at = null'),
    { match: 'not-verified', weekly: 'not-verified' },
  ],
  [
    'one that was not validated',
    'PHONE',
    changed('phone', 'verified_at = null, validated_at = null'),
    { match: 'not-verified', weekly: 'not-verified', verify: 'not-validated' },
  ],
  [
    'one whose validation was taken back',
    'PHONE',
    changed('phone', 'validated_at = null'),
    { ...confirmed, match: 'not-verified', weekly: 'not-verified' },
  ],
  ['one that replied STOP', 'PHONE', suppressed('stop'), everything],
  [
    'one that its owner unsubscribed',
    'PHONE',
    suppressed('unsubscribe', null, true),
    { match: 'suppressed', weekly: 'suppressed', verify: 'suppressed' },
  ],
  [
    'one that this alert was stopped for',
    'PHONE',
    (m) => [['update alert_phone set unsubscribed_at = now() where phone_id = $1', [m.recipientId]]],
    { ...confirmed, match: 'alert-off', weekly: 'alert-off' },
  ],
]

const options = { today: '2026-11-20', leaseMs: 60_000, spareMs: 1000 }

/** One notice of each kind to the recipient, in addition to the match. */
async function queueEachKind(made: Made, channel: Channel): Promise<Map<number, MailKind>> {
  const ids = new Map<number, MailKind>([[made.noticeId, 'match']])
  for (const mail of kinds.filter((kind) => kind !== 'match')) {
    const [row] = await setup.rows<{ id: number }>(
      `with made as (
         insert into notice (kind, template, user_id, owner_key, channel, recipient_id, target)
         values ($1, $2, $3, $3, $4, $5, $6) returning id)
       insert into delivery (notice_id, priority) select id, 0 from made returning notice_id as id`,
      [...mails[mail], made.userId, channel, made.recipientId, made.target],
    )
    ids.set(row?.id ?? 0, mail)
  }
  return ids
}

/** The answer of the function itself, by kind of mail. */
async function askRule(made: Made, channel: Channel, isAlertOff: boolean): Promise<Reasons> {
  const reasons: Reasons = {}
  for (const mail of kinds) {
    const { rows } = await sql<{ skip_reason: string | null }>`select skip_reason from ${deliverable({
      mail,
      channel,
      target: sql`${made.target}`,
      ownerId: sql`${made.userId}`,
      recipientId: sql`${made.recipientId}`,
      isAlertOff: sql`${isAlertOff}`,
      eventId: sql`${made.eventId}`,
    })} d`.execute(setup.db)
    reasons[mail] = rows[0]?.skip_reason ?? null
  }
  return reasons
}

describe.each(states)('%s (%s)', (_what, channel, change, exceptions) => {
  const expected: Reasons = { ...Object.fromEntries(kinds.map((kind) => [kind, null])), ...exceptions }
  const { match, service } = expected
  let made: Made
  beforeAll(async () => {
    await setup.rows('delete from delivery')
    const userId = await setup.user({ email: '' })
    made = { ...(await setup.match({ channel, userId })), userId }
    for (const [text, values] of change(made)) await setup.rows(text, values)
  })

  test('the rule', async () => {
    expect(await askRule(made, channel, match === 'alert-off')).toEqual(expected)
  })

  test('the check before the call', async () => {
    const ids = await queueEachKind(made, channel)
    const checked = await commitCalls(setup, await claimNotices(setup, 100, 60_000), options)
    // This weekly email has nothing to list.
    expect(Object.fromEntries(checked.map(({ id, skipReason }) => [ids.get(id), skipReason]))).toEqual({
      ...expected,
      weekly: expected.weekly ?? 'alert-off',
    })
  })

  test('matching, and its preview', async () => {
    const matched = { event_id: made.eventId, alert_id: made.alertIds[0] ?? 0, user_id: made.userId, paused: false }
    const found = await findNotifiableAddresses(setup.db, [matched], true)
    expect(found.map(({ target, skipReason }) => [target, skipReason])).toEqual([[made.target, match]])
    if (match) expect(skipReasons[match as MatchSkipReason].history).toBeTruthy()
  })

  test('sending an alert again', async () => {
    const ofAddress = match === 'alert-off' || match === 'muted' ? null : match
    expect(await setup.db.transaction().execute((tx) => findAddressSkipReason(tx, made.noticeId))).toBe(ofAddress)
  })

  test('the alerts’ reach, their recipients and their suppressions', async () => {
    const gets = match === null || match === 'muted'
    const reach = await readAlertReach(setup.db, made.userId, options.today)
    expect(reach.unreached.total + reach.waiting.length).toBe(gets ? 0 : 1)
    const alerts = await withRecipients(
      setup.db.selectFrom('alert').where('alert.user_id', '=', made.userId),
      options.today,
    ).execute()
    const recipients = alerts.flatMap(({ emails, phones }) => [...emails, ...phones])
    expect(recipients.map(({ verified, stopped }) => verified && !stopped)).toEqual([gets])
    const stopped = await listAlertSuppressions(setup.db, made.alertIds[0] ?? 0)
    expect(recipients.map((recipient) => recipient.stopped)).toEqual([stopped.length > 0])
  })

  test('the panel’s list, and the addresses of the user', async () => {
    const rows =
      channel === 'EMAIL'
        ? await emailRows(setup.db, [made.recipientId])
        : await phoneRows(setup.db, [made.recipientId])
    const isSuppressed = rows[0]?.suppression_reason !== null
    if (match === 'suppressed') expect(isSuppressed).toBe(true)
    if (match !== 'suppressed' && match !== 'not-verified') expect(isSuppressed).toBe(false)
    expect(rows[0]?.status).toBe(isSuppressed ? 'I' : 'A')
    for (const [statusType, holds] of [
      ['A', !isSuppressed],
      ['I', isSuppressed],
    ] as const) {
      const { ids } = await recipientPage(
        setup.db,
        channel,
        { asRole: 'COUNTY', statusType },
        { limit: 100, offset: 0 },
      )
      expect(ids.includes(made.recipientId)).toBe(holds)
    }
    const listed = await listUserSuppressions(setup.db, made.userId)
    expect(listed.some(({ scope }) => scope !== 'requests')).toBe(isSuppressed)
  })

  test('letters before a purge', async () => {
    await setup.rows(`update "user" set email = '' where id = $1`, [made.userId])
    const { rows } = await sql<{ target: string }>`
      select way.target from "user" u cross join lateral (${reachableTarget({ texts: true })}) way
      where u.id = ${made.userId}`.execute(setup.db)
    const reached = service === null && match !== 'not-verified'
    expect(rows.map(({ target }) => target)).toEqual(reached ? [made.target] : [])
  })

  if (channel === 'PHONE')
    test('test texts', async () => {
      const isStopped = await isPhoneSuppressed(setup.db, made.target)
      expect(isStopped).toBe(service === 'suppressed')
    })

  if (channel === 'EMAIL')
    test('an email in place of a text', async () => {
      const text = await setup.match({ channel: 'PHONE', userId: made.userId })
      await setup.rows(
        `insert into alert_email (alert_id, email_id, position, unsubscribed_at)
         select $1, email_id, 1, unsubscribed_at from alert_email where alert_id = $2`,
        [text.alertIds[0], made.alertIds[0]],
      )
      await convertTextsToEmails(setup.db, [{ id: text.noticeId, fence: 0 }])
      const gets = match === null || match === 'muted'
      expect((await setup.notice(text.noticeId)).target).toBe(gets ? made.target : text.target)
    })
})

test('a recipient who is gone gets nothing about records', async () => {
  const userId = await setup.user()
  const made = { ...(await setup.match({ userId })), userId }
  await setup.rows('delete from email_address where id = $1', [made.recipientId])
  expect(await askRule(made, 'EMAIL', false)).toMatchObject({
    match: 'recipient-removed',
    verify: 'recipient-removed',
    service: null,
  })
})
