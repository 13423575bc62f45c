import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { StaffActor } from '#server/platform/actor.ts'
import { signLink } from '#shared/node/domain/notices/links.ts'
import { mailWaitingReports } from '#shared/node/domain/reports/mail-report.ts'
import { readSettings, writeSetting } from '#shared/node/domain/settings/settings-store.queries.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'
import { settingsGroups } from '#shared/settings/groups.ts'
import { makeUser, type TestUser } from '#tests/helpers/factories.ts'
import { from, to } from '#tests/helpers/parties.ts'
import { makeProperty } from '#tests/helpers/properties.ts'
import { type Browser, newBrowser, logIn, startTestServer, type TestServer } from '#tests/helpers/server.ts'
import { readRecordPage } from '../alerts/list-records.ts'
import { listUnanswered } from '../alerts/list-unanswered.ts'
import { listHistory } from '../alerts/outgoing-event.queries.ts'
import { resolveReport } from '../support/resolve-report.ts'
import { listMessages } from '../support/support.queries.ts'
import { countOpenReports, listReportRows } from '../support/suspicious-reports.queries.ts'
import type { NoticeView } from './notice-view.ts'
import { signOwnNoticeLink } from './own-notices.ts'

let server: TestServer
let browser: Browser
let owner: TestUser
let userId: number
let emailId: number
let alertId: number
let eventId: number
let noticeId: number
beforeAll(async () => {
  server = await startTestServer()
  browser = newBrowser(server.app)
})
afterAll(() => server.stop())

const address = 'thessaly@example.org'
const parties = [
  { role: 'grantor', name: 'BRANDVOLD THESSALY' },
  { role: 'grantee', businessName: 'GREYMOOR HOLDINGS LLC' },
]
beforeEach(async () => {
  const { pool } = server.deps
  await pool.query(
    'delete from notice; delete from suppression; delete from notice_answer; delete from record_mute; delete from "user"; delete from event; delete from feed; delete from outgoing_event',
  )
  owner = await makeUser(server.deps.db)
  userId = owner.id
  const one = async (text: string, values: unknown[]) =>
    (await pool.query<{ id: number }>(text, values)).rows[0]?.id ?? 0
  emailId = await one(
    'insert into email_address (owner_id, address, verified_at) values ($1, $2, now()) returning id',
    [userId, address],
  )
  alertId = await one(
    `insert into alert (user_id, name, alert_type, criteria, rule_version) values ($1, 'My name', 'NAME', 'Thessaly Brandvold', 1) returning id`,
    [userId],
  )
  await pool.query('insert into alert_email (alert_id, email_id, position) values ($1, $2, 1)', [alertId, emailId])
  const feedId = await one(`insert into feed (name) values ('records') returning id`, [])
  eventId = await one(
    `insert into event (feed_id, document_id, content_hash, document_description, recorded_at, recorded_has_time, recorded_on, parties, parcels)
     values ($1, '2026-018842', '\\x00', 'Quit Claim Deed', '2026-11-19T16:42:00Z', true, '2026-11-19', $2, $3) returning id`,
    [feedId, JSON.stringify(parties), JSON.stringify(['17-03-123-045'])],
  )
  noticeId = await one(
    `insert into notice (kind, template, event_id, revision, user_id, owner_key, channel, recipient_id, target, state)
     values ('match', 'match', $1, 1, $2, $2, 'EMAIL', $3, $4, 'accepted') returning id`,
    [eventId, userId, emailId, address],
  )
  await pool.query(
    `insert into outgoing_event (user_id, event_id, revision, alert_id, alert_name, criteria, channel, recipient_id, target, match, notice_id)
     values ($1, $2, 1, $3, 'My name', 'Thessaly Brandvold', 'EMAIL', $4, $5, '{"field":"party","sentence":"Same name.","recordRaw":"BRANDVOLD THESSALY"}', $6)`,
    [userId, eventId, alertId, emailId, address, noticeId],
  )
})

