import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { writeSetting } from '#shared/node/domain/settings/settings-store.queries.ts'
import { devInboxTransport } from '#shared/node/providers/dev-inbox/transport.ts'
import { type SettingsValues, settingsGroups } from '#shared/settings/groups.ts'
import { type MatchingFixture, openMatchingFixture, person } from '#tests/fixtures/matching.ts'
import { startDelivery } from '../delivery/loop.ts'
import { sweep } from '../handlers/sweep.ts'
import { purgeIsDue, purgeUsers } from './purge-users.ts'
import { catchUp } from './schedule.ts'

let setup: MatchingFixture
/** Rows of the audit log are only added: each test looks past this one. */
let lastAudit = 0
beforeAll(async () => {
  setup = await openMatchingFixture()
})
afterAll(() => setup.close())
beforeEach(async () => {
  await setup.clear()
  await setup.rows('delete from purge_run')
  await setup.rows('delete from outbox_message')
  lastAudit = (await setup.rows<{ id: number }>('select coalesce(max(id), 0) as id from audit_log'))[0]?.id ?? 0
  await schedule({})
})

/** A schedule of 365 days, switched on long ago. */
async function schedule(change: Partial<SettingsValues<'userPurgeSchedule'>>, since = '2020-01-01T00:00:00Z') {
  const value = { ...settingsGroups.userPurgeSchedule.initial, automaticPurge: true, ...change }
  await writeSetting(setup.db, 'userPurgeSchedule', value, null)
  await setup.rows(`update setting set updated_at = $1 where key = 'userPurgeSchedule'`, [since])
}
const run = (day: string, time = '12:00:00Z') => purgeUsers(setup.deps, new Date(`${day}T${time}`))
const due = (now: string) => purgeIsDue(setup.deps, new Date(now))
const users = async () => (await setup.rows<{ id: number }>('select id from "user" order by id')).map(({ id }) => id)

/** A user last active then; without an email no message can reach them, so the purge waits for no letter. */
async function user(
  lastActive: string,
  values: { email?: string; role?: string; status?: 'A' | 'I' | 'P' | 'L' } = {},
) {
  const id = await setup.user(values.status)
  await setup.rows(
    'update "user" set last_active_at = $2, email = $3, role = $4, email_verified_at = now() where id = $1',
    [id, lastActive, values.email ?? '', values.role ?? 'USER'],
  )
  return id
}
const purgeNow = (before: string) =>
  setup.rows(`insert into purge_run (active_before, started_by, started_by_name) values ($1, 7, 'clerk')`, [before])
type Letter = { template: string; target: string; lane: number; day: string }
const letters = () =>
  setup.rows<Letter>(
    `select n.template, n.target, d.lane, n.data ->> 'day' as day from notice n left join delivery d on d.notice_id = n.id
     where n.template like 'keep-%' order by n.id`,
  )
/** Who gets the message that an account's alerts have ended. */
const told = () =>
  setup.rows<{ template: string; target: string; lane: number }>(
    `select n.template, n.target, d.lane from notice n join delivery d on d.notice_id = n.id
     where n.template like 'account-deleted%' and n.user_id is null and n.state = 'waiting' order by lower(n.target) collate "C"`,
  )
const deletions = () =>
  setup.rows(
    `select count(*)::int as rows, count(distinct subject_user_id)::int as users from audit_log
     where type = 'PURGE' and subject_user_id is not null and id > $1`,
    [lastAudit],
  )
const arrive = async () => {
  await setup.rows(`update notice set state = 'accepted', accepted_at = now() where state = 'waiting'`)
  await setup.rows('delete from delivery')
}

afterEach(() => {
  vi.useRealTimers()
})

test('deletes no one early if the clock of the worker is a year ahead', async () => {
  const day = 24 * 3_600_000
  const id = await user(new Date(Date.now() - 100 * day).toISOString())
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(Date.now() + 365 * day).setUTCHours(18) })
  await purgeUsers(setup.deps)
  expect(await users()).toEqual([id])
})

