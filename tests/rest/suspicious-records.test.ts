import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { readFigures } from '#server/features/monitoring/figures.queries.ts'
import type { SuspiciousReport } from '#server/features/support/suspicious-reports.ts'
import type { RecordReportFilter } from '#shared/contract/suspicious-report.ts'
import { makeProperty } from '#tests/helpers/properties.ts'
import { makeUser, type TestUser } from '../helpers/factories.ts'
import { from, to } from '../helpers/parties.ts'
import { logIn } from '../helpers/server.ts'
import { setUpSupportDesk, type SupportDesk } from './support-desk.ts'

let desk: SupportDesk
let user: TestUser
beforeAll(async () => {
  desk = await setUpSupportDesk()
})
beforeEach(async () => {
  await desk.deps.db.deleteFrom('notice_answer').execute()
  user = await makeUser(desk.deps.db)
})
afterAll(() => desk.stop())

const insert = async (text: string, values: unknown[]) =>
  (await desk.deps.pool.query<{ id: number }>(text, values)).rows[0]?.id ?? 0

const parties = [
  { role: 'grantor', name: 'FERNHILL WILMA' },
  { role: 'grantee', name: 'OAKHURST PERLA' },
  { role: 'GRANTEE', name: 'OAKHURST JONAS' },
]

/** A notice that was answered 'This looks wrong'; without an owner if `userId` is null. */
async function insertAnswered(userId: number | null): Promise<number> {
  const owner = userId ?? -1
  const feedId = await insert('insert into feed (name) values ($1) returning id', [`answers of ${owner}`])
  const eventId = await insert(
    `insert into event (feed_id, document_id, content_hash, document_description, recorded_at, recorded_has_time,
       recorded_on, parties, parcels)
     values ($1, '2026-000777', '\\x00', 'Quit Claim Deed', '2026-11-19', false, '2026-11-19', $2, '["17-22-333"]')
     returning id`,
    [feedId, JSON.stringify(parties)],
  )
  const noticeId = await insert(
    `insert into notice (kind, template, event_id, revision, user_id, owner_key, channel, target, state, accepted_at)
     values ('match', 'match', $1, 1, $2, $3, 'PHONE', '+16125550142', 'delivered', now()) returning id`,
    [eventId, userId, owner],
  )
  await desk.deps.pool.query(
    `insert into outgoing_event (user_id, event_id, revision, alert_id, alert_name, criteria, channel, recipient_id, target, match, notice_id)
     values ($1, $2, 1, 7, 'My name', 'Wilma Fernhill', 'PHONE', 1, 'x', '{"field":"party","sentence":"The last name is the same. Your alert writes the first name short.","recordRaw":"FERNHILL WILMA","marks":[[0,14]]}', $3)`,
    [userId, eventId, noticeId],
  )
  await desk.deps.pool.query(
    `insert into notice_answer (notice_id, event_id, owner_key, answer) values ($1, $2, $3, 'wrong')`,
    [noticeId, eventId, owner],
  )
  return noticeId
}

/** The same answer to the email about the record of a text that was answered. */
async function insertByEmail(noticeId: number): Promise<void> {
  await desk.deps.pool.query(
    `with told as (
       insert into notice (kind, template, event_id, revision, user_id, owner_key, channel, target, state, accepted_at)
       select kind, template, event_id, revision, user_id, owner_key, 'EMAIL', 'wilma@example.org', state, accepted_at
       from notice where id = $1 returning id, event_id, owner_key)
     insert into notice_answer (notice_id, event_id, owner_key, answer) select *, 'wrong' from told`,
    [noticeId],
  )
}

const list = async (shown: RecordReportFilter = 'open', by = desk.browser) =>
  (
    await by.query<{ content: { answers: SuspiciousReport[]; total: number } }>('support.looksWrong', {
      page: 1,
      shown,
    })
  ).data.content
const count = async () => (await desk.browser.query<{ content: number }>('support.looksWrongCount')).data.content
const mark = (noticeId: number, dealtWith = true, by = desk.browser) =>
  by.mutate('support.dealWithAnswer', { noticeId, dealtWith })