const token = (purpose: 'notice' | 'unsubscribe') => signLink(server.deps.env.APP_SECRET, purpose, noticeId)
const answer = (text: string) =>
  browser.mutate<{ content: NoticeView }>('notices.answer', { token: token('notice'), answer: text })
/** Notifies of the same record by text, too; returns the message's id. */
async function text(revision = 1): Promise<number> {
  const { rows } = await server.deps.pool.query<{ id: number }>(
    `with told as (
       insert into notice (kind, template, event_id, revision, user_id, owner_key, channel, recipient_id, target, state, accepted_at)
       values ('match', 'match', $1, $2, $3, $3, 'PHONE', 7, '+13125550142', 'accepted', now()) returning *)
     insert into outgoing_event (user_id, event_id, revision, alert_id, alert_name, criteria, channel, recipient_id, target, match, notice_id)
     select user_id, event_id, revision, $2, 'My name', '', 'PHONE', 7, target, '{"field":"party","sentence":"Same name.","recordRaw":"BRANDVOLD THESSALY"}', id from told returning notice_id as id`,
    [eventId, revision, userId],
  )
  return rows[0]?.id ?? 0
}
const linkOf = (id: number) => ({ token: signLink(server.deps.env.APP_SECRET, 'notice', id) })
const say = (id: number, said: string) => browser.mutate('notices.answer', { ...linkOf(id), answer: said })

const muted = async () => (await server.deps.db.selectFrom('record_mute').selectAll().execute()).length
const listSuppressed = () =>
  server.deps.db
    .selectFrom('suppression')
    .select(['target', 'owner_id', 'reason'])
    .where('lifted_at', 'is', null)
    .execute()
const oneClick = (url: string) =>
  server.app.inject({
    method: 'POST',
    url,
    payload: 'List-Unsubscribe=One-Click',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })

test('the page of a notice shows what the message said, without a login and changing nothing', async () => {
  const { data } = await browser.query<{ content: NoticeView }>('notices.show', { token: token('notice') })
  expect(data.content).toEqual({
    channel: 'EMAIL',
    target: address,
    documentIdentifier: '2026-018842',
    documentDescription: 'Quit Claim Deed',
    explanation: expect.objectContaining({ key: 'quitClaimDeed' }) as object,
    recordedTimestampFormatted: '11/19/2026 10:42 AM',
    documentUrl: '',
    restricted: false,
    parties: {
      first: [from('BRANDVOLD THESSALY'), to('GREYMOOR HOLDINGS LLC')],
      more: 0,
    },
    parcels: { first: ['17-03-123-045'], more: 0 },
    properties: [makeProperty('17-03-123-045')],
    moreProperties: 0,
    commonLegalDescription: '',
    parcelQuestion: null,
    alerts: [
      {
        id: alertId,
        name: 'My name',
        criteria: 'Thessaly Brandvold',
        alertType: 'NAME',
        sentence: 'Same name.',
        grade: 'CERTAIN',
        recordRaw: 'BRANDVOLD THESSALY',
        marks: [],
        field: 'party',
        under: null,
        stopped: false,
      },
    ],
    answer: null,
    answeredElsewhere: false,
    answerOfOthers: null,
    unsubscribed: false,
    narrowing: { needsLogin: false, readerId: null, alerts: [] },
  })
  expect(await listSuppressed()).toEqual([])
})

test('the page of a record with many names shows as many as the email, and no others', async () => {
  const many = Array.from({ length: 300 }, (_, n) => ({ role: 'grantor', name: `PARTY ${n}` }))
  await server.deps.pool.query('update event set parties = $1', [JSON.stringify(many)])
  const { data } = await browser.query<{ content: NoticeView }>('notices.show', { token: token('notice') })
  expect(data.content.parties).toMatchObject({ more: 289 })
  expect(JSON.stringify(data)).toContain('PARTY 10')
  expect(JSON.stringify(data)).not.toContain('PARTY 11')
  expect(data.content.alerts[0]?.under).toBeNull()
  await server.deps.pool.query(
    `update outgoing_event set match = match::jsonb || '{"fieldIndex":200,"role":"grantor","recordRaw":"PARTY 200"}'`,
  )
  const { data: far } = await browser.query<{ content: NoticeView }>('notices.show', { token: token('notice') })
  expect(far.content.alerts[0]?.under).toEqual({ role: 'from', ownRole: '' })
  // A revision of the record: another name is in that place, and the record no longer has the one that matched.
  await server.deps.pool.query('update event set revision = revision + 1, parties = $1', [
    JSON.stringify(many.with(200, { role: 'grantee', name: 'PARTY X' })),
  ])
  const { data: revised } = await browser.query<{ content: NoticeView }>('notices.show', { token: token('notice') })
  expect(revised.content.alerts[0]?.under).toBeNull()
})

