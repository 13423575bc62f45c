import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { today } from '#shared/domain/dates.ts'
import { weeklyPriority } from '#shared/node/domain/notices/notice.queries.ts'
import { connect } from '#shared/node/platform/database/client.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'
import { devInboxTransport } from '#shared/node/providers/dev-inbox/transport.ts'
import { type MatchingFixture, openMatchingFixture, person } from '#tests/fixtures/matching.ts'
import { startDelivery } from '../delivery/loop.ts'
import { matchBatch } from '../matching/match-batch.ts'
import type { WorkerDeps } from '../platform/deps.ts'
import { makeDueWeeklyEmails } from './make-weekly-emails.ts'
import { findDueWeek, makeWeeklyEmails } from './weekly-email.queries.ts'

let setup: MatchingFixture
beforeAll(async () => {
  setup = await openMatchingFixture()
})
afterAll(() => setup.close())
beforeEach(async () => {
  await setup.clear()
  await setup.rows('delete from database_restore')
  await setup.rows('delete from outbox_message')
})

/** Both names are common, so a nickname of the one makes a possible match only. */
const robert = person('Robert', 'Smith', { nicknames: true, possible: true })
const bob = 'SMITH BOB'
const dayMs = 24 * 60 * 60 * 1000
/** Past the next Monday 8:00, when what is matched now is due. */
const nextWeek = (weeks = 1) => new Date(Date.now() + weeks * 7 * dayMs)

type Options = { target?: string; ownerId?: number | null; name?: string; verified?: boolean }
async function possible(records: number, { target, ownerId, name = 'Mine', verified = true }: Options = {}) {
  const owner = ownerId === undefined ? await setup.user() : ownerId
  const alertId = await setup.alert({
    ownerId: owner,
    name,
    criteria: robert,
    recipients: [{ verified, ...(target && { target }) }, { channel: 'PHONE' }],
  })
  for (let i = 0; i < records; i++) await setup.event({ parties: [bob] })
  await matchBatch(setup.deps)
  return { ownerId: owner, alertId }
}
const emails = () =>
  setup.rows<{
    user_id: number | null
    target: string
    week: string
    state: string
    priority: number
    channel: string
  }>(
    `select n.user_id, n.target, w.week, n.state, n.channel, d.priority from weekly_email w join notice n on n.id = w.notice_id
     left join delivery d on d.notice_id = n.id where n.kind = 'weekly' order by w.week, n.target`,
  )
const make = (deps: WorkerDeps = setup.deps, at = nextWeek()) => makeDueWeeklyEmails(deps, at)
const weekOf = async (at: Date) => (await findDueWeek(setup.db, 'America/Chicago', at)).week
const weeks = async () =>
  (await setup.rows<{ week: string | null }>('select week from possible_match order by event_id')).map(
    (row) => row.week,
  )

describe('the week', () => {
  test.each([
    ['a Monday before 8:00', '2026-11-30T13:59:59Z', '2026-11-23', '2026-11-23T14:00:00.000Z'],
    ['a Monday at 8:00', '2026-11-30T14:00:00Z', '2026-11-30', '2026-11-30T14:00:00.000Z'],
    ['a Sunday', '2026-12-06T23:00:00Z', '2026-11-30', '2026-11-30T14:00:00.000Z'],
    ['the Monday after clocks went forward', '2027-03-15T13:00:00Z', '2027-03-15', '2027-03-15T13:00:00.000Z'],
    ['an hour before it', '2027-03-15T12:30:00Z', '2027-03-08', '2027-03-08T14:00:00.000Z'],
    ['the Monday after clocks went back', '2026-11-02T14:00:00Z', '2026-11-02', '2026-11-02T14:00:00.000Z'],
    ['an hour before that', '2026-11-02T13:30:00Z', '2026-10-26', '2026-10-26T13:00:00.000Z'],
  ])('of %s', async (_what, at, week, dueAt) => {
    expect(await findDueWeek(setup.db, 'America/Chicago', new Date(at))).toEqual({ week, dueAt: new Date(dueAt) })
  })
})

