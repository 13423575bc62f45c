import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Marks } from '#shared/contract/marks.ts'
import { addDays } from '#shared/domain/dates.ts'
import { skipReasons, type MatchSkipReason } from '#shared/domain/notice/skip-reasons.ts'
import { dayOfCounty, type MatchingFixture, openMatchingFixture, person } from '#tests/fixtures/matching.ts'
import { matchBatch } from './match-batch.ts'

let setup: MatchingFixture
beforeAll(async () => {
  setup = await openMatchingFixture()
})
afterAll(() => setup.close())
beforeEach(() => setup.clear())
afterEach(() => {
  vi.useRealTimers()
})

const sent = { unsent: '', state: 'waiting', delivery: true }
const unsent = (reason: MatchSkipReason) => ({
  unsent: skipReasons[reason].history,
  state: null,
  delivery: false,
})
const count = async (table: string) =>
  (await setup.rows<{ n: number }>(`select count(*)::int as n from ${table}`))[0]?.n

test('turns a record into a line of history, a notice and its work row, and empties the queue', async () => {
  const ownerId = await setup.user()
  await setup.alert({ ownerId, name: 'Mine', recipients: [{ target: 'jane@example.org' }] })
  const eventId = await setup.event({ id: 'A-1', parties: ['DOE JANE Q'] })

  expect(await matchBatch(setup.deps)).toEqual({ events: 1, matches: 1, notices: 1 })
  expect(await setup.history()).toEqual([{ document: 'A-1', alert: 'Mine', target: 'jane@example.org', ...sent }])
  expect(await setup.rows('select * from match_queue')).toEqual([])
  const [history] = await setup.rows<{
    criteria: string
    match: { recordRaw: string; alertRaw: string; marks: Marks }
  }>('select criteria, match from outgoing_event')
  expect(history).toMatchObject({
    criteria: 'Jane Doe',
    match: { alertRaw: 'Jane Doe', recordRaw: 'DOE JANE Q', marks: [[0, 8]] },
  })
  expect(await setup.rows('select kind, event_id, revision, user_id, owner_key, channel from notice')).toEqual([
    { kind: 'match', event_id: eventId, revision: 1, user_id: ownerId, owner_key: ownerId, channel: 'EMAIL' },
  ])
  expect(await setup.rows('select lane from delivery')).toEqual([{ lane: 1 }])
})

test('sends an address one notice that names every alert; another address and another owner get their own', async () => {
  const [one, other] = [await setup.user(), await setup.user()]
  const shared = { target: 'shared@example.org' }
  await setup.alert({ ownerId: one, name: 'First', recipients: [shared, { target: 'second@example.org' }] })
  await setup.alert({ ownerId: one, name: 'Second', recipients: [shared] })
  await setup.alert({ ownerId: other, name: 'Third', recipients: [shared] })
  await setup.event()

  expect(await matchBatch(setup.deps)).toEqual({ events: 1, matches: 3, notices: 3 })
  const notices = await setup.rows<{ alerts: string[]; target: string }>(
    `select n.target, array_agg(o.alert_name order by o.alert_name) as alerts
     from notice n join outgoing_event o on o.notice_id = n.id group by n.id order by 1, 2`,
  )
  expect(notices).toEqual([
    { target: 'second@example.org', alerts: ['First'] },
    { target: 'shared@example.org', alerts: ['First', 'Second'] },
    { target: 'shared@example.org', alerts: ['Third'] },
  ])
})

test('treats an address without an owner as its own owner', async () => {
  await setup.alert({ recipients: [{ target: 'old@example.org', migrated: true, verified: false }] })
  await setup.event()
  await matchBatch(setup.deps)
  expect(await setup.rows(`select user_id, owner_key = -recipient_id as own from notice`)).toEqual([
    { user_id: null, own: true },
  ])
})