describe('the schedule is due from 03:30 in the county', () => {
  test.each([
    ['in summer, a second before', '2026-06-10T08:29:59Z', false],
    ['in summer', '2026-06-10T08:30:00Z', true],
    ['in the night that skips an hour, before', '2026-03-08T08:29:59Z', false],
    ['in the night that skips an hour', '2026-03-08T08:30:00Z', true],
    ['in the night that has an hour twice, before', '2026-11-01T09:29:59Z', false],
    ['in the night that has an hour twice', '2026-11-01T09:30:00Z', true],
    ['later that day, where no worker was up', '2026-06-11T04:59:59Z', true],
    ['after midnight, for the new day not yet', '2026-06-11T05:00:00Z', false],
  ])('%s', async (_what, now, expected) => {
    expect(await due(now)).toBe(expected)
  })

  test('once a day, and again the next', async () => {
    await run('2026-06-10')
    expect(await due('2026-06-10T12:00:00Z')).toBe(false)
    expect(await due('2026-06-11T08:30:00Z')).toBe(true)
  })

  test('not while it is off; if switched on after 03:30, from the next day', async () => {
    await schedule({ automaticPurge: false })
    expect(await due('2026-06-10T12:00:00Z')).toBe(false)
    await schedule({}, '2026-06-10T09:00:00Z')
    expect(await due('2026-06-10T12:00:00Z')).toBe(false)
    expect(await due('2026-06-11T08:30:00Z')).toBe(true)
  })
})

test('asks in the first sweep of a worker for a purge that another left unfinished', async () => {
  const asked: string[] = []
  const enqueue = async (_tx: unknown, job: string) => {
    if (job === 'purgeUsers') asked.push(job)
  }
  const quiet = { wake: () => {}, stop: async () => {} }
  const context = {
    ...setup.deps,
    enqueue,
    loops: { matching: quiet, delivery: quiet, callbacks: quiet, rolls: quiet },
  }
  await schedule({ automaticPurge: false })
  await sweep(context)
  expect(asked).toEqual([])
  await purgeNow('2026-06-10T00:00:00Z')
  await sweep(context)
  expect(asked).toEqual(['purgeUsers'])
})

test.each([
  ['before its time', '2026-06-10T08:29:59Z', []],
  ['after it', '2026-06-10T08:30:00Z', ['purgeAudit']],
])('a worker that starts %s asks for the purge of the audit log: %s', async (_what, now, expected) => {
  const asked: string[] = []
  const enqueue = async (_tx: unknown, job: string) => void asked.push(job)
  const quiet = { wake: () => {}, stop: async () => {} }
  const context = {
    ...setup.deps,
    enqueue,
    loops: { matching: quiet, delivery: quiet, callbacks: quiet, rolls: quiet },
  }
  await catchUp(context, new Date(now))
  expect(asked).toEqual([])
  const on = { automaticPurge: true, automaticPurgeAfterDays: 60 }
  await writeSetting(setup.db, 'auditLogPurgeSchedule', on, null)
  await setup.rows(`update setting set updated_at = '2020-01-01' where key = 'auditLogPurgeSchedule'`)
  await catchUp(context, new Date(now))
  expect(asked).toEqual(expected)
})

describe('the limit counts whole days of the county', () => {
  test.each([
    ['the day before, its last second', '2026-11-20', '2025-11-20T05:59:59Z', true],
    ['the day itself, its first second', '2026-11-20', '2025-11-20T06:00:00Z', false],
    ['in summer, the day before', '2026-07-20', '2025-07-20T04:59:59Z', true],
    ['in summer, the day itself', '2026-07-20', '2025-07-20T05:00:00Z', false],
    // 2025-03-09 and 2026-03-08 have 23 hours.
    ['the night of the clocks, the day before', '2026-03-09', '2025-03-09T05:59:59Z', true],
    ['the night of the clocks, the day itself', '2026-03-09', '2025-03-09T06:00:00Z', false],
  ])('%s', async (_what, today, lastActive, purged) => {
    const id = await user(lastActive)
    await run(today)
    expect(await users()).toEqual(purged ? [] : [id])
  })

  test('deletes with Purge Now all accounts before its moment, letters or not, and no other', async () => {
    await schedule({ automaticPurge: false })
    await user('2026-01-31T23:00:00Z', { email: 'idle@example.org' })
    const later = await user('2026-02-01T06:00:00Z')
    await purgeNow('2026-02-01T06:00:00Z')
    await run('2026-02-02')
    expect(await users()).toEqual([later])
    expect(await setup.rows('select purged, letters, ended_at is not null as ended from purge_run')).toEqual([
      { purged: 1, letters: 0, ended: true },
    ])
  })
})