/** An alert of the owner's for the record's parcel, with a message of its own. */
async function parcelAlert(): Promise<void> {
  const id = await text()
  await server.deps.pool.query(
    `update outgoing_event set alert_id = 99, alert_name = 'Home parcel', match = '{"field":"parcel","sentence":"The same.","recordRaw":"17-03-123-045"}'
     where notice_id = $1`,
    [id],
  )
}

test('if a parcel of theirs matched, not-me mutes only once they say that it is not theirs', async () => {
  await parcelAlert()
  await server.deps.pool.query(`update event set legal_description = E'Lot 4,\u202E Block 2' where id = $1`, [eventId])
  // By the message of the name alert, which does not name the parcel alert.
  const { data } = await browser.query<{ content: NoticeView }>('notices.show', { token: token('notice') })
  expect(data.content.parcelQuestion).toEqual({
    parcels: { first: ['17-03-123-045'], more: 0 },
    legalDescription: 'Lot 4, Block 2',
  })
  const refused = await answer('not-me')
  expect(refused.status).toBe(400)
  expect(refused.error?.message).toContain('Please tell us first whether it is yours.')
  expect(await muted()).toBe(0)
  expect((await server.deps.pool.query('select 1 from notice_answer')).rowCount).toBe(0)

  expect((await answer('wrong')).data.content.answer).toBe('wrong')
  expect(await muted()).toBe(0)
  const said = await browser.mutate<{ content: NoticeView }>('notices.answer', {
    token: token('notice'),
    answer: 'not-me',
    notMyParcel: true,
  })
  expect(said.data.content.answer).toBe('not-me')
  expect(await muted()).toBe(1)
})

test("another owner's parcel alert asks nothing, nor does a name", async () => {
  const shown = async () =>
    (await browser.query<{ content: NoticeView }>('notices.show', { token: token('notice') })).data.content
  expect((await shown()).parcelQuestion).toBeNull()
  await parcelAlert()
  const other = await makeUser(server.deps.db)
  await server.deps.pool.query(`update outgoing_event set user_id = $1 where alert_id = 99`, [other.id])
  expect((await shown()).parcelQuestion).toBeNull()
  expect((await answer('not-me')).data.content.answer).toBe('not-me')
})

test('the last answer counts; not-me mutes the record, another answer or taking it back unmutes it', async () => {
  expect((await answer('not-me')).data.content.answer).toBe('not-me')
  expect(await muted()).toBe(1)
  expect((await answer('wrong')).data.content.answer).toBe('wrong')
  expect(await muted()).toBe(0)
  await answer('not-me')
  const { data } = await browser.mutate<{ content: NoticeView }>('notices.undoAnswer', { token: token('notice') })
  expect(data.content.answer).toBeNull()
  expect(await muted()).toBe(0)
})

test('another answer is news to staff who had resolved the one before; the same again is not', async () => {
  const { pool } = server.deps
  const staff = await makeUser(server.deps.db, { role: 'COUNTY' })
  const dealtWith = async () =>
    (await pool.query('select resolved_at is not null as seen, resolved_by as by from notice_answer')).rows[0] as object
  await answer('wrong')
  await pool.query('update notice_answer set resolved_at = now(), resolved_by = $1', [staff.id])
  await answer('wrong')
  expect(await dealtWith()).toEqual({ seen: true, by: staff.id })
  await answer('expected')
  expect(await dealtWith()).toEqual({ seen: false, by: null })
  await answer('wrong')
  expect(await dealtWith()).toEqual({ seen: false, by: null })
})