describe('the weekly emails', () => {
  test('are one an owner and address, behind all other messages, and not counted as notices of the day', async () => {
    const { ownerId } = await possible(3, { target: 'Home@example.org' })
    await possible(0, { ownerId, target: 'Home@example.org', name: 'Second' })
    await possible(1, { ownerId, target: 'work@example.org', name: 'Third' })
    await make(setup.deps, new Date())
    expect(await emails(), 'before Monday').toEqual([])
    await make()
    const week = await weekOf(nextWeek())
    expect(await emails()).toEqual(
      ['Home@example.org', 'work@example.org'].map((target) => ({
        user_id: ownerId,
        target,
        week,
        state: 'waiting',
        channel: 'EMAIL',
        priority: weeklyPriority,
      })),
    )
    expect(new Set(await weeks())).toEqual(new Set([week]))
    expect(await setup.rows('select * from notice_day')).toEqual([])
    expect(await setup.rows(`select * from notice where kind <> 'weekly'`)).toEqual([])
  })

  test('are left alone during an upgrade by workers that know none: those claim priorities up to 9', () =>
    expect(weeklyPriority).toBeGreaterThan(9))

  test('are made once, by however many workers, and by the next run after a kill', async () => {
    for (let i = 0; i < 12; i++) await possible(1)
    const other = connect(setup.url, { max: 2 })
    try {
      const due = await findDueWeek(setup.db, 'America/Chicago', nextWeek())
      const killed = inTransaction(setup.db, async (tx) => {
        await makeWeeklyEmails(tx, due, { today: today('America/Chicago'), ofOwners: true })
        throw new Error('killed')
      })
      await expect(killed).rejects.toThrow('killed')
      expect(await emails(), 'nothing is half done').toEqual([])
      await Promise.all([make(), make({ ...setup.deps, db: other.db }), make()])
      await make()
    } finally {
      await other.end()
    }
    expect(await emails()).toHaveLength(12)
    expect(new Set((await emails()).map(({ target }) => target)).size).toBe(12)
    expect(await setup.rows('select * from delivery')).toHaveLength(12)
  })

  test('are made for fewer owners at a time where these have many matches', async () => {
    for (const records of [1, 3, 1]) await possible(records)
    const due = await findDueWeek(setup.db, 'America/Chicago', nextWeek())
    const makeSome = () =>
      inTransaction(setup.db, (tx) =>
        makeWeeklyEmails(tx, due, { today: today('America/Chicago'), ofOwners: true, maxMatches: 6 }),
      )
    // Each alert also gets the records of later ones: 5, 4 and 1.
    expect([await makeSome(), await makeSome(), await makeSome()]).toEqual([
      { matches: 9, emails: 2 },
      { matches: 1, emails: 1 },
      { matches: 0, emails: 0 },
    ])
  })

  test('cannot be two a week even for a worker that takes no lock', async () => {
    const { ownerId } = await possible(1, { target: 'home@example.org' })
    await make()
    await setup.rows('update possible_match set week = null')
    const [row] = await setup.rows<{ notice_id: number }>('select notice_id from weekly_email')
    const again = setup.rows(
      `insert into weekly_email (owner_key, target, week, notice_id) values ($1, 'home@example.org', $2, $3)`,
      [ownerId, await weekOf(nextWeek()), row?.notice_id],
    )
    await expect(again).rejects.toMatchObject({ code: '23505', table: 'weekly_email' })
  })

  test('leave what came after the owner’s email to the next week, and lose nothing', async () => {
    const { ownerId } = await possible(1)
    await make()
    await possible(0, { ownerId, name: 'Later' })
    await setup.event({ parties: [bob] })
    await matchBatch(setup.deps)
    await make()
    expect(await emails()).toHaveLength(1)
    expect(await weeks()).toEqual([await weekOf(nextWeek()), null, null])
    await make(setup.deps, nextWeek(2))
    expect(await weeks()).not.toContain(null)
    expect(await emails()).toHaveLength(3)
  })

  test('come late after an outage, with everything since', async () => {
    await possible(2)
    await make(setup.deps, nextWeek(3))
    expect(new Set(await weeks())).toEqual(new Set([await weekOf(nextWeek(3))]))
    expect(await emails()).toHaveLength(1)
  })

  test.each<[string, (ids: { ownerId: number | null; alertId: number }) => Promise<unknown>]>([
    [
      'that unsubscribed from them',
      ({ ownerId }) =>
        setup.rows(`insert into weekly_unsubscribe (owner_id, target) values ($1, 'home@example.org')`, [ownerId]),
    ],
    [
      'that unsubscribed from alerts',
      ({ ownerId }) =>
        setup.rows(
          `insert into suppression (channel, target, owner_id, reason) values ('EMAIL', 'home@example.org', $1, 'unsubscribe')`,
          [ownerId],
        ),
    ],
    [
      'that bounced',
      () =>
        setup.rows(`insert into suppression (channel, target, reason) values ('EMAIL', 'home@example.org', 'bounce')`),
    ],
    ['that is not verified', () => setup.rows('update email_address set verified_at = null')],
    ['that was stopped for the alert', () => setup.rows('update alert_email set unsubscribed_at = now()')],
    ['of an alert that is off', ({ alertId }) => setup.rows(`update alert set status = 'I' where id = $1`, [alertId])],
    [
      'of a paused alert',
      ({ alertId }) => setup.rows(`update alert set paused_until = now() + interval '9 days' where id = $1`, [alertId]),
    ],
    ['of an inactive account', ({ ownerId }) => setup.rows(`update "user" set status = 'I' where id = $1`, [ownerId])],
    ['whose owner answered', () => setup.rows(`update possible_match set answer = 'not-me', answered_at = now()`)],
    ['of an alert that watches another name now', () => setup.rows(`update alert set criteria = 'Wren Ash'`)],
    [
      'of an alert whose owner switched them off',
      ({ alertId }) => setup.rows('update alert set possible = false where id = $1', [alertId]),
    ],
    [
      'of an alert that has another owner now',
      async ({ alertId }) => setup.rows('update alert set user_id = $1 where id = $2', [await setup.user(), alertId]),
    ],
    ['of a restricted record', () => setup.rows('update event set restricted = true')],
  ])('go to no address %s', async (_what, change) => {
    await change(await possible(1, { target: 'home@example.org' }))
    await make()
    expect(await emails()).toEqual([])
  })

  test('go to no one while the county switched them off', async () => {
    await possible(1)
    await setup.service({ weeklyEmail: false })
    await make()
    expect([await emails(), await weeks()]).toEqual([[], [null]])
  })

  test('go to addresses without an owner too, one an address', async () => {
    await possible(1, { ownerId: null, target: 'old@example.org' })
    await possible(1, { ownerId: null, target: 'old@example.org', name: 'Second' })
    await possible(1, { ownerId: null, target: 'other@example.org', name: 'Third' })
    await make()
    await make()
    expect((await emails()).map(({ target, user_id }) => [target, user_id])).toEqual([
      ['old@example.org', null],
      ['other@example.org', null],
    ])
  })

  test('are possible duplicates after a restore that may have lost them', async () => {
    await setup.rows(
      `insert into database_restore (backup_at, noticed_by, timeline_before, last_notice_id, emails_in_doubt, texts_in_doubt,
         held, sessions_ended, reset_links_ended, feeds, noticed_at)
       values (now() - interval '1 day', 'command', gen_random_uuid(), 0, 0, 0, 0, 0, 0, '[]', now() + interval '8 days')`,
    )
    await possible(1)
    await make()
    expect(await setup.rows('select in_doubt_since is not null as doubt from delivery')).toEqual([{ doubt: true }])
  })
})

