import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SuspiciousReport } from '#server/features/support/suspicious-reports.ts'
import { noMatchOptions } from '#shared/contract/alert.ts'
import type { NoticeAnswer } from '#shared/contract/outgoing-event.ts'
import type { PossibleMatchPage, PossibleMatchView } from '#shared/contract/possible-match.ts'
import { decide, defaultFeedFormat, parseAlert, parseRecord } from '#shared/matching/public.ts'
import { writeSetting } from '#shared/node/domain/settings/settings-store.queries.ts'
import { settingsGroups } from '#shared/settings/groups.ts'
import { auditRows } from '#tests/helpers/audit.ts'
import { makeUser, type TestUser } from '#tests/helpers/factories.ts'
import { useRoll } from '#tests/helpers/roll.ts'
import { type Browser, logIn } from '#tests/helpers/server.ts'
import { setUpSupportDesk, type SupportDesk } from './support-desk.ts'

let desk: SupportDesk
let owner: TestUser
let browser: Browser
let alertId: number
let feedId: number
let madeCount = 0
beforeAll(async () => {
  desk = await setUpSupportDesk()
  feedId = await one(`insert into feed (name) values ('records') returning id`)
  const common = { ...settingsGroups.common.initial, contactEmail: 'recorder@example.org' }
  await writeSetting(desk.deps.db, 'common', common, null)
})
afterAll(() => desk.stop())
beforeEach(async () => {
  owner = await makeUser(desk.deps.db)
  browser = await logIn(desk.app, owner)
  alertId = await one(
    `insert into alert (user_id, name, alert_type, first_name, last_name, criteria, rule_version, nicknames, possible)
     values ($1, 'My name', 'NAME', 'Robert', 'Lee', 'Robert Lee', 5, true, true) returning id`,
    [owner.id],
  )
})

const one = async (text: string, values: unknown[] = []) =>
  (await desk.deps.pool.query<{ id: number }>(text, values)).rows[0]?.id ?? 0

const variants = { ...noMatchOptions, nicknames: true, possible: true }
const robert = { alertType: 'NAME' as const, firstName: 'Robert', lastName: 'Lee', formerLastName: '', variants }

/** A record whose party may be Robert Lee, as the worker stores it. Returns its id. */
async function record(name: string): Promise<number> {
  madeCount += 1
  const parties = [{ role: 'grantor', name }]
  const match = decide(parseAlert(robert, null), parseRecord({ parties, parcels: [] }, defaultFeedFormat, null))
  expect(match?.grade).toBe('POSSIBLE')
  const eventId = await one(
    `insert into event (feed_id, document_id, document_description, content_hash, recorded_at, recorded_has_time,
       recorded_on, parties, parcels)
     values ($1, $2, 'Quit Claim Deed', '\\x00', '2026-11-19', false, '2026-11-19', $3, '[]') returning id`,
    [feedId, `2026-${madeCount}`, JSON.stringify(parties)],
  )
  await desk.deps.pool.query(
    `insert into possible_match (event_id, alert_id, revision, user_id, criteria, match, matched_at)
     values ($1, $2, 1, $3, 'Robert Lee', $4, now() + make_interval(secs => $5))`,
    [eventId, alertId, owner.id, JSON.stringify(match), madeCount],
  )
  return eventId
}

const list = async (unanswered = false, by = browser) =>
  (await by.query<{ content: PossibleMatchPage }>('home.possibleMatches', { unanswered })).data.content
const answer = (eventId: number, given: NoticeAnswer, by = browser) =>
  by.mutate<{ content: PossibleMatchView }>('home.answerPossible', { eventId, alertId, answer: given })
const undo = (eventId: number) =>
  browser.mutate<{ content: PossibleMatchView }>('home.undoPossible', { eventId, alertId })
const exceptions = async () =>
  (
    await desk.deps.pool.query<object>(
      'select kind, value, written, notice_id from alert_exception where alert_id = $1 order by id',
      [alertId],
    )
  ).rows