test.each([
  ['behind', -2, [sent]],
  ['ahead', 2, [unsent('paused')]],
])('uses the database’s day if the clock of the worker is two days %s', async (_which, days, expected) => {
  const dayMs = 24 * 3_600_000
  const pausedUntil = addDays(dayOfCounty(), days < 0 ? 0 : 1)
  await setup.alert({ pausedUntil, ownerId: await setup.user() })
  await setup.event()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * dayMs })
  await matchBatch(setup.deps)
  expect(await setup.history()).toEqual(expected.map((line) => expect.objectContaining(line) as object))
})

describe('who is notified', () => {
  const table: [string, Parameters<MatchingFixture['alert']>[0], object[]][] = [
    ['an inactive alert', { status: 'I' }, []],
    ['a paused alert', { pausedUntil: '9999-01-01' }, [unsent('paused')]],
    ['an alert whose pause ended today', { pausedUntil: dayOfCounty() }, [sent]],
    ['a recipient who did not confirm', { recipients: [{ verified: false }] }, [unsent('not-verified')]],
    ['a phone that did not confirm', { recipients: [{ channel: 'PHONE', verified: false }] }, [unsent('not-verified')]],
    ['a phone', { recipients: [{ channel: 'PHONE' }] }, [sent]],
    [
      'an address that bounced',
      { recipients: [{ target: 'Bounced@Example.org', suppressed: true }] },
      [unsent('suppressed')],
    ],
    ['a recipient who stopped this alert', { recipients: [{ stopped: true }] }, [unsent('alert-off')]],
    ['no recipient', { recipients: [] }, []],
    [
      'one of two',
      { recipients: [{ target: 'a@example.org' }, { target: 'b@example.org', verified: false }] },
      [sent, unsent('not-verified')],
    ],
  ]
  test.each(table)('%s', async (_, spec, expected) => {
    await setup.alert({ ownerId: await setup.user(), ...spec })
    await setup.event()
    await matchBatch(setup.deps)
    expect(await setup.history()).toMatchObject(expected)
    expect(await setup.history()).toHaveLength(expected.length)
    expect(await count('notice')).toBe(expected.filter((line) => line === sent).length)
  })

  test.each([
    ['A', 1],
    ['L', 1],
    ['I', 0],
    ['P', 0],
  ] as const)('for an owner whose status is %s: %i', async (status, notices) => {
    await setup.alert({ ownerId: await setup.user(status) })
    await setup.event()
    expect(await matchBatch(setup.deps)).toMatchObject({ notices })
    expect(await setup.history()).toHaveLength(notices)
  })

  test('suppresses a recipient for this owner, not for another', async () => {
    const [one, other] = [await setup.user(), await setup.user()]
    for (const ownerId of [one, other])
      await setup.alert({
        ownerId,
        name: ownerId === one ? 'One' : 'Other',
        recipients: [{ target: 'both@example.org' }],
      })
    await setup.rows(
      `insert into suppression (channel, target, owner_id, reason) values ('EMAIL', 'both@example.org', $1, 'unsubscribe')`,
      [one],
    )
    await setup.event()
    await matchBatch(setup.deps)
    expect(await setup.history()).toMatchObject([
      { alert: 'One', ...unsent('suppressed') },
      { alert: 'Other', ...sent },
    ])
  })

  test('ignores a lifted suppression', async () => {
    await setup.alert({ ownerId: await setup.user(), recipients: [{ suppressed: true }] })
    await setup.rows('update suppression set lifted_at = now()')
    await setup.event()
    await matchBatch(setup.deps)
    expect(await setup.history()).toMatchObject([sent])
  })

  test('skips an owner who said that the record is not about them, for its revisions too', async () => {
    const [muting, other] = [await setup.user(), await setup.user()]
    await setup.alert({ ownerId: muting, name: 'Muting' })
    await setup.alert({ ownerId: other, name: 'Other' })
    const id = await setup.event({ id: 'A-1', parties: ['NOBODY'] })
    await matchBatch(setup.deps)
    await setup.rows('insert into record_mute (owner_key, event_id) values ($1, $2)', [muting, id])
    await setup.event({ id: 'A-1', parties: ['DOE JANE'] })
    await matchBatch(setup.deps)
    expect(await setup.history()).toMatchObject([
      { alert: 'Muting', ...unsent('muted') },
      { alert: 'Other', ...sent },
    ])
  })

  test('notifies no one by text if the service sends none', async () => {
    await setup.alert({ ownerId: await setup.user(), recipients: [{ channel: 'PHONE' }] })
    await setup.event()
    await matchBatch({ ...setup.deps, env: { ...setup.deps.env, SMS_TRANSPORT: 'none' } })
    expect(await setup.history()).toMatchObject([unsent('no-texts')])
  })
})

