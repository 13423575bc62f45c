import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { noMatchOptions } from '#shared/contract/alert.ts'
import type { AnswerShares } from '#shared/contract/not-me-cause.ts'
import type { NoticeAnswer } from '#shared/contract/outgoing-event.ts'
import { comparedMarks } from '#shared/domain/monitoring/mark-proposals.ts'
import { decide, defaultFeedFormat, parseAlert, parseRecord, rarePerYear } from '#shared/matching/public.ts'
import { signLink } from '#shared/node/domain/notices/links.ts'
import { makeUser, type TestUser } from '#tests/helpers/factories.ts'
import { type Browser, logIn, startTestServer, type TestServer } from '#tests/helpers/server.ts'

let server: TestServer
let trimin: Browser
let owner: TestUser
let browser: Browser
beforeAll(async () => {
  server = await startTestServer()
  trimin = await logIn(server.app, await makeUser(server.deps.db, { role: 'TRIMIN' }))
  owner = await makeUser(server.deps.db)
  browser = await logIn(server.app, owner)
})
beforeEach(async () => {
  await server.deps.db.deleteFrom('notice_answer').execute()
})
afterAll(() => server.stop())

const insert = async (text: string, values: unknown[]) =>
  (await server.deps.pool.query<{ id: number }>(text, values)).rows[0]?.id ?? 0
const read = async () => (await trimin.query<{ content: AnswerShares }>('monitoring.answers')).data.content

type Notified = { firstName: string; lastName: string; name: string; wide?: boolean }

/** An alert, a record that matches it, and the notice about it. */
async function tell({
  firstName,
  lastName,
  name,
  wide = false,
}: Notified): Promise<{ alertId: number; noticeId: number }> {
  const variants = { ...noMatchOptions, typingSlips: wide }
  const criteria = { alertType: 'NAME' as const, firstName, lastName, formerLastName: '', variants }
  const record = parseRecord({ parties: [{ name }], parcels: [] }, defaultFeedFormat, null)
  const match = decide(parseAlert(criteria, null), record)
  if (!match) throw new Error('The record does not match.')
  const alertId = await insert(
    `insert into alert (user_id, name, alert_type, first_name, last_name, criteria, typing_slips, rule_version)
     values ($1, 'My name', 'NAME', $2, $3, $2 || ' ' || $3, $4, 1) returning id`,
    [owner.id, firstName, lastName, wide],
  )
  const feedId = await insert(`insert into feed (name) values ($1) returning id`, [`records ${alertId}`])
  const eventId = await insert(
    `insert into event (feed_id, document_id, content_hash, recorded_at, recorded_has_time, recorded_on, parties, parcels)
     values ($1, '2026-018842', '\\x00', now(), true, '2026-11-19', $2, '[]') returning id`,
    [feedId, JSON.stringify([{ role: 'grantor', name }])],
  )
  const noticeId = await insert(
    `with told as (
       insert into notice (kind, template, event_id, revision, user_id, owner_key, channel, recipient_id, target, state)
       values ('match', 'match', $1, 1, $2, $2, 'EMAIL', 7, 'neighbor@example.org', 'accepted') returning *)
     insert into outgoing_event (user_id, event_id, revision, alert_id, alert_name, criteria, channel, recipient_id, target, match, notice_id)
     select user_id, event_id, 1, $3, 'My name', '', 'EMAIL', 7, target, $4, id from told returning notice_id as id`,
    [eventId, owner.id, alertId, JSON.stringify(match)],
  )
  return { alertId, noticeId }
}

async function answer(noticeId: number, given: NoticeAnswer): Promise<void> {
  const token = signLink(server.deps.env.APP_SECRET, 'notice', noticeId)
  const { status } = await browser.mutate('notices.answer', { token, answer: given })
  expect(status).toBe(200)
}