test.each([
  ['cut short', (good: string) => good.slice(0, -2)],
  ['of another purpose', () => token('unsubscribe')],
  ['made up', () => `1-${'A'.repeat(22)}`],
])('a link %s records no answer', async (_what, change) => {
  const reply = await browser.mutate('notices.answer', { token: change(token('notice')), answer: 'not-me' })
  expect(reply.error?.message).toContain('This link is incomplete')
  expect(await muted()).toBe(0)
})

test('only the user to whom a message was sent gets its token, and only once it was sent', async () => {
  const { pool } = server.deps
  const another = await makeUser(server.deps.db)
  const notFound = { code: 'missing' }
  await expect(signOwnNoticeLink(server.deps, { id: userId }, noticeId)).rejects.toMatchObject(notFound)
  await pool.query('update notice set accepted_at = now()')
  expect(await signOwnNoticeLink(server.deps, { id: userId }, noticeId)).toBe(token('notice'))
  await expect(signOwnNoticeLink(server.deps, another, noticeId)).rejects.toMatchObject(notFound)
  await expect(signOwnNoticeLink(server.deps, { id: userId }, noticeId + 1)).rejects.toMatchObject(notFound)
})

test('the history keeps an answer and links to its page; staff and the audit log know whose it is', async () => {
  const { db, pool } = server.deps
  const history = async () =>
    (await listHistory({ db, pool }, { userId }, { timeZone: 'America/Chicago', limit: 10 }))[0]
  expect(await history()).toMatchObject({ answer: null, noticePath: '' })
  await pool.query('update notice set accepted_at = now()')
  expect(await history()).toMatchObject({ answer: null, noticePath: `/home/notice/${noticeId}` })
  await answer('wrong')
  expect(await history()).toMatchObject({ answer: 'wrong', answerTo: '' })
  expect(await listMessages(db, userId, { limit: 10, offset: 0 })).toMatchObject([{ id: noticeId, answer: 'wrong' }])
  const { rows } = await pool.query(
    `select subject_user_id as id from audit_log where type = 'NOTICE' order by id desc limit 1`,
  )
  expect(rows).toEqual([{ id: userId }])
})

/** The answer at every place that shows one: pages, rows and records of the history, home and staff's messages. */
async function shownEverywhere(ids: readonly number[]): Promise<string[]> {
  const { db, pool } = server.deps
  const loggedIn = await logIn(server.app, owner)
  const pages = await Promise.all(ids.map((id) => loggedIn.query<{ content: NoticeView }>('notices.show', linkOf(id))))
  const scope = { timeZone: 'America/Chicago', limit: 10 }
  const rows = await listHistory({ db, pool }, { userId }, scope)
  const { records } = await readRecordPage({ db, pool }, { userId }, scope)
  const messages = await listMessages(db, userId, { limit: 10, offset: 0 })
  const waiting = (await listUnanswered(db, userId, 3)).total > 0
  return [
    ...pages.map(({ data }) => data.content.answer ?? 'asks'),
    ...rows.toSorted((a, b) => a.id - b.id).map((row) => row.answer ?? 'asks'),
    ...records.map((row) => (row.isUnanswered ? 'asks' : String(row.answer))),
    ...messages.toSorted((a, b) => a.id - b.id).map((row) => row.answer ?? 'asks'),
    waiting ? 'home asks' : 'home is done',
  ]
}

test.each([
  { said: 'revised not-me, first expected', counts: 'expected', mutes: 0 },
  { said: 'first expected, revised wrong', counts: 'wrong', mutes: 0 },
  { said: 'first wrong, revised expected, first not-me', counts: 'not-me', mutes: 1 },
])('after $said the newest answer ($counts) counts for every revision', async ({ said, counts, mutes }) => {
  const revised = await text(2)
  for (const step of said.split(', ')) {
    const [which, given] = step.split(' ')
    await say(which === 'first' ? noticeId : revised, given ?? '')
  }
  expect(await shownEverywhere([noticeId, revised])).toEqual([...Array<string>(7).fill(counts), 'home is done'])
  expect(await muted()).toBe(mutes)
})

