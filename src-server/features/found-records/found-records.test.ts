import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { FoundRecordCount, FoundRecord } from '#shared/contract/found-record.ts'
import type { Party } from '#shared/contract/party.ts'
import type { WhyNot } from '#shared/contract/why-not.ts'
import { ownNoticePath } from '#shared/node/domain/notices/links.ts'
import { writeSetting } from '#shared/node/domain/settings/settings-store.queries.ts'
import { settingsGroups } from '#shared/settings/groups.ts'
import { makeUser, type TestUser } from '#tests/helpers/factories.ts'
import { type Browser, logIn, startTestServer, type TestServer } from '#tests/helpers/server.ts'
import type { SuspiciousReport } from '../support/suspicious-reports.ts'

let server: TestServer
let staff: Browser
let owner: TestUser
let browser: Browser
let feedId: number
beforeAll(async () => {
  server = await startTestServer()
  staff = await logIn(server.app, await makeUser(server.deps.db, { role: 'TRIMIN' }))
  feedId = await insert(`insert into feed (name) values ('recorder') returning id`, [])
  await writeSetting(
    server.deps.db,
    'common',
    { ...settingsGroups.common.initial, contactEmail: 'recorder@example.org' },
    null,
  )
})
beforeEach(async () => {
  for (const table of ['notice_answer', 'found_record', 'report_mail', 'event', 'throttle'])
    await server.deps.pool.query(`delete from ${table}`)
  await server.deps.pool.query(`delete from notice where template = 'record-reported'`)
  owner = await makeUser(server.deps.db)
  browser = await logIn(server.app, owner)
})
afterAll(() => server.stop())

const insert = async (text: string, values: unknown[]) =>
  (await server.deps.pool.query<{ id: number }>(text, values)).rows[0]?.id ?? 0

const makeAlert = (firstName: string, lastName: string, changes = '') =>
  insert(
    `insert into alert (user_id, name, alert_type, first_name, last_name, criteria, rule_version, created_at)
     values ($1, 'My name', 'NAME', $2, $3, $2 || ' ' || $3, 1, now() - interval '1 year') returning id`,
    [owner.id, firstName, lastName],
  ).then(async (id) => {
    if (changes !== '') await server.deps.pool.query(`update alert set ${changes} where id = $1`, [id])
    return id
  })

type Stored = { number?: string; restricted?: boolean; parcels?: string[]; mangled?: object[] | null }
const makeRecord = (
  parties: Party[],
  { number = '2026-000777', restricted = false, parcels = [], mangled = null }: Stored = {},
) =>
  insert(
    `insert into event (feed_id, document_id, content_hash, document_description, recorded_at, recorded_has_time,
       recorded_on, parties, parcels, restricted, mangled_parcels)
     values ($1, $2, '\\x00', 'Quit Claim Deed', '2026-11-19', false, '2026-11-19', $3, $4, $5, $6) returning id`,
    [feedId, number, JSON.stringify(parties), JSON.stringify(parcels), restricted, mangled && JSON.stringify(mangled)],
  )

const find = async (alertId: number, text: string, by = browser) =>
  (await by.query<{ content: FoundRecord[] }>('userView.findRecords', { alertId, text })).data.content
const report = (alertId: number, eventId: number, by = browser) =>
  by.mutate<{ message: string }>('userView.reportFoundRecord', { alertId, eventId })
const listReports = async () =>
  (
    await staff.query<{ content: { answers: SuspiciousReport[]; total: number } }>('support.looksWrong', {
      page: 1,
      shown: 'open',
    })
  ).data.content
const reasons = async () =>
  (await server.deps.pool.query<{ reason: WhyNot }>('select reason from found_record')).rows.map(({ reason }) => reason)

const marsh: Party[] = [
  { role: 'grantor', name: 'MARSH, WALTER' },
  { role: 'grantee', name: 'OKAFOR, ADA' },
]