const reports = async () =>
  (
    await desk.browser.query<{ content: { answers: SuspiciousReport[] } }>('support.looksWrong', {
      page: 1,
      shown: 'open',
    })
  ).data.content.answers
const audited = async () =>
  (await auditRows(desk.deps.db, { subject_user_id: owner.id }).select(['type', 'description', 'new_value']).execute())
    .filter(({ type }) => type === 'NOTICE' || type === 'ALERT')
    .map(({ description, new_value }) => [description, new_value])

describe('records that may be about a user', () => {
  test('are listed newest first, with the record’s own words and the reason', async () => {
    const first = await record('LEE, BOB')
    const second = await record('LEE, ROBBIE')
    const { matches, total, open } = await list()
    expect({ total, open, ids: matches.map(({ eventId }) => eventId) }).toEqual({
      total: 2,
      open: 2,
      ids: [second, first],
    })
    expect(matches[1]).toMatchObject({
      alertId,
      alertName: 'My name',
      criteria: 'Robert Lee',
      documentDescription: 'Quit Claim Deed',
      recordedTimestampFormatted: '11/19/2026',
      properties: [],
      moreProperties: 0,
      recordRaw: 'LEE, BOB',
      marks: [
        [0, 3],
        [5, 8],
      ],
      sentence: 'The last name matches. The first names are forms of one name.',
      grade: 'POSSIBLE',
      spelling: 'LEE BOB',
      answer: null,
      answeredOn: '',
    })
  })

  test('name the property, with the address that the roll knows', async () => {
    const eventId = await record('LEE, BOB')
    await desk.deps.pool.query(`update event set parcels = '["17-03-123-045", "17-03-123-046"]' where id = $1`, [
      eventId,
    ])
    await useRoll(desk.deps.db, [{ parcelId: '17-03-123-045', address: '9 ELM LANE' }])
    const [match] = (await list()).matches
    expect(match?.properties.map(({ parcelId, address }) => [parcelId, address])).toEqual([
      ['17-03-123-045', '9 Elm Lane'],
      ['17-03-123-046', ''],
    ])
    // Its answer says the same as the list.
    expect((await answer(eventId, 'expected')).data.content.properties).toHaveLength(2)
  })

  test('are on home, and never among those that need an answer', async () => {
    const ids: number[] = []
    for (let number = 0; number < 5; number++) ids.unshift(await record('LEE, BOB'))
    type Home = { possible: PossibleMatchPage; unanswered: { total: number; matched: number } }
    const { possible, unanswered } = (await browser.query<{ content: Home }>('home.all')).data.content
    expect(possible.matches.map(({ eventId }) => eventId)).toEqual(ids.slice(0, 3))
    expect([possible.open, unanswered.total, unanswered.matched]).toEqual([5, 0, 0])
  })

  test('are only their owner’s to see and to answer', async () => {
    const eventId = await record('LEE, BOB')
    const stranger = await logIn(desk.app, await makeUser(desk.deps.db))
    expect((await list(false, stranger)).total).toBe(0)
    expect((await answer(eventId, 'wrong', stranger)).status).toBe(404)
    expect((await answer(eventId, 'wrong', desk.browser)).status).toBe(404)
    expect((await list()).matches[0]?.answer).toBeNull()
  })

  test('leave the list once the owner was notified of the record, and cannot be answered then', async () => {
    const eventId = await record('LEE, BOB')
    await desk.deps.pool.query(
      `insert into outgoing_event (user_id, event_id, revision, alert_id, alert_name, criteria, channel, recipient_id, target, match)
       values ($1, $2, 2, $3, 'My name', 'Robert Lee', 'EMAIL', 1, 'x', '{}')`,
      [owner.id, eventId, alertId],
    )
    expect((await list()).total).toBe(0)
    expect((await answer(eventId, 'not-me')).status).toBe(404)
    expect(await exceptions()).toEqual([])
  })
})