const audited = () => desk.audited(user, 'NOTICE')
const timeForm = expect.stringMatching(/^\d\d\/\d\d\/\d{4} \d/) as string

describe("answers 'This looks wrong'", () => {
  it('show who answered, how to reach them, which record and what matched', async () => {
    await desk.deps.db
      .updateTable('user')
      .set({ first_name: 'Wilma', last_name: 'Fernhill', phone: '(612) 555-0199' })
      .where('id', '=', user.id)
      .execute()
    await desk.deps.db
      .insertInto('phone')
      .values({ owner_id: user.id, number: '+16125550142', verified_at: new Date() })
      .execute()
    const noticeId = await insertAnswered(user.id)
    expect(await count()).toBe(1)
    expect(await list()).toEqual({
      total: 1,
      answers: [
        {
          noticeId,
          answeredFormatted: timeForm,
          channel: 'PHONE',
          target: '(612) 555-0142',
          owner: { id: user.id, username: user.username, name: 'Wilma Fernhill', email: user.email },
          phones: [
            { number: '+16125550142', shown: '(612) 555-0142', verified: true },
            { number: '+16125550199', shown: '(612) 555-0199', verified: false },
          ],
          record: {
            documentId: '2026-000777',
            description: 'Quit Claim Deed',
            recordedFormatted: '11/19/2026',
            documentUrl: '',
            restricted: false,
            parties: {
              first: [from('FERNHILL WILMA'), to('OAKHURST PERLA'), to('OAKHURST JONAS')],
              more: 0,
            },
            parcels: { first: ['17-22-333'], more: 0 },
            properties: [makeProperty('17-22-333')],
            moreProperties: 0,
            commonLegalDescription: '',
          },
          alerts: [
            {
              name: 'My name',
              criteria: 'Wilma Fernhill',
              field: 'party',
              sentence: 'The last name is the same. The alert writes the first name short.',
              recordRaw: 'FERNHILL WILMA',
              marks: [[0, 14]],
              grade: 'CERTAIN',
              reading: null,
            },
          ],
          found: null,
          later: null,
          earlier: [],
          openedFormatted: '',
          dealtWithFormatted: '',
          dealtWithBy: null,
        },
      ],
    })
  })

  it('are unopened until a member of staff opens their page, who is named in the audit log', async () => {
    // Reported in the text and in the email, which is one report.
    const older = await insertAnswered(user.id)
    await insertByEmail(older)
    const noticeId = (await list()).answers[0]?.noticeId ?? 0
    expect(noticeId).toBeGreaterThan(older)
    const unopened = async (by = desk.browser) =>
      (await by.query<{ content: number }>('support.unopenedReports')).data.content
    const overdue = async (now: Date) => {
      const figures = await readFigures(desk.deps, now)
      return [figures.reportsUnopened, figures.reportsOverdue]
    }
    // Wednesday before Thanksgiving; the next business day is Friday, and then Monday.
    await desk.deps.pool.query(
      `update notice_answer set answered_at = '2026-11-25T16:00:00-06:00'::timestamptz + case when notice_id = $1 then interval '1 day' else '0' end`,
      [noticeId],
    )
    expect(await overdue(new Date('2026-11-27T15:59:00-06:00'))).toEqual([1, 0])
    expect(await overdue(new Date('2026-11-27T16:01:00-06:00'))).toEqual([1, 1])
    expect(await unopened()).toBe(1)
    const { data } = await desk.browser.query<{ content: SuspiciousReport }>('support.report', { noticeId })
    expect(data.content).toMatchObject({ noticeId, openedFormatted: '' })
    await desk.browser.mutate('support.openReport', { noticeId })
    await desk.browser.mutate('support.openReport', { noticeId })
    expect([await unopened(), await count(), (await list()).answers[0]?.openedFormatted]).toEqual([0, 1, timeForm])
    expect(await overdue(new Date('2026-12-24T12:00:00-06:00'))).toEqual([0, 0])
    expect(await audited()).toMatchObject([{ description: 'Opened the report about document 2026-000777.' }])
    expect((await desk.browser.query('support.report', { noticeId: noticeId + 1 })).status).toBe(404)
    // The older answer is the report once the newer one is taken back, and was read with it.
    await desk.deps.db.deleteFrom('notice_answer').where('notice_id', '=', noticeId).execute()
    expect([await unopened(), await count()]).toEqual([0, 1])
    expect(await overdue(new Date('2026-12-24T12:00:00-06:00'))).toEqual([0, 0])
  })

  it('leave the list when resolved, appear among the resolved, and can be reopened; each step is audited', async () => {
    const noticeId = await insertAnswered(user.id)
    expect((await mark(noticeId)).status).toBe(200)
    expect([await count(), (await list()).total]).toEqual([0, 0])
    expect((await list('dealtWith')).answers).toMatchObject([
      { noticeId, dealtWithBy: desk.admin.username, dealtWithFormatted: timeForm },
    ])
    expect((await mark(noticeId, false)).status).toBe(200)
    expect((await list('dealtWith')).total).toBe(0)
    expect((await list()).answers).toMatchObject([{ noticeId, dealtWithBy: null, dealtWithFormatted: '' }])
    const about = 'the report about document 2026-000777'
    expect(await audited()).toEqual([
      {
        description: `Resolved ${about}.`,
        old_value: { dealtWith: false },
        new_value: { dealtWith: true },
      },
      {
        description: `Reopened ${about}.`,
        old_value: { dealtWith: true, by: desk.admin.username },
        new_value: { dealtWith: false },
      },
    ])
  })

  it('are resolved once: the second clerk learns who was first, and nothing is written', async () => {
    const noticeId = await insertAnswered(user.id)
    const colleague = await logIn(desk.app, await makeUser(desk.deps.db, { role: 'COUNTY' }))
    await mark(noticeId)
    expect((await mark(noticeId, true, colleague)).error?.message).toBe(`${desk.admin.username} already resolved this.`)
    await mark(noticeId, false)
    expect((await mark(noticeId, false, colleague)).error?.message).toBe('This is already open.')
    expect((await audited()).length).toBe(2)
  })

  it('are resolved once, even by two at the same moment', async () => {
    const noticeId = await insertAnswered(user.id)
    const colleague = await logIn(desk.app, await makeUser(desk.deps.db, { role: 'COUNTY' }))
    const { pool } = desk.deps
    const first = await pool.connect()
    try {
      await first.query('begin')
      await first.query('update notice_answer set resolved_at = now(), resolved_by = $1', [desk.admin.id])
      const second = mark(noticeId, true, colleague)
      await vi.waitUntil(async () => {
        const { rowCount } = await pool.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
        return rowCount === 1
      }, 60_000)
      await first.query('commit')
      expect((await second).error?.message).toBe(`${desk.admin.username} already resolved this.`)
    } finally {
      first.release()
    }
  })

  it('of a user the caller may not see are neither listed, counted nor changed', async () => {
    const forever = await makeUser(desk.deps.db, { role: 'FOREVER' })
    const noticeId = await insertAnswered(forever.id)
    expect([await count(), (await list()).total]).toEqual([0, 0])
    expect((await mark(noticeId)).status).toBe(404)
    const own = await logIn(desk.app, forever)
    expect((await list('open', own)).answers).toMatchObject([{ noticeId }])
    expect((await mark(noticeId, true, own)).status).toBe(200)
    expect((await list('dealtWith')).total).toBe(0)
    expect((await mark(noticeId, false)).status).toBe(404)
  })

  it('of an address without an owner are visible to county staff too', async () => {
    const noticeId = await insertAnswered(null)
    expect((await list()).answers).toMatchObject([{ noticeId, owner: null, phones: [], target: '(612) 555-0142' }])
    expect((await mark(noticeId)).status).toBe(200)
  })

  it('disappear when the reader has given another answer', async () => {
    const noticeId = await insertAnswered(user.id)
    await mark(noticeId)
    await desk.deps.db
      .updateTable('notice_answer')
      .set({ answer: 'expected' })
      .where('notice_id', '=', noticeId)
      .execute()
    expect((await list('dealtWith')).total).toBe(0)
    expect((await mark(noticeId, false)).status).toBe(404)
    expect((await mark(999_999)).status).toBe(404)
  })
})