test('notifies no one about what an alert leaves out, from the next record on', async () => {
  const alertId = await setup.alert({ ownerId: await setup.user(), criteria: person('Jane', 'Doe') })
  const arrive = async (...parties: string[]) => {
    await setup.event({ parties })
    return (await matchBatch(setup.deps)).matches
  }
  expect(await arrive('DOE, JANE ALBERTA')).toBe(1)
  await setup.rows(
    `insert into alert_exception (alert_id, kind, value, written) values
      ($1, 'middleName', 'ALBERTA', 'ALBERTA'), ($1, 'coOwner', 'DOE, OTTO', 'OTTO DOE')`,
    [alertId],
  )
  expect([await arrive('DOE, JANE ALBERTA'), await arrive('DOE, JANE & OTTO')]).toEqual([0, 0])
  expect(await arrive('DOE, JANE ALBERTA', 'DOE, JANE')).toBe(1)
  await setup.rows('delete from alert_exception')
  expect(await arrive('DOE, JANE & OTTO')).toBe(1)
})

describe('notifies an alert once about a record', () => {
  test('notifies only alerts that no earlier revision matched', async () => {
    const ownerId = await setup.user()
    await setup.alert({ ownerId, name: 'Early', criteria: person('Jane', 'Doe') })
    await setup.alert({ ownerId, name: 'Late', criteria: person('Mary', 'Roe') })
    await setup.event({ id: 'A-1', parties: ['DOE JANE'] })
    await matchBatch(setup.deps)
    await setup.event({ id: 'A-1', parties: ['DOE JANE', 'ROE MARY'] })
    expect(await matchBatch(setup.deps)).toEqual({ events: 1, matches: 1, notices: 1 })
    expect(await setup.rows('select o.alert_name, o.revision from outgoing_event o order by 1')).toEqual([
      { alert_name: 'Early', revision: 1 },
      { alert_name: 'Late', revision: 2 },
    ])
  })

  test('notifies no recipient added later about a revision', async () => {
    const ownerId = await setup.user()
    const alertId = await setup.alert({ ownerId })
    await setup.event({ id: 'A-1' })
    await matchBatch(setup.deps)
    await setup.rows(
      `with e as (insert into email_address (owner_id, address, verified_at) values ($1, 'later@example.org', now()) returning id)
       insert into alert_email (alert_id, email_id, position) select $2, id, 1 from e`,
      [ownerId, alertId],
    )
    await setup.event({ id: 'A-1', parties: ['DOE JANE', 'ROE MARY'] })
    expect(await matchBatch(setup.deps)).toMatchObject({ matches: 0, notices: 0 })
    expect(await setup.history()).toHaveLength(1)
  })

  test('stores nothing if the same record is queued again', async () => {
    await setup.alert({ ownerId: await setup.user() })
    const id = await setup.event()
    await matchBatch(setup.deps)
    const keys = await count('event_key')
    await setup.rows('insert into match_queue (event_id) values ($1)', [id])
    expect(await matchBatch(setup.deps)).toEqual({ events: 1, matches: 0, notices: 0 })
    expect(await setup.history()).toHaveLength(1)
    expect(keys).toBeGreaterThan(0)
  })

  test('lets an alert created in between share the notice of its address about this revision', async () => {
    const ownerId = await setup.user()
    await setup.alert({ ownerId, name: 'First', recipients: [{ target: 'a@example.org' }] })
    const id = await setup.event()
    await matchBatch(setup.deps)
    await setup.alert({ ownerId, name: 'Second', recipients: [{ target: 'a@example.org' }] })
    await setup.rows('insert into match_queue (event_id) values ($1)', [id])
    await matchBatch(setup.deps)
    expect(await setup.history()).toMatchObject([
      { alert: 'First', ...sent },
      { alert: 'Second', ...sent },
    ])
    expect(await count('notice')).toBe(1)
  })
})