test('a message of a later revision asks again, also about what was answered before it was sent', async () => {
  const asksAgain = ['expected', 'asks', 'expected', 'asks', 'asks', 'expected', 'asks', 'home asks']
  await answer('expected')
  const revised = await text(2)
  expect(await shownEverywhere([noticeId, revised])).toEqual(asksAgain)
  await server.deps.pool.query(`update notice set accepted_at = null, state = 'waiting' where id = $1`, [revised])
  await answer('expected')
  expect((await shownEverywhere([noticeId, revised])).at(-1)).toBe('home is done')
  await server.deps.pool.query(`update notice set accepted_at = now(), state = 'accepted' where id = $1`, [revised])
  expect(await shownEverywhere([noticeId, revised])).toEqual(asksAgain)
  // A message of that revision that was answered does not ask again, whenever another of its messages is sent.
  await say(revised, 'wrong')
  await server.deps.pool.query(`update notice set accepted_at = now() where id = $1`, [revised])
  expect(await shownEverywhere([noticeId, revised])).toEqual([...Array<string>(7).fill('wrong'), 'home is done'])
})

test('the rows of other messages say to which message the newest answer was given', async () => {
  const { db, pool } = server.deps
  const shown = async () => {
    const scope = { timeZone: 'America/Chicago', limit: 10 }
    const rows = await listHistory({ db, pool }, { userId }, scope)
    return rows.toSorted((a, b) => a.id - b.id).map(({ answer: said, answerTo }) => `${said} ${answerTo}`.trim())
  }
  const first = await text()
  await say(first, 'wrong')
  expect(await shown()).toEqual(['wrong (312) 555-0142', 'wrong'])
  await answer('expected')
  expect(await shown()).toEqual(['expected', `expected ${address}`])
})

test('every message of the record shows the answer that counts; only its owner takes it back from another message', async () => {
  const { db, pool } = server.deps
  const shown = async (id: number, by = browser) => {
    const {
      answer: said,
      answeredElsewhere,
      answerOfOthers,
    } = (await by.query<{ content: NoticeView }>('notices.show', linkOf(id))).data.content
    if (answerOfOthers) return `${answerOfOthers} of others`
    return answeredElsewhere ? `${said} elsewhere` : said
  }
  const undo = (id: number, by = browser) => by.mutate('notices.undoAnswer', linkOf(id))
  const loggedIn = await logIn(server.app, owner)
  const neighbor = await logIn(server.app, await makeUser(db))
  const own = (columns: string) => pool.query(`update "user" set ${columns} where id = $1`, [userId])
  const [other, revised] = [await text(), await text(2)]
  await say(other, 'not-me')

  // The email went to another recipient of the alert.
  for (const by of [browser, neighbor]) {
    expect(await shown(noticeId, by)).toBe('not-me of others')
    await undo(noticeId, by)
  }
  const page = (await browser.query('notices.show', linkOf(noticeId))).data
  expect(JSON.stringify(page)).not.toContain('555-0142')
  expect(await shown(other)).toBe('not-me')
  expect(await shown(noticeId, loggedIn)).toBe('not-me elsewhere')
  // An older answer of their own gives way too, and comes back once the newer one is gone.
  await answer('wrong')
  await say(other, 'expected')
  expect(await shown(noticeId)).toBe('expected of others')
  await undo(noticeId)
  await undo(other)
  expect(await shown(noticeId)).toBe('wrong')
  await undo(noticeId)
  await say(other, 'not-me')

  await own(`email = 'Thessaly@example.org'`)
  expect([await shown(noticeId), await shown(revised)]).toEqual(['not-me elsewhere', 'not-me of others'])
  expect(await muted()).toBe(1)
  await undo(noticeId)
  expect([await shown(noticeId), await shown(other), await muted()]).toEqual([null, null, 0])
  const { rows } = await pool.query(
    `select new_value ->> 'target' as target from audit_personal order by audit_id desc limit 1`,
  )
  expect(rows).toEqual([{ target: '+13125550142' }])

  await answer('expected')
  expect(await shown(other)).toBe('expected of others')
  await own(`phone = '(312) 555-0142'`)
  expect(await shown(other)).toBe('expected elsewhere')
  await say(other, 'wrong')
  expect([await shown(noticeId), await shown(other)]).toEqual(['wrong elsewhere', 'wrong'])
  await undo(other)
  expect([await shown(noticeId), await shown(other)]).toEqual(['expected', 'expected elsewhere'])
})

