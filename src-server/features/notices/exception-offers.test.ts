import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { NamedException } from '#shared/contract/alert-exception.ts'
import { noMatchOptions } from '#shared/contract/alert.ts'
import type { Party } from '#shared/contract/party.ts'
import { decide, defaultFeedFormat, parseAlert, parseRecord } from '#shared/matching/public.ts'
import { signLink } from '#shared/node/domain/notices/links.ts'
import { makeUser, type TestUser } from '#tests/helpers/factories.ts'
import { type Browser, newBrowser, logIn, startTestServer, type TestServer } from '#tests/helpers/server.ts'
import type { NoticeView } from './notice-view.ts'

let server: TestServer
let owner: TestUser
let browser: Browser
let anyone: Browser
let alertId: number
let eventId: number
let noticeId: number
beforeAll(async () => {
  server = await startTestServer()
  anyone = newBrowser(server.app)
})
afterAll(() => server.stop())

const one = async (text: string, values: unknown[]) =>
  (await server.deps.pool.query<{ id: number }>(text, values)).rows[0]?.id ?? 0

const alertFor = (userId: number, firstName: string, lastName: string) =>
  one(
    `insert into alert (user_id, name, alert_type, first_name, last_name, criteria, rule_version)
     values ($1, 'My name', 'NAME', $2, $3, $2 || ' ' || $3, 1) returning id`,
    [userId, firstName, lastName],
  )

/** A record that the rule lets match the alert, and an email to the owner about it. */
async function tell(parties: Party[], firstName = 'Thessaly', lastName = 'Brandvold'): Promise<void> {
  const criteria = { alertType: 'NAME' as const, firstName, lastName, formerLastName: '', variants: noMatchOptions }
  const match = decide(parseAlert(criteria, null), parseRecord({ parties, parcels: [] }, defaultFeedFormat, null))
  if (!match) throw new Error('The record does not match.')
  alertId = await alertFor(owner.id, firstName, lastName)
  const feedId = await one(`insert into feed (name) values ('records') returning id`, [])
  eventId = await one(
    `insert into event (feed_id, document_id, content_hash, recorded_at, recorded_has_time, recorded_on, parties, parcels)
     values ($1, '2026-018842', '\\x00', now(), true, '2026-11-19', $2, '[]') returning id`,
    [feedId, JSON.stringify(parties)],
  )
  await server.deps.pool.query('insert into event_match (event_id, alert_id, revision, match) values ($1, $2, 1, $3)', [
    eventId,
    alertId,
    JSON.stringify(match),
  ])
  noticeId = await one(
    `with told as (
       insert into notice (kind, template, event_id, revision, user_id, owner_key, channel, recipient_id, target, state)
       values ('match', 'match', $1, 1, $2, $2, 'EMAIL', 7, 'neighbor@example.org', 'accepted') returning *)
     insert into outgoing_event (user_id, event_id, revision, alert_id, alert_name, criteria, channel, recipient_id, target, match, notice_id)
     select user_id, event_id, 1, $3, 'My name', '', 'EMAIL', 7, target, $4, id from told returning notice_id as id`,
    [eventId, owner.id, alertId, JSON.stringify(match)],
  )
}

beforeEach(async () => {
  await server.deps.pool.query(
    'delete from notice; delete from notice_answer; delete from record_mute; delete from event_match; delete from "user"; delete from event; delete from feed; delete from outgoing_event',
  )
  owner = await makeUser(server.deps.db)
  browser = await logIn(server.app, owner)
})

const token = () => signLink(server.deps.env.APP_SECRET, 'notice', noticeId)
const answer = (by = browser, said = 'not-me') =>
  by.mutate<{ content: NoticeView }>('notices.answer', { token: token(), answer: said })
const readOffers = async (by = browser) =>
  (await by.query<{ content: NoticeView }>('notices.show', { token: token() })).data.content.narrowing
type Offer = { kind: string; value: string }
const press = (procedure: 'narrow' | 'undoNarrow', offer: Offer, by = browser, alert = alertId) =>
  by.mutate<{ content: NoticeView }>(`notices.${procedure}`, {
    token: token(),
    alertId: alert,
    kind: offer.kind,
    value: offer.value,
  })