/** Delivers everything that waits, and returns the emails of the demo's mailbox. */
async function deliver(): Promise<{ recipient: string; subject: string; text: string }[]> {
  const inbox = devInboxTransport(setup.db)
  const deps = { ...setup.deps, options: { ...setup.deps.options, pollMs: 20 } }
  const loop = startDelivery(deps, { EMAIL: inbox, PHONE: inbox })
  try {
    await expect.poll(() => setup.rows('select * from delivery'), { timeout: 20_000 }).toEqual([])
  } finally {
    await loop.stop()
  }
  return setup.rows(`select recipient, subject, text from outbox_message where channel = 'EMAIL' order by id`)
}

describe('a weekly email, sent,', () => {
  test('lists 20 records an alert and counts the rest', async () => {
    await possible(23, { target: 'home@example.org' })
    await make()
    const [email] = await deliver()
    expect(email).toMatchObject({ recipient: 'home@example.org', subject: '23 records that may be about you' })
    expect(email?.text.match(/The record shows SMITH BOB/g)).toHaveLength(20)
    expect(email?.text).toContain('And 3 more in this alert.')
    expect(await emails()).toMatchObject([{ state: 'accepted' }])
  })

  test('leaves out what its owner was notified of meanwhile, and what other addresses watch', async () => {
    const { ownerId } = await possible(2, { target: 'home@example.org' })
    await setup.alert({
      ownerId,
      name: 'Elsewhere',
      criteria: person('Robert', 'Smith', { nicknames: true, possible: true }),
      recipients: [{ target: 'work@example.org' }],
    })
    await make()
    const [first] = await setup.rows<{ document_id: string }>('select document_id from event order by id limit 1')
    await setup.event({ id: first?.document_id ?? '', parties: ['SMITH ROBERT'] })
    await matchBatch(setup.deps)
    const sent = await deliver()
    const weekly = sent.filter(({ subject }) => subject.includes('may be about you'))
    expect(weekly).toMatchObject([{ recipient: 'home@example.org', subject: '1 record that may be about you' }])
    expect(weekly[0]?.text).not.toContain('Elsewhere')
    expect(sent.filter(({ subject }) => subject.includes('matches your alert'))).toHaveLength(2)
  })

  test('ends without a message once the county switched it off', async () => {
    await possible(1)
    await make()
    await setup.service({ weeklyEmail: false })
    expect(await deliver()).toEqual([])
    expect(await emails()).toMatchObject([{ state: 'canceled' }])
    await setup.service({ weeklyEmail: true })
  })

  test.each([
    ['their owner answered', `update possible_match set answer = 'not-me', answered_at = now()`],
    ['their owner switched them off', 'update alert set possible = false'],
    ['their records were restricted', 'update event set restricted = true'],
    ['their alert was deleted', 'delete from alert'],
    ['their alert has no owner any more', 'update alert set user_id = null'],
  ])('ends without a message if nothing is left to list because %s', async (_why, change) => {
    await possible(1)
    await make()
    await setup.rows(change)
    expect(await deliver()).toEqual([])
    expect(await emails()).toMatchObject([{ state: 'canceled' }])
  })
})