/** The owner answers by the email's link, by the text's, or at home, in that order. */
const orders = [
  ['email', 'text', 'home'],
  ['email', 'home', 'text'],
  ['text', 'email', 'home'],
  ['text', 'home', 'email'],
  ['home', 'email', 'text'],
  ['home', 'text', 'email'],
] as const
test.each(
  orders.map((order, n) => ({
    order,
    ways: order.join(', '),
    last: (['expected', 'not-me', 'wrong'] as const)[n % 3] ?? 'wrong',
  })),
)('after answers by $ways, the last one ($last) counts on every page', async ({ order, last }) => {
  const { db, pool } = server.deps
  const textId = await text()
  await pool.query(`update notice set accepted_at = now()`)
  await pool.query(`update "user" set email = $1, phone = '(312) 555-0142' where id = $2`, [address, userId])
  const loggedIn = await logIn(server.app, owner)
  const answers = [last === 'expected' ? 'not-me' : 'expected', last === 'wrong' ? 'not-me' : 'wrong', last]
  const answerBy = {
    email: (said: string) => browser.mutate('notices.answer', { ...linkOf(noticeId), answer: said }),
    text: (said: string) => browser.mutate('notices.answer', { ...linkOf(textId), answer: said }),
    // Home answers by the message to the account's own email.
    home: (said: string) => loggedIn.mutate('notices.answer', { ...linkOf(noticeId), answer: said }),
  }
  for (const [n, way] of order.entries()) expect((await answerBy[way](answers[n] ?? '')).status).toBe(200)

  const shows = async (by: Browser, id: number) =>
    (await by.query<{ content: NoticeView }>('notices.show', linkOf(id))).data.content.answer
  expect([await shows(browser, noticeId), await shows(browser, textId), await shows(loggedIn, textId)]).toEqual([
    last,
    last,
    last,
  ])
  const history = await loggedIn.query<{
    content: { alertHistory: { outgoingEvents: { answer: string }[]; records: { answer: string }[] } }
  }>('home.all')
  const { outgoingEvents, records } = history.data.content.alertHistory
  expect([...outgoingEvents, ...records].map((row) => row.answer)).toEqual([last, last, last])
  const messages = await listMessages(db, userId, { limit: 9, offset: 0 })
  expect(messages.map((message) => message.answer)).toEqual([last, last])
  // What the page folds: the answer to the other message, which no longer counts.
  expect(messages.flatMap((message) => message.earlierAnswer ?? [])).toHaveLength(1)
  expect(await muted()).toBe(last === 'not-me' ? 1 : 0)
  // An open report stays for staff to resolve, and says what was answered since.
  const reports = await listReportRows(db, { asRole: 'COUNTY', limit: 9, offset: 0, shown: 'open' })
  // Email and home answer the same message, so one of them replaces the other's.
  expect(reports.rows.length > 0).toBe(last === 'wrong' || order.indexOf('text') > 0)
  for (const { newest } of reports.rows) expect(newest?.answer).toBe(last)
})