test('staff see the list of a user whom they may see, in words for staff', async () => {
  const eventId = await record('LEE, BOB')
  await answer(eventId, 'expected')
  const { data } = await desk.browser.query<{ content: PossibleMatchPage }>('support.possibleMatches', {
    userId: owner.id,
    page: 1,
  })
  expect(data.content).toMatchObject({
    total: 1,
    open: 0,
    matches: [
      {
        recordRaw: 'LEE, BOB',
        sentence: 'The last name matches. The first names are forms of one name.',
        answer: 'expected',
      },
    ],
  })
  const match = { recordRaw: 'LEE', sentence: 'The first name matches. Your last name is a middle name in the record.' }
  await desk.deps.pool.query('update possible_match set match = match::jsonb || $1 where event_id = $2', [
    match,
    eventId,
  ])
  const again = await desk.browser.query<{ content: PossibleMatchPage }>('support.possibleMatches', {
    userId: owner.id,
    page: 1,
  })
  expect(again.data.content.matches[0]?.sentence).not.toMatch(/\byour?\b/i)
})

describe('an answer to a possible match', () => {
  test('is kept, leaves the open list, and is taken back', async () => {
    const eventId = await record('LEE, BOB')
    const { data } = await answer(eventId, 'expected')
    expect(data.content).toMatchObject({ eventId, answer: 'expected' })
    expect(data.content.answeredOn).toMatch(/^\d\d\/\d\d\/\d{4}$/)
    expect([(await list(true)).total, (await list()).total, (await list()).open]).toEqual([0, 1, 0])
    expect((await undo(eventId)).data.content).toMatchObject({ answer: null, answeredOn: '' })
    expect((await list(true)).total).toBe(1)
    expect((await desk.deps.pool.query('select 1 from notice_answer where event_id = $1', [eventId])).rowCount).toBe(0)
    expect(await audited()).toEqual([
      ['Answered a possible match: I expected this.', { record: expect.any(String) as string, spelling: 'LEE BOB' }],
      ['Took back the answer to a possible match.', { record: expect.any(String) as string, spelling: 'LEE BOB' }],
    ])
  })

  test('"not about me" ends that spelling for that alert, also in the list, until it is undone', async () => {
    const [first, other, same] = [await record('LEE, BOB'), await record('LEE, ROBBIE'), await record('BOB LEE')]
    expect((await answer(first, 'not-me')).status).toBe(200)
    expect((await answer(first, 'not-me')).status).toBe(200)
    expect(await exceptions()).toEqual([{ kind: 'spelling', value: 'BOB LEE', written: 'LEE BOB', notice_id: null }])
    const given = async () => new Map((await list()).matches.map(({ eventId, answer: said }) => [eventId, said]))
    expect(await given()).toEqual(
      new Map([
        [same, 'not-me'],
        [other, null],
        [first, 'not-me'],
      ]),
    )
    // The rule obeys it.
    const parties = [{ role: 'grantor', name: 'LEE, BOB' }]
    const left = parseAlert(robert, null, [{ kind: 'spelling', value: 'BOB LEE' }])
    expect(decide(left, parseRecord({ parties, parcels: [] }, defaultFeedFormat, null))).toBeNull()
    // It mutes no record: what becomes certain still notifies.
    expect((await desk.deps.pool.query('select 1 from record_mute where owner_key = $1', [owner.id])).rowCount).toBe(0)
    // Counted once, like an answer to a message.
    const counted = await desk.deps.pool.query(
      `select answer, cause, grade, expected_records_of_pair > 0.1 as common from notice_answer where alert_id = $1`,
      [alertId],
    )
    expect(counted.rows).toEqual([{ answer: 'not-me', cause: 'nickname', grade: 'POSSIBLE', common: true }])
    await undo(same)
    expect(await exceptions()).toEqual([])
    expect([...(await given()).values()]).toEqual([null, null, null])
    expect((await audited()).map(([description]) => description)).toEqual([
      'Added an exception to an alert.',
      'Answered a possible match: This is not about me.',
      'Removed an exception from an alert.',
      'Took back the answer to a possible match.',
    ])
  })

  test('"not about me" is refused, and nothing is stored, where the alert leaves out too many names', async () => {
    const eventId = await record('LEE, BOB')
    await desk.deps.pool.query(
      `insert into alert_exception (alert_id, kind, value, written) select $1, 'middleName', 'N' || i, 'N' from generate_series(1, 50) i`,
      [alertId],
    )
    expect((await answer(eventId, 'not-me')).status).toBe(400)
    expect(await exceptions()).toHaveLength(50)
    expect((await list()).matches[0]?.answer).toBeNull()
  })

  test('"looks wrong" is a report for staff, who resolve it like any other', async () => {
    const eventId = await record('LEE, BOB')
    await answer(eventId, 'wrong')
    const [report, ...more] = await reports()
    expect(more).toEqual([])
    expect(report).toMatchObject({
      channel: 'EMAIL',
      target: owner.email,
      owner: { id: owner.id, username: owner.username },
      record: { description: 'Quit Claim Deed', parties: { first: [{ name: 'LEE, BOB' }] } },
      alerts: [{ name: 'My name', criteria: 'Robert Lee', recordRaw: 'LEE, BOB', grade: 'POSSIBLE' }],
      later: null,
      openedFormatted: '',
    })
    // No message was sent, and the email to staff does not say so.
    const mails = await desk.deps.pool.query(
      `select data ->> 'possible' as possible from notice where template = 'record-reported' order by id desc limit 1`,
    )
    expect(mails.rows).toEqual([{ possible: 'true' }])
    const noticeId = report?.noticeId ?? 0
    expect((await desk.browser.mutate('support.openReport', { noticeId })).status).toBe(200)
    expect((await desk.browser.mutate('support.dealWithAnswer', { noticeId, dealtWith: true })).status).toBe(200)
    expect(await reports()).toEqual([])
  })

  test('a report that its owner takes back, or answers in another way, is none', async () => {
    const eventId = await record('LEE, BOB')
    await answer(eventId, 'wrong')
    await answer(eventId, 'expected')
    expect(await reports()).toEqual([])
    await answer(eventId, 'wrong')
    expect(await reports()).toHaveLength(1)
    await undo(eventId)
    expect(await reports()).toEqual([])
  })
})