test('never deletes an administrator, but users in every state', async () => {
  const old = '2020-01-01T00:00:00Z'
  const staff: number[] = []
  for (const role of ['FOREVER', 'TRIMIN', 'COUNTY']) staff.push(await user(old, { role }))
  await user(old, { role: 'GUEST' })
  for (const status of ['A', 'I', 'P', 'L'] as const) await user(old, { status })
  await run('2026-06-10')
  expect(await users()).toEqual(staff)
  expect(await deletions()).toEqual([{ rows: 5, users: 5 }])
  await setup.rows(`update "user" set last_active_at = '2020-01-01'`)
  await purgeNow('2026-06-10T00:00:00Z')
  await run('2026-06-10')
  expect(await users()).toEqual(staff)
})

test('sends two letters, each once, 30 and 7 days before, then deletes the account with all of its data', async () => {
  // Used on 06/09/2025: with 365 days, the purge is on 06/10/2026.
  const id = await user('2025-06-09T18:00:00Z', { email: 'idle@example.org' })
  const recipients = [{ target: 'read@example.org' }]
  await setup.alert({ ownerId: id, criteria: person('Jane', 'Doe'), recipients })
  await run('2026-05-10')
  expect(await letters()).toEqual([])
  for (const day of ['2026-05-11', '2026-05-12', '2026-06-02']) {
    await run(day)
    expect(await letters()).toMatchObject([{ template: 'keep-alerts', target: 'read@example.org', day: '2026-06-10' }])
  }
  // Behind the notices of records, which have lane 1.
  expect((await letters())[0]?.lane).toBe(2)
  await arrive()
  await run('2026-06-03')
  await run('2026-06-04')
  expect(await letters()).toMatchObject([{ day: '2026-06-10' }, { target: 'read@example.org', day: '2026-06-10' }])
  await arrive()
  await run('2026-06-09')
  expect(await users()).toEqual([id])
  await run('2026-06-10')
  expect(await users()).toEqual([])
  expect(await setup.rows('select id from alert')).toEqual([])
  expect(await letters()).toHaveLength(2)
  const mail = { template: 'account-deleted', lane: 2 }
  expect(await told()).toEqual([
    { ...mail, target: 'idle@example.org' },
    { ...mail, target: 'read@example.org' },
  ])
})

test('notifies every recipient of a purged account once, even if the worker is killed, and no one else', async () => {
  await schedule({ automaticPurge: false })
  const id = await user('2020-01-01T00:00:00Z', { email: 'owner@example.org' })
  await setup.rows(`update "user" set language = 'SPANISH' where id = $1`, [id])
  const recipients = [
    { target: 'house@example.org' },
    { target: 'Owner@example.org' },
    { target: 'unverified@example.org', verified: false },
    { target: 'bounced@example.org', suppressed: true },
    { target: 'unsubscribed@example.org', stopped: true },
    { channel: 'PHONE' as const, target: '+16125550142' },
  ]
  await setup.alert({ ownerId: id, recipients })
  await setup.alert({ ownerId: id, recipients: [{ target: 'house@example.org' }] })
  await setup.alert({ ownerId: id, status: 'I', recipients: [{ target: 'off@example.org' }] })
  await user('2020-01-01T00:00:00Z', { email: 'no-alerts@example.org' })
  const closed = await user('2020-01-01T00:00:00Z', { email: 'closed@example.org', status: 'I' })
  await setup.alert({ ownerId: closed, recipients: [{ target: 'long-since@example.org' }] })
  const stays = await user('2026-06-01T00:00:00Z', { email: 'stays@example.org' })
  await setup.alert({ ownerId: stays, recipients: [{ target: 'stays@example.org' }] })
  await purgeNow('2026-02-01T06:00:00Z')
  await Promise.all([run('2026-02-02'), run('2026-02-02')])
  await run('2026-02-02')
  expect(await users()).toEqual([stays])
  expect(await told()).toEqual([
    { template: 'account-deleted-text', target: '+16125550142', lane: 2 },
    { template: 'account-deleted', target: 'house@example.org', lane: 2 },
    { template: 'account-deleted', target: expect.stringMatching(/^owner@/i), lane: 2 },
  ])
  expect(await setup.rows(`select distinct data::jsonb as data from notice where user_id is null`)).toEqual([
    { data: { day: '2026-02-02', language: 'SPANISH', unused: true } },
  ])
  // The worker sends them.
  const inbox = devInboxTransport(setup.db)
  const delivery = startDelivery(setup.deps, { EMAIL: inbox, PHONE: inbox })
  try {
    const outbox = () => setup.rows<{ text: string }>('select text from outbox_message order by recipient collate "C"')
    await expect.poll(outbox, { timeout: 60_000 }).toHaveLength(3)
    const texts = (await outbox()).map(({ text }) => text)
    expect(texts[0]).toMatch(
      /your record alerts have ended\. No one used their account, so we deleted it on 02\/02\/2026\./,
    )
    for (const text of texts.slice(1)) expect(text).toMatch(/No one had used it for a long time\./)
  } finally {
    await delivery.stop()
  }
})