describe('a search for a record that a resident found', () => {
  it('finds it by its number, with its parties as a public record shows them', async () => {
    const alertId = await makeAlert('Helen', 'Marsh')
    const eventId = await makeRecord(marsh, { number: 'ab-77' })
    const found: FoundRecord = {
      eventId,
      documentIdentifier: 'ab-77',
      documentDescription: 'Quit Claim Deed',
      recordedTimestampFormatted: '11/19/2026',
      parties: [
        { role: 'from', ownRole: '', name: 'MARSH, WALTER' },
        { role: 'to', ownRole: '', name: 'OKAFOR, ADA' },
      ],
      moreParties: 0,
      known: null,
    }
    expect(await find(alertId, ' ab-77 ')).toEqual([found])
    expect(await find(alertId, 'ab-7')).toEqual([])
    expect(await find(alertId, 'ab')).toEqual([])
  })

  it('does not reveal a restricted record: neither the search nor a report differs from one for none', async () => {
    const alertId = await makeAlert('Helen', 'Marsh')
    const restricted = await makeRecord(marsh, { restricted: true })
    expect(await find(alertId, '2026-000777')).toEqual([])
    const [there, none] = [await report(alertId, restricted), await report(alertId, restricted + 1000)]
    expect(there.status).toBe(404)
    expect(there.data).toEqual(none.data)
    expect(await reasons()).toEqual([])
  })

  it('knows only the caller’s own alerts', async () => {
    const alertId = await makeAlert('Helen', 'Marsh')
    const eventId = await makeRecord(marsh)
    const other = await logIn(server.app, await makeUser(server.deps.db))
    expect((await other.query('userView.findRecords', { alertId, text: '2026-000777' })).status).toBe(404)
    expect((await report(alertId, eventId, other)).status).toBe(404)
  })

  it('is limited, and refuses unknown fields', async () => {
    const alertId = await makeAlert('Helen', 'Marsh')
    const { status } = await browser.query('userView.findRecords', { alertId, text: '2026', all: true })
    expect(status).toBe(400)
    for (let n = 0; n < 30; n += 1) await find(alertId, '2026-1')
    expect((await browser.query('userView.findRecords', { alertId, text: '2026-1' })).status).toBe(429)
  })

  it('says what we know of the record already', async () => {
    const alertId = await makeAlert('Walter', 'Marsh')
    const eventId = await makeRecord(marsh)
    const known = async () => (await find(alertId, '2026-000777'))[0]?.known
    await server.deps.pool.query(
      `insert into outgoing_event (user_id, event_id, revision, alert_id, alert_name, criteria, channel, recipient_id, target, match, skip_reason)
       values ($1, $2, 1, $3, 'My name', '', 'EMAIL', 9, '', '{}', 'The alert was paused.')`,
      [owner.id, eventId, alertId],
    )
    expect(await known()).toEqual({ kind: 'skipped', reason: 'The alert was paused.' })
    const noticeId = await insert(
      `insert into notice (kind, template, event_id, revision, user_id, owner_key, channel, target, state, reason)
       values ('match', 'match', $1, 1, $2, $2, 'EMAIL', 'marsh@example.org', 'failed', 'No such mailbox.') returning id`,
      [eventId, owner.id],
    )
    await server.deps.pool.query(`update outgoing_event set notice_id = $1, skip_reason = ''`, [noticeId])
    expect(await known()).toEqual({ kind: 'skipped', reason: 'No such mailbox.' })
    await server.deps.pool.query(`update notice set state = 'delivered', reason = '' where id = $1`, [noticeId])
    expect(await known()).toEqual({ kind: 'notified', noticePath: ownNoticePath(noticeId) })
    await report(alertId, eventId)
    expect(await reasons()).toEqual(['notified'])
    expect(await known()).toEqual({ kind: 'reported', canTakeBack: true })
    await server.deps.pool.query('delete from outgoing_event')
  })
})