test('several reports of one record by one owner are one report for staff, with the earlier answers below it', async () => {
  const { db } = server.deps
  const [asRole, staff] = ['COUNTY' as const, await makeUser(db, { role: 'COUNTY' })]
  const list = async (shown: 'open' | 'dealtWith') =>
    (await listReportRows(db, { asRole, limit: 9, offset: 0, shown })).rows.map((row) => ({
      id: row.noticeId,
      earlier: row.earlier.map((given) => `${given.answer} ${given.target}`),
    }))
  const first = await text()
  await say(first, 'wrong')
  await answer('wrong')
  const report = { id: noticeId, earlier: ['wrong +13125550142'] }
  expect([await list('open'), await countOpenReports(db, asRole)]).toEqual([[report], 1])
  const by: StaffActor = { id: staff.id, username: staff.username, role: asRole, address: '' }
  await resolveReport({ db }, by, { noticeId, dealtWith: true })
  expect([await list('open'), await list('dealtWith')]).toEqual([[], [report]])
  // Reported again, it is open, and the report that staff resolved stays resolved.
  await say(first, 'expected')
  await say(first, 'wrong')
  expect((await list('open')).map(({ id }) => id)).toEqual([first])
  expect((await list('dealtWith')).map(({ id }) => id)).toEqual([noticeId])
})

describe("an email about a report, 'This looks wrong'", () => {
  const contact = 'recorder@county.example'
  let staff: TestUser
  let unverified: TestUser
  beforeEach(async () => {
    const { db, pool } = server.deps
    staff = await makeUser(db, { role: 'COUNTY' })
    unverified = await makeUser(db, { role: 'COUNTY' })
    const former = await makeUser(db, { role: 'USER' })
    await pool.query('update "user" set email_verified_at = now() where id = $1', [staff.id])
    await pool.query('update "user" set email_verified_at = null where id = $1', [unverified.id])
    await pool.query('delete from report_mail; delete from setting')
    await writeSetting(db, 'common', { ...settingsGroups.common.initial, contactEmail: contact }, null)
    const chosen = [staff.id, unverified.id, former.id]
    await writeSetting(db, 'reports', { ...settingsGroups.reports.initial, staff: chosen }, null)
  })
  const mails = async (template = 'record-reported') =>
    (
      await server.deps.pool.query<{ target: string; data: Record<string, unknown> }>(
        `select target, data from notice join delivery on notice_id = id where template = $1 order by id`,
        [template],
      )
    ).rows
  const number = '2026-018842'

  test('is queued to the contact and chosen staff in the commit of the answer, with the number and no resident', async () => {
    await answer('wrong')
    expect(await mails()).toEqual([
      { target: contact, data: { document: number, reportId: noticeId, contact: true } },
      { target: staff.email, data: { document: number, reportId: noticeId, contact: false } },
      // That mailbox was never verified, so its email names no record.
      { target: unverified.email, data: { document: '', reportId: noticeId, contact: false } },
    ])
  })

  test('is sent once, however often and by whichever message it is pressed, until staff resolve it', async () => {
    const other = await text()
    for (let n = 0; n < 3; n++) {
      await answer('wrong')
      await browser.mutate('notices.undoAnswer', { token: token('notice') })
    }
    await answer('expected')
    await answer('wrong')
    await say(other, 'wrong')
    expect(await mails()).toHaveLength(3)
    const desk = await logIn(server.app, staff)
    for (const id of [noticeId, other]) await desk.mutate('support.dealWithAnswer', { noticeId: id, dealtWith: true })
    // The same press again reports nothing new; another answer and then this one does.
    await answer('wrong')
    expect(await mails()).toHaveLength(3)
    await answer('expected')
    await answer('wrong')
    expect(await mails()).toHaveLength(6)
  })

  test('counts the waiting reports in one later email past a number in an hour', async () => {
    const { db, pool } = server.deps
    await pool.query(
      `insert into report_mail (owner_key, event_id, notice_id, mailed_at) select $1, n, n, now() from generate_series(1, 5) n`,
      [userId],
    )
    await answer('wrong')
    expect(await mails()).toEqual([])
    const settings = await readSettings(db)
    const later = () => inTransaction(db, (tx) => mailWaitingReports(tx, settings))
    expect(await later()).toBe(false)
    await pool.query(`update report_mail set reported_at = now() - interval '61 minutes' where mailed_at is null`)
    expect([await later(), await later()]).toEqual([true, false])
    expect(await mails('records-reported')).toEqual([
      { target: contact, data: { count: 1, contact: true } },
      { target: staff.email, data: { count: 1, contact: false } },
      { target: unverified.email, data: { count: 1, contact: false } },
    ])
  })

  test('waits until the county names a recipient', async () => {
    const { db, pool } = server.deps
    await pool.query('delete from setting')
    await answer('wrong')
    await pool.query(`update report_mail set reported_at = now() - interval '3 days'`)
    expect(await inTransaction(db, async (tx) => mailWaitingReports(tx, await readSettings(db)))).toBe(false)
    await writeSetting(db, 'common', { ...settingsGroups.common.initial, contactEmail: contact }, null)
    const settings = await readSettings(db)
    expect(await inTransaction(db, (tx) => mailWaitingReports(tx, settings))).toBe(true)
  })
})