const stored = async () =>
  (await server.deps.pool.query<NamedException>('select kind, value, written from alert_exception order by id')).rows
const audited = async () =>
  (
    await server.deps.pool.query<{ description: string; new: object | null; old: object | null }>(
      `select p.description, p.new_value as new, p.old_value as old from audit_personal p join audit_log l on l.id = p.audit_id
       where l.type = 'ALERT' and l.subject_user_id = $1 order by p.audit_id`,
      [owner.id],
    )
  ).rows

const nothing = { needsLogin: false, readerId: null, alerts: [] }
const albert = { kind: 'middleName', value: 'ALBERTA' }
const spouse = { kind: 'coOwner', value: 'BRANDVOLD, OTTO' }
const couple = [{ role: 'grantor', name: 'BRANDVOLD, THESSALY ALBERTA & OTTO' }]

test('offers the owner, only after "not about me", exceptions for what this record differs by', async () => {
  await tell(couple)
  expect(await readOffers()).toEqual(nothing)
  const { data } = await answer()
  expect(data.content.narrowing).toEqual({
    needsLogin: false,
    readerId: owner.id,
    alerts: [
      {
        id: alertId,
        name: 'My name',
        firstName: 'Thessaly',
        lastName: 'Brandvold',
        offers: [
          { ...albert, written: 'ALBERTA', applied: false },
          { ...spouse, written: 'OTTO BRANDVOLD', applied: false },
        ],
      },
    ],
  })
  expect((await answer(browser, 'wrong')).data.content.narrowing.alerts).toEqual([])
})

test('one press applies an offer, another takes it back, and both are audited once', async () => {
  await tell(couple)
  await answer()
  for (let presses = 0; presses < 2; presses++) {
    const { data } = await press('narrow', albert)
    expect(data.content.narrowing.alerts[0]?.offers.map(({ applied }) => applied)).toEqual([true, false])
  }
  expect(await stored()).toEqual([{ ...albert, written: 'ALBERTA' }])
  await press('narrow', spouse)
  expect((await stored())[1]).toEqual({ ...spouse, written: 'OTTO BRANDVOLD' })
  for (let presses = 0; presses < 2; presses++) await press('undoNarrow', albert)
  expect(await stored()).toHaveLength(1)
  const name = { id: alertId, name: 'My name' }
  expect(await audited()).toEqual([
    { description: 'Added an exception to an alert.', new: { ...name, middleName: 'ALBERTA' }, old: null },
    { description: 'Added an exception to an alert.', new: { ...name, coOwner: 'OTTO BRANDVOLD' }, old: null },
    { description: 'Removed an exception from an alert.', old: { ...name, middleName: 'ALBERTA' }, new: null },
  ])
})

test('an exception can be taken back after the answer was taken back', async () => {
  await tell(couple)
  await answer()
  await press('narrow', albert)
  await browser.mutate('notices.undoAnswer', { token: token() })
  expect((await readOffers()).alerts[0]?.offers).toEqual([{ ...albert, written: 'ALBERTA', applied: true }])
  await press('undoNarrow', albert)
  expect(await readOffers()).toEqual(nothing)
  expect(await stored()).toEqual([])
})

test('a match by initial sets the alert’s own option, and makes a form that is open elsewhere outdated', async () => {
  await tell([{ name: 'BRANDVOLD, T' }])
  const version = async () => (await browser.query<{ version: number }>('userView.alert', { id: alertId })).data.version
  const before = await version()
  const offers = (await answer()).data.content.narrowing.alerts[0]?.offers
  const byInitial = { kind: 'byInitial', value: '' }
  expect(offers).toEqual([{ ...byInitial, written: '', applied: false }])
  const option = async () =>
    (await server.deps.pool.query('select exact_first_name as on from alert')).rows[0] as object
  expect((await press('narrow', byInitial)).data.content.narrowing.alerts[0]?.offers[0]?.applied).toBe(true)
  expect(await option()).toEqual({ on: true })
  expect(await version()).toBe(before + 1)
  await press('undoNarrow', byInitial)
  expect(await option()).toEqual({ on: false })
  expect((await audited()).map(({ description }) => description)).toEqual(['Changed an alert.', 'Changed an alert.'])
})