test('finds the longer name for a name truncated at its feed’s width, at that width only', async () => {
  const feedId = await setup.feed({ name_width: 12, name_order: 'LAST_FIRST' })
  await setup.alert({ ownerId: await setup.user(), name: 'Long', criteria: person('Wilhelmina', 'Vandersloot') })
  await setup.event({ id: 'A-1', parties: ['VANDERSLOOT WILHELMINA'.slice(0, 12)], feedId })
  await setup.event({ id: 'A-2', parties: ['VANDERSLO'], feedId })
  await matchBatch(setup.deps)
  expect(await setup.history()).toMatchObject([{ document: 'A-1', alert: 'Long', ...sent }])
})

describe('the guard against floods', () => {
  test('holds notices past the limit of the county’s day, while matching and history continue', async () => {
    await setup.service({ floodNoticesPerDay: 3 })
    await setup.alert({ ownerId: await setup.user() })
    for (let i = 1; i <= 5; i++) await setup.event({ id: `A-${i}` })
    expect(await matchBatch(setup.deps, 2)).toMatchObject({ events: 2, notices: 2 })
    expect(await matchBatch(setup.deps, 3)).toMatchObject({ events: 3, matches: 3, notices: 3 })
    const held = { unsent: '', state: 'held', delivery: false }
    expect(await setup.history()).toMatchObject([sent, sent, sent, held, held])
    expect(await setup.rows('select day, notices from notice_day')).toEqual([{ day: dayOfCounty(), notices: 5 }])
  })

  test.each([
    ['without a number, the limit is five times the usual day', 1500, 7500],
    ['but never below its floor', 20, 5000],
  ])('%s', async (_, usual, limit) => {
    // One flood does not raise it.
    await setup.rows(
      `insert into notice_day select $1::date - back, case back when 3 then 900000 else $2::int end
       from generate_series(1, 9) back`,
      [dayOfCounty(), usual],
    )
    await setup.rows('insert into notice_day values ($1, $2)', [dayOfCounty(), limit - 1])
    await setup.alert({ ownerId: await setup.user() })
    await setup.event({ id: 'A-1' })
    await setup.event({ id: 'A-2' })
    await matchBatch(setup.deps)
    expect(await setup.history()).toMatchObject([sent, { state: 'held' }])
  })

  test('holds notices of old records without counting them toward the limit', async () => {
    await setup.service({ floodNoticesPerDay: 1, floodRecordAgeDays: 90 })
    await setup.alert({ ownerId: await setup.user() })
    await setup.event({ id: 'A-1', recordedOn: '2001-05-04' })
    await setup.event({ id: 'A-2' })
    await matchBatch(setup.deps)
    expect(await setup.history()).toMatchObject([
      { document: 'A-1', state: 'held' },
      { document: 'A-2', ...sent },
    ])
  })
})

describe('keys of records', () => {
  test('are kept for match previews, once, whatever the revisions', async () => {
    await setup.event({ id: 'A-1', parties: ['DOE JANE'] })
    await matchBatch(setup.deps)
    const before = await count('event_key')
    expect(before).toBeGreaterThan(0)
    await setup.event({ id: 'A-1', parties: ['DOE JANE', 'ROE MARY'] })
    await matchBatch(setup.deps)
    const distinct = await setup.rows<{ n: number }>(
      'select count(*)::int as n from (select distinct key_hash, event_id, recorded_on from event_key) k',
    )
    expect(distinct[0]?.n).toBe(await count('event_key'))
    expect(distinct[0]?.n).toBeGreaterThan(before ?? 0)
  })

  test('are not kept for records older than 13 months', async () => {
    await setup.event({ recordedOn: '2001-05-04' })
    await matchBatch(setup.deps)
    expect(await count('event_key')).toBe(0)
  })
})