test('one click of a mail program unsubscribes this address from every alert of this owner, once', async () => {
  const url = `/unsubscribe/${token('unsubscribe')}`
  expect((await oneClick(url)).statusCode).toBe(200)
  expect((await oneClick(url)).statusCode).toBe(200)
  expect(await listSuppressed()).toEqual([{ target: address, owner_id: userId, reason: 'unsubscribe' }])
  // Audited on the owner, so that their report says why notices ended.
  const told = server.deps.db.selectFrom('audit_log').where('type', '=', 'SUPPRESSION').select('subject_user_id')
  expect(await told.where('subject_user_id', '=', userId).execute()).toHaveLength(1)
})

const call = async (procedure: string, scope: string) =>
  (await browser.mutate<{ content: NoticeView }>(procedure, { token: token('unsubscribe'), scope })).data.content

test('the page unsubscribes from all alerts or this one only, and undoes both', async () => {
  expect((await call('notices.unsubscribe', 'alert')).alerts[0]?.stopped).toBe(true)
  expect(await listSuppressed()).toEqual([])
  expect((await call('notices.resubscribe', 'alert')).alerts[0]?.stopped).toBe(false)
  expect((await call('notices.unsubscribe', 'all')).unsubscribed).toBe(true)
  expect((await call('notices.resubscribe', 'all')).unsubscribed).toBe(false)
  expect(await listSuppressed()).toEqual([])
})

describe('after a revision that restricts the record', () => {
  const restrict = () => server.deps.pool.query('update event set restricted = true where id = $1', [eventId])
  const show = async () =>
    (await browser.query<{ content: NoticeView }>('notices.show', { token: token('notice') })).data.content
  const nothing = {
    documentDescription: '',
    documentUrl: '',
    parties: { first: [], more: 0 },
    parcels: { first: [], more: 0 },
  }

  test('the page of a message about a name shows number and day, and neither alert nor offer', async () => {
    await restrict()
    expect(await show()).toMatchObject({
      ...nothing,
      restricted: true,
      documentIdentifier: '2026-018842',
      recordedTimestampFormatted: '11/19/2026',
      alerts: [],
      properties: [],
      parcelQuestion: null,
    })
    const { data } = await answer('not-me')
    expect(data.content).toMatchObject({ answer: 'not-me', narrowing: { needsLogin: false, alerts: [] } })
    expect(JSON.stringify(data)).not.toContain('BRANDVOLD')
  })

  test('the page of a message about a parcel asks about the alert’s own', async () => {
    const match = {
      field: 'parcel',
      sentence: 'The same parcel.',
      recordRaw: '0017-03-123-045',
      alertRaw: '17-03-123-045',
    }
    await server.deps.pool.query(`update outgoing_event set criteria = '17-03-123-045', match = $1`, [
      JSON.stringify(match),
    ])
    await restrict()
    const shown = await show()
    expect(shown).toMatchObject({
      ...nothing,
      alerts: [{ name: 'My name', criteria: '17-03-123-045', recordRaw: '', sentence: '', marks: [] }],
      parcelQuestion: { parcels: { first: ['17-03-123-045'], more: 0 }, legalDescription: '' },
    })
    expect((await answer('not-me')).status).toBe(400)
    expect(JSON.stringify(shown)).not.toContain('0017')
  })
})