describe('who may change the alert', () => {
  test('a link alone mutes the record, and asks to log in to change the alert', async () => {
    await tell(couple)
    expect((await answer(anyone)).data.content.narrowing).toEqual({ ...nothing, needsLogin: true })
    expect((await press('narrow', albert, anyone)).status).toBe(403)
    expect((await press('undoNarrow', albert, anyone)).status).toBe(403)
    // Nor does the link to the account's own email: people forward messages that they ask about.
    await server.deps.pool.query(`update "user" set email = 'neighbor@example.org' where id = $1`, [owner.id])
    expect(await readOffers(anyone)).toEqual({ ...nothing, needsLogin: true })
    expect(await stored()).toEqual([])
  })

  test('another logged-in user gets no offer and may not apply one', async () => {
    await tell(couple)
    const neighbor = await logIn(server.app, await makeUser(server.deps.db))
    expect((await answer(neighbor)).data.content.narrowing).toEqual(nothing)
    for (const procedure of ['narrow', 'undoNarrow'] as const)
      expect((await press(procedure, albert, neighbor)).status).toBe(404)
    expect(await stored()).toEqual([])
  })

  test('no one for another alert, of any owner', async () => {
    await tell(couple)
    await answer()
    const [own, other] = [
      await alertFor(owner.id, 'Otto', 'Brandvold'),
      await alertFor((await makeUser(server.deps.db)).id, 'Thessaly', 'Brandvold'),
    ]
    for (const id of [own, other]) expect((await press('narrow', albert, browser, id)).status).toBe(404)
    expect((await press('undoNarrow', albert, browser, other)).status).toBe(404)
    expect(await stored()).toEqual([])
  })

  test.each([
    ['a name that the record does not have', { kind: 'middleName', value: 'THESSALY' }],
    ['matches by initial, where the whole name matched', { kind: 'byInitial', value: '' }],
    ['a co-owner as a middle name', { kind: 'middleName', value: spouse.value }],
  ])('no one %s', async (_what, offer) => {
    await tell(couple)
    await answer()
    expect((await press('narrow', offer)).error?.message).toContain('can no longer be changed from here')
    expect(await stored()).toEqual([])
  })

  test('no one before the answer, or after another answer', async () => {
    await tell(couple)
    expect((await press('narrow', albert)).error?.message).toContain('first')
    await answer(browser, 'wrong')
    expect((await press('narrow', albert)).error?.message).toContain('first')
    expect(await stored()).toEqual([])
  })
})

test.each([
  ['in this message', 'told'],
  ['without any recipient', 'matched'],
])('offers nothing if a parcel alert of theirs matched the record %s', async (_what, how) => {
  await tell(couple)
  await answer()
  expect((await readOffers()).alerts).toHaveLength(1)
  const parcelAlert = await one(
    `insert into alert (user_id, name, alert_type, parcel_id, criteria, rule_version)
     values ($1, 'Home', 'PARCEL_ID', '17', '17', 1) returning id`,
    [owner.id],
  )
  if (how === 'matched')
    await server.deps.pool.query(
      `insert into event_match (event_id, alert_id, revision, match) values ($1, $2, 1, '{}')`,
      [eventId, parcelAlert],
    )
  else
    await server.deps.pool.query(
      `insert into outgoing_event (user_id, event_id, revision, alert_id, alert_name, criteria, channel, recipient_id, target, match, notice_id)
       values ($1, $2, 1, $3, 'Home', '17', 'EMAIL', 8, 'x@example.org', '{"field":"parcel","recordRaw":"17"}', $4)`,
      [owner.id, eventId, parcelAlert, noticeId],
    )
  expect(await readOffers()).toEqual(nothing)
  expect((await readOffers(anyone)).needsLogin).toBe(false)
  expect((await press('narrow', albert)).status).toBe(404)
  expect(await stored()).toEqual([])
})