test('of a record that its resident reported before takes the answer, and the report ends with it', async () => {
  const eventId = await record('LEE BOB')
  await browser.mutate('userView.reportFoundRecord', { alertId, eventId })
  expect((await reports()).filter(({ owner: by }) => by?.id === owner.id)).toHaveLength(1)
  expect((await answer(eventId, 'expected')).status).toBe(200)
  expect((await reports()).filter(({ owner: by }) => by?.id === owner.id)).toEqual([])
})

test('an answer that covers a record of the same spelling, and is taken back, leaves the report of that record', async () => {
  const eventId = await record('LEE BOB')
  await browser.mutate('userView.reportFoundRecord', { alertId, eventId })
  const other = await record('LEE, BOB')
  await answer(other, 'not-me')
  await undo(other)
  expect((await list(true)).total).toBe(2)
  expect((await reports()).filter(({ owner: by }) => by?.id === owner.id)).toHaveLength(1)
})

test('an answer of the new owner of an alert is theirs, also where the former owner had answered', async () => {
  const eventId = await record('LEE BOB')
  await answer(eventId, 'wrong')
  const next = await makeUser(desk.deps.db)
  for (const table of ['alert', 'possible_match'])
    await desk.deps.pool.query(`update ${table} set user_id = $1 where user_id = $2`, [next.id, owner.id])
  await desk.deps.pool.query('update possible_match set answer = null, answered_at = null')
  expect((await answer(eventId, 'wrong', await logIn(desk.app, next))).status).toBe(200)
  const by = (await reports()).flatMap((report) => report.owner?.id ?? [])
  expect([by.includes(next.id), by.includes(owner.id)]).toEqual([true, false])
})