describe('the answers to matches', () => {
  it('are counted by cause, grade and how common the alert’s name is, whatever they say', async () => {
    const exact = { firstName: 'Mary', lastName: 'Smith', name: 'SMITH, MARY' }
    await answer((await tell(exact)).noticeId, 'not-me')
    await answer((await tell(exact)).noticeId, 'expected')
    await answer((await tell(exact)).noticeId, 'wrong')
    const rare = { firstName: 'Thessaly', lastName: 'Brandvold', name: 'BRANDVOLT, THESSALY', wide: true }
    await answer((await tell(rare)).noticeId, 'expected')
    expect((await read()).groups).toEqual([
      {
        cause: 'fullName',
        grade: 'CERTAIN',
        band: 'more',
        days30: { answers: 3, notMe: 1 },
        days365: { answers: 3, notMe: 1 },
      },
      {
        cause: 'typingSlip',
        grade: 'LIKELY',
        band: 'tenth',
        days30: { answers: 1, notMe: 0 },
        days365: { answers: 1, notMe: 0 },
      },
    ])
  })

  it('count after their alert is deleted, and not once they are taken back', async () => {
    const exact = { firstName: 'Mary', lastName: 'Smith', name: 'SMITH, MARY' }
    const { alertId, noticeId } = await tell(exact)
    await answer(noticeId, 'not-me')
    await server.deps.db.deleteFrom('alert').where('id', '=', alertId).execute()
    expect((await read()).groups).toEqual([
      expect.objectContaining({ band: 'more', days365: { answers: 1, notMe: 1 } }),
    ])
    const token = signLink(server.deps.env.APP_SECRET, 'notice', noticeId)
    await browser.mutate('notices.undoAnswer', { token })
    expect((await read()).groups).toEqual([])
  })

  it('have no band if their alert was deleted before, and keep the cause', async () => {
    const { alertId, noticeId } = await tell({ firstName: 'Mary', lastName: 'Smith', name: 'SMITH, MARY' })
    await server.deps.db.deleteFrom('alert').where('id', '=', alertId).execute()
    await answer(noticeId, 'not-me')
    expect((await read()).groups).toEqual([
      expect.objectContaining({ cause: 'fullName', grade: 'CERTAIN', band: null }),
    ])
  })

  /** Answers as the program stores them. */
  const insertAnswers = (
    count: number,
    values: {
      given?: NoticeAnswer
      grade?: string | null
      own?: number | null
      pair?: number | null
      daysAgo?: number
      cause?: string
    },
  ) => {
    const { given = 'not-me', grade = 'LIKELY', own = 0.05, pair = 0.05, daysAgo = 1, cause = 'typingSlip' } = values
    return server.deps.pool.query(
      `insert into notice_answer (notice_id, event_id, owner_key, answer, cause, grade, expected_records, expected_records_of_pair, answered_at)
       select (select coalesce(max(notice_id), 0) from notice_answer) + n, 1, 1, $1, $2, $3, $4, $5, now() - make_interval(days => $6)
       from generate_series(1, $7::int) n`,
      [given, cause, grade, own, pair, daysAgo, count],
    )
  }

  it.each([
    [0.1, 'tenth'],
    [0.11, 'one'],
    [1, 'one'],
    [10, 'ten'],
    [11, 'more'],
    [null, null],
  ])('to an alert whose name is expected %s times a year are in the band %s', async (own, band) => {
    await insertAnswers(1, { own })
    expect((await read()).groups).toEqual([expect.objectContaining({ band })])
  })

  it('of a month and of a year are apart; older ones are left out', async () => {
    for (const daysAgo of [1, 40, 400]) await insertAnswers(1, { daysAgo })
    await insertAnswers(1, { daysAgo: 40, given: 'expected' })
    expect((await read()).groups).toEqual([
      expect.objectContaining({ days30: { answers: 1, notMe: 1 }, days365: { answers: 3, notMe: 2 } }),
    ])
  })

  it('from before there were grades are apart: only “not about me” was counted then', async () => {
    await insertAnswers(2, { grade: null, own: null, pair: null })
    await insertAnswers(3, { grade: null, own: null, pair: null, given: 'expected', cause: '' })
    expect((await read()).groups).toEqual([
      expect.objectContaining({ cause: 'typingSlip', grade: null, days365: { answers: 2, notMe: 2 } }),
    ])
    expect((await read()).proposals).toEqual([])
  })

  it('suggest another mark from 100 answers of one cause and band on', async () => {
    await insertAnswers(59, { given: 'expected', pair: 0.03 })
    await insertAnswers(40, { pair: 0.07 })
    expect((await read()).proposals).toEqual([])
    await insertAnswers(1, { given: 'wrong', pair: 0.03, grade: 'POSSIBLE' })
    expect((await read()).proposals).toEqual([
      {
        cause: 'typingSlip',
        band: 'tenth',
        answers: 100,
        notMe: 40,
        kind: 'lower',
        mark: 0.05,
        moved: { answers: 40, notMe: 40 },
      },
    ])
    expect((await read()).todaysMark).toBe(rarePerYear)
    expect(comparedMarks).toContain(rarePerYear)
  })
})