describe('concurrent calls', () => {
  test('a double press stores one exception and one audit row', async () => {
    await tell(couple)
    await answer()
    const replies = await Promise.all(Array.from({ length: 6 }, () => press('narrow', albert)))
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
    expect(await stored()).toHaveLength(1)
    expect(await audited()).toHaveLength(1)
  })

  test('an alert that is deleted meanwhile stores nothing', async () => {
    await tell(couple)
    await answer()
    const [pressed, deleted] = await Promise.all([
      press('narrow', albert),
      browser.mutate('userView.alertDelete', { alertId }),
    ])
    expect([200, 404]).toContain(pressed.status)
    expect(deleted.status).toBe(200)
    expect(await stored()).toEqual([])
    expect((await press('narrow', spouse)).status).toBe(404)
  })

  test('a save, a pause and presses do not deadlock', async () => {
    await tell(couple)
    await answer()
    const save = () =>
      browser.mutate('userView.saveAlert', {
        id: alertId,
        name: 'My name',
        alertType: 'NAME',
        firstName: 'Thessaly',
        lastName: 'Brandvold',
        alertEmailAddresses: [{ value: 'thessaly@example.org', acknowledged: true }],
        alertPhones: [],
      })
    const replies = await Promise.all([
      save(),
      press('narrow', albert),
      browser.mutate('userView.alertPause', { alertId, pausedUntil: '' }),
      press('narrow', spouse),
      save(),
    ])
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
    // A save leaves the exceptions as they are.
    expect(await stored()).toHaveLength(2)
  })
})

test('the alert lists its exceptions, and the owner or staff remove them there', async () => {
  await tell(couple)
  await answer()
  await press('narrow', albert)
  await press('narrow', spouse)
  type Listed = { exceptions: NamedException[]; content: object }
  const { data } = await browser.query<Listed>('userView.alert', { id: alertId })
  expect(data.exceptions).toMatchObject([{ written: 'ALBERTA' }, { written: 'OTTO BRANDVOLD' }])
  expect(JSON.stringify(data.content)).not.toContain('OTTO')
  const removed = await browser.mutate<{ content: NamedException[] }>('userView.alertExceptionRemove', {
    alertId,
    ...albert,
  })
  expect(removed.data.content).toMatchObject([{ written: 'OTTO BRANDVOLD' }])
  const staff = await logIn(server.app, await makeUser(server.deps.db, { role: 'COUNTY' }))
  expect((await staff.query<Listed>('controlPanel.alert', { id: alertId })).data.exceptions).toHaveLength(1)
  await staff.mutate('controlPanel.alertExceptionRemove', { alertId, ...spouse })
  expect(await stored()).toEqual([])
  expect((await audited()).at(-1)).toMatchObject({ description: 'Removed an exception from an alert.' })
})

test('the preview of a saved alert applies its exceptions, for its owner and for staff', async () => {
  await tell(couple)
  await server.deps.pool.query(
    `insert into event_key (key_hash, event_id, recorded_on)
     select hashtextextended('name:BRANDVOLD THESSALY', 0), id, recorded_on from event`,
  )
  const staff = await logIn(server.app, await makeUser(server.deps.db, { role: 'COUNTY' }))
  const neighbor = await logIn(server.app, await makeUser(server.deps.db))
  const criteria = { alertType: 'NAME', firstName: 'Thessaly', lastName: 'Brandvold' }
  const count = async (by: Browser, of?: number) =>
    (await by.query<{ content: { count: number } }>('userView.alertPreview', { ...criteria, alertId: of })).data.content
      .count
  await answer()
  expect(await count(browser, alertId)).toBe(1)
  await press('narrow', albert)
  expect([await count(browser, alertId), await count(staff, alertId)]).toEqual([0, 0])
  expect(await count(browser)).toBe(1)
  const say = async (forStaff: boolean) => {
    const married = { ...criteria, lastName: 'Oakhurst', formerLastName: 'Brandvold', forStaff }
    const { data } = await staff.query<{ content: { records: { sentence: string }[] } }>(
      'userView.alertPreview',
      married,
    )
    return data.content.records[0]?.sentence
  }
  expect(await say(false)).toContain('The last name is your former last name.')
  expect(await say(true)).toContain('The last name is the alert’s former last name.')
  const another = await neighbor.query('userView.alertPreview', { ...criteria, alertId })
  expect(another.status).toBe(404)
})

test('keeps the cause of each answer for staff', async () => {
  await tell(couple)
  const cause = async () => (await server.deps.pool.query('select cause from notice_answer')).rows
  await answer()
  expect(await cause()).toEqual([{ cause: 'fullName' }])
  await answer(browser, 'expected')
  expect(await cause()).toEqual([{ cause: 'fullName' }])
})