test('sends a letter with the link that keeps the account', async () => {
  await user('2025-06-09T18:00:00Z', { email: 'idle@example.org' })
  await run('2026-05-11')
  const inbox = devInboxTransport(setup.db)
  const delivery = startDelivery(setup.deps, { EMAIL: inbox, PHONE: inbox })
  try {
    const outbox = () => setup.rows<{ text: string }>('select text from outbox_message')
    await expect.poll(outbox, { timeout: 60_000 }).toHaveLength(1)
    expect((await outbox())[0]?.text).toMatch(/Keep my alerts: http\S+\/keep\/[\w-]+/)
    await expect.poll(() => setup.rows('select state from notice')).toEqual([{ state: 'accepted' }])
  } finally {
    await delivery.stop()
  }
})

test('gives long-unused accounts their full 30 and 7 days when the schedule is switched on', async () => {
  const id = await user('2019-01-01T18:00:00Z', { email: 'idle@example.org' })
  await run('2026-06-01')
  await arrive()
  await run('2026-06-20')
  expect(await letters()).toMatchObject([{ day: '2026-07-01' }])
  // No worker on 06/24; the letter is late, so the day moves.
  await run('2026-06-28')
  await arrive()
  expect((await letters())[1]).toMatchObject({ day: '2026-07-05' })
  await run('2026-07-04')
  expect(await users()).toEqual([id])
  await run('2026-07-05')
  expect(await users()).toEqual([])
})

test('keeps a user who is active after a letter, and writes again a year later', async () => {
  const id = await user('2025-06-09T18:00:00Z', { email: 'idle@example.org' })
  await run('2026-05-11')
  await arrive()
  await run('2026-06-03')
  await arrive()
  await setup.rows('update "user" set last_active_at = $1', ['2026-06-05T12:00:00Z'])
  await run('2026-06-10')
  expect(await users()).toEqual([id])
  await run('2027-05-05')
  expect(await letters()).toHaveLength(2)
  await run('2027-05-07')
  expect(await letters()).toMatchObject([{}, {}, { day: '2027-06-06' }])
})

test('writes a letter that did not arrive again, and deletes no account while one is under way', async () => {
  const id = await user('2025-06-09T18:00:00Z', { email: 'idle@example.org' })
  await run('2026-05-11')
  await arrive()
  await run('2026-06-03')
  await setup.rows(`update notice set state = 'failed' where state = 'waiting'`)
  await run('2026-06-04')
  expect((await letters())[2]).toMatchObject({ day: '2026-06-11' })
  await run('2026-06-11')
  expect(await users()).toEqual([id])
  await arrive()
  await run('2026-06-12')
  expect(await users()).toEqual([])
})

test('sends letters to no removed address, and to no unverified email of an account', async () => {
  const id = await user('2025-06-09T18:00:00Z', { email: 'typed@example.org' })
  const alertId = await setup.alert({ ownerId: id, recipients: [{ channel: 'EMAIL', target: 'b@example.org' }] })
  await setup.rows('update "user" set email_verified_at = null where id = $1', [id])
  await setup.rows('delete from alert_email where alert_id = $1', [alertId])
  await run('2026-05-11')
  expect(await letters()).toEqual([])
})