describe('a report of a record that a resident found', () => {
  it.each<[reason: WhyNot, first: string, last: string, changes: string, parties?: Party[]]>([
    ['firstNames', 'Helen', 'Marsh', ''],
    ['middleNames', 'Walter Roy', 'Marsh', '', [{ name: 'MARSH, WALTER QUINN' }]],
    ['lastName', 'Walter', 'Brandvold', ''],
    ['nicknamesOff', 'Walter', 'Marsh', '', [{ name: 'MARSH, WALT' }]],
    ['paused', 'Walter', 'Marsh', `paused_until = '2090-01-01'`],
    ['inactive', 'Walter', 'Marsh', `status = 'I'`],
    ['createdAfter', 'Walter', 'Marsh', `created_at = now() + interval '1 minute'`],
    ['matchesNow', 'Walter', 'Marsh', ''],
  ])('is kept with the reason: %s', async (reason, first, last, changes, parties = marsh) => {
    const alertId = await makeAlert(first, last, changes)
    const { status } = await report(alertId, await makeRecord(parties))
    expect(status).toBe(200)
    expect(await reasons()).toEqual([reason])
  })

  it('says that a parcel could not be read, that the record was restricted, or that it is listed', async () => {
    const alertId = await makeAlert('', '', `alert_type = 'PARCEL_ID', parcel_id = '17-03-123'`)
    await report(alertId, await makeRecord(marsh, { number: '1', mangled: [{ value: '1.1E+9', reason: 'Broken.' }] }))
    await report(alertId, await makeRecord(marsh, { number: '2', parcels: ['17-03-124'] }))
    const withheld = await makeRecord(marsh, { number: '3' })
    await server.deps.pool.query('insert into withheld_match (event_id, alert_id, user_id) values ($1, $2, $3)', [
      withheld,
      alertId,
      owner.id,
    ])
    await report(alertId, withheld)
    const possible = await makeRecord(marsh, { number: '4' })
    await server.deps.pool.query(
      `insert into possible_match (event_id, alert_id, revision, user_id, criteria, match) values ($1, $2, 1, $3, '', '{}')`,
      [possible, alertId, owner.id],
    )
    await report(alertId, possible)
    expect(await reasons()).toEqual(['unreadParcel', 'parcel', 'restricted', 'listedAsPossible'])
  })

  it('is among the reports of staff, who are emailed, resolve it, and count it by reason', async () => {
    const alertId = await makeAlert('Helen', 'Marsh')
    const eventId = await makeRecord(marsh)
    const { data } = await report(alertId, eventId)
    expect(data.message).toMatch(/^Thank you\./)
    const { answers, total } = await listReports()
    expect(total).toBe(1)
    expect(answers[0]).toMatchObject({
      owner: { id: owner.id, username: owner.username },
      target: owner.email,
      record: { documentId: '2026-000777', parties: { first: [{ name: 'MARSH, WALTER' }, { name: 'OKAFOR, ADA' }] } },
      alerts: [],
      found: { reason: 'firstNames', alertName: 'My name', criteria: 'Helen Marsh' },
      later: null,
    })
    const mails = await server.deps.pool.query(`select target, data from notice where template = 'record-reported'`)
    expect(mails.rows).toEqual([
      { target: 'recorder@example.org', data: expect.objectContaining({ document: '2026-000777', found: true }) },
    ])
    const audit = await server.deps.pool.query(
      `select p.description from audit_log a join audit_personal p on p.audit_id = a.id
       where a.subject_user_id = $1 and a.type = 'NOTICE'`,
      [owner.id],
    )
    expect(audit.rows).toEqual([{ description: 'Reported a record that they found themselves.' }])
    await staff.mutate('support.dealWithAnswer', { noticeId: answers[0]?.noticeId, dealtWith: true })
    expect(await listReports()).toMatchObject({ total: 0 })
    const counted = await staff.query<{ content: FoundRecordCount[] }>('monitoring.foundRecords')
    expect(counted.data.content).toEqual([{ reason: 'firstNames', days30: 1, days365: 1 }])
  })

  it('is taken once for each alert, and ten times an hour', async () => {
    const alertId = await makeAlert('Helen', 'Marsh')
    const eventId = await makeRecord(marsh)
    await report(alertId, eventId)
    expect((await report(alertId, eventId)).status).toBe(400)
    expect((await report(await makeAlert('Ann', 'Marsh'), eventId)).status).toBe(200)
    for (let n = 0; n < 7; n += 1) await report(alertId, eventId)
    expect((await report(alertId, eventId)).status).toBe(429)
  })

  it('is taken back by its resident, until staff resolve it', async () => {
    const alertId = await makeAlert('Helen', 'Marsh')
    const eventId = await makeRecord(marsh)
    const takeBack = (by = browser) =>
      by.mutate<{ message: string }>('userView.takeBackFoundRecord', { alertId, eventId })
    await report(alertId, eventId)
    expect((await takeBack(await logIn(server.app, await makeUser(server.deps.db)))).status).toBe(404)
    expect((await takeBack()).data.message).toBe('We took back your report.')
    expect(await reasons()).toEqual([])
    expect(await listReports()).toMatchObject({ total: 0 })
    expect((await find(alertId, '2026-000777'))[0]?.known).toBeNull()
    expect((await takeBack()).status).toBe(404)

    // A second report of the same record waits for the email that counts reports.
    await report(alertId, eventId)
    const mails = await server.deps.pool.query(`select from notice where template = 'record-reported'`)
    expect(mails.rowCount).toBe(1)
    const [answer] = (await listReports()).answers
    await staff.mutate('support.dealWithAnswer', { noticeId: answer?.noticeId, dealtWith: true })
    expect(await takeBack()).toMatchObject({ status: 400, error: { message: expect.stringMatching(/already worked/) } })
    expect((await find(alertId, '2026-000777'))[0]?.known).toEqual({ kind: 'reported', canTakeBack: false })
  })

  it('goes with its owner', async () => {
    await report(await makeAlert('Helen', 'Marsh'), await makeRecord(marsh))
    await server.deps.db.deleteFrom('user').where('id', '=', owner.id).execute()
    expect(await reasons()).toEqual([])
  })

  it('shows no more of a record that was restricted since', async () => {
    const eventId = await makeRecord(marsh)
    await report(await makeAlert('Helen', 'Marsh'), eventId)
    await server.deps.pool.query('update event set restricted = true where id = $1', [eventId])
    const { answers } = await listReports()
    expect(answers[0]?.record).toMatchObject({ restricted: true, parties: { first: [], more: 0 } })
  })
})