test.each<[string, string, string[], { channel: 'EMAIL' | 'PHONE'; target: string; verified?: boolean }[], string[]]>([
  ['the profile’s email', 'a@example.org', [], [], ['a@example.org']],
  [
    'a verified address of an alert where the profile’s bounced',
    'a@example.org',
    ['a@example.org'],
    [{ channel: 'EMAIL', target: 'b@example.org' }],
    ['b@example.org'],
  ],
  ['no address that is not verified', '', [], [{ channel: 'EMAIL', target: 'b@example.org', verified: false }], []],
  [
    'a verified number without an email address',
    '',
    [],
    [{ channel: 'PHONE', target: '+16125550142' }],
    ['+16125550142'],
  ],
  ['nothing where every way is closed', 'a@example.org', ['a@example.org'], [], []],
])('letters go to %s', async (_what, email, suppressed, recipients, expected) => {
  const id = await user('2025-06-09T18:00:00Z', { email })
  if (recipients.length > 0) await setup.alert({ ownerId: id, recipients })
  for (const target of suppressed)
    await setup.rows(`insert into suppression (channel, target, reason) values ('EMAIL', $1, 'bounce')`, [target])
  await run('2026-05-11')
  expect((await letters()).map(({ target }) => target)).toEqual(expected)
  // A user whom no message can reach gets no notice either, so there is nothing to wait for.
  await run('2026-06-10')
  expect(await users()).toEqual(expected.length === 0 ? [] : [id])
})

test('cancels unsent notices to a purged user, deletes their history, and keeps that of others', async () => {
  const gone = await user('2020-01-01T00:00:00Z')
  const stays = await user('2026-06-09T00:00:00Z')
  for (const id of [gone, stays]) {
    for (const kind of ['match', 'account'])
      await setup.rows(
        `with n as (insert into notice (kind, template, user_id, owner_key, channel, target)
           values ($2, 'x', $1, $1, 'EMAIL', 't') returning id)
         insert into delivery (notice_id, lane) select id, 1 from n`,
        [id, kind],
      )
    await setup.rows(
      `insert into outgoing_event (user_id, event_id, revision, alert_id, alert_name, criteria, channel, recipient_id, target, match)
       values ($1, 1, 1, $1, 'a', 'c', 'EMAIL', 1, 't', '{}')`,
      [id],
    )
  }
  await run('2026-06-10')
  expect(await setup.rows('select user_id, state from notice order by id')).toEqual([
    { user_id: gone, state: 'cancelled' },
    { user_id: gone, state: 'cancelled' },
    { user_id: stays, state: 'waiting' },
    { user_id: stays, state: 'waiting' },
  ])
  expect(await setup.rows('select count(*)::int as n from delivery')).toEqual([{ n: 2 }])
  expect(await setup.rows('select user_id from outgoing_event')).toEqual([{ user_id: stays }])
})

const many = (count: number) =>
  setup.rows(
    `insert into "user" (username, last_active_at) select 'idle' || n, '2020-01-01' from generate_series(1, $1::int) n`,
    [count],
  )
const lastRun = () =>
  setup.rows('select found, purged, ended_at is not null as ended from purge_run order by id desc limit 1')

test('resumes a purge killed halfway, and records each user once', async () => {
  await many(250)
  const settings = async () => {
    if ((await users()).length < 250) throw new Error('killed')
    return setup.deps.settings.current()
  }
  const dying = { ...setup.deps, settings: { ...setup.deps.settings, current: settings } }
  await expect(purgeUsers(dying, new Date('2026-06-10T12:00:00Z'))).rejects.toThrow('killed')
  const left = (await users()).length
  expect(left).toBeGreaterThan(0)
  expect(left).toBeLessThan(250)
  expect(await lastRun()).toEqual([{ found: 250, purged: 250 - left, ended: false }])
  expect(await due('2026-06-10T12:05:00Z')).toBe(true)
  await run('2026-06-10', '12:05:00Z')
  expect(await users()).toEqual([])
  expect(await lastRun()).toEqual([{ found: 250, purged: 250, ended: true }])
  expect(await deletions()).toEqual([{ rows: 250, users: 250 }])
})

test('deletes and records each user once with two concurrent workers', async () => {
  await many(250)
  await Promise.all([run('2026-06-10'), run('2026-06-10'), run('2026-06-10')])
  expect(await users()).toEqual([])
  expect(await lastRun()).toEqual([{ found: 250, purged: 250, ended: true }])
  expect(await deletions()).toEqual([{ rows: 250, users: 250 }])
})

test('deletes no further user once the schedule is switched off during a run', async () => {
  await many(3)
  await setup.rows(`insert into purge_run (scheduled_on, active_before) values ('2026-06-10', '2025-06-10')`)
  await schedule({ automaticPurge: false })
  await run('2026-06-10')
  expect(await users()).toHaveLength(3)
  expect(await lastRun()).toMatchObject([{ ended: true }])
})
