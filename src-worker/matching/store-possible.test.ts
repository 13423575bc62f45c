import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { gradeOf, type Match } from '#shared/contract/match.ts'
import { addDays } from '#shared/domain/dates.ts'
import {
  answerPossibleMatch,
  countPossibleMatches,
  listPossibleMatches,
} from '#shared/node/domain/possible-matches/possible-match.queries.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'
import { dayOfCounty, type MatchingFixture, openMatchingFixture, person } from '#tests/fixtures/matching.ts'
import { matchBatch } from './match-batch.ts'

let setup: MatchingFixture
beforeAll(async () => {
  setup = await openMatchingFixture()
})
afterAll(() => setup.close())
beforeEach(() => setup.clear())

/** Both names are common, so a nickname of the one makes a possible match only. */
const robert = person('Robert', 'Smith', { nicknames: true, possible: true })
const possibleName = 'SMITH BOB'
const certainName = 'SMITH ROBERT'

type Stored = {
  event_id: number
  alert_id: number
  revision: number
  user_id: number | null
  in_no_email: boolean
  match: Match
}
const possible = () => setup.rows<Stored>('select * from possible_match order by event_id, alert_id')
const listed = async (userId: number) =>
  (await listPossibleMatches(setup.db, userId, { limit: 10 })).map(
    ({ documentId, alertName }) => `${documentId} ${alertName}`,
  )

describe('a possible match', () => {
  test('is stored for its owner, and makes no notice and no history', async () => {
    const ownerId = await setup.user()
    const alertId = await setup.alert({ ownerId, criteria: robert, recipients: [{}, { channel: 'PHONE' }] })
    const eventId = await setup.event({ id: 'A-1', parties: [possibleName] })
    expect(await matchBatch(setup.deps)).toEqual({ events: 1, matches: 0, notices: 0, possible: 1 })
    expect(await possible()).toMatchObject([
      {
        event_id: eventId,
        alert_id: alertId,
        revision: 1,
        user_id: ownerId,
        in_no_email: false,
        week: null,
        answer: null,
      },
    ])
    expect(gradeOf((await possible())[0]!.match)).toBe('POSSIBLE')
    expect(await setup.history()).toEqual([])
    for (const table of ['notice', 'delivery', 'event_match', 'notice_day'])
      expect(await setup.rows(`select * from ${table}`), table).toEqual([])
  })

  test('is sent right away where the owner never decided, and left out where they switched it off', async () => {
    const ownerId = await setup.user()
    await setup.alert({
      ownerId,
      name: 'Off',
      criteria: person('Robert', 'Smith', { nicknames: true, possible: false }),
    })
    await setup.alert({
      ownerId,
      name: 'Open',
      criteria: person('Robert', 'Smith', { nicknames: true, possible: null }),
    })
    await setup.event({ id: 'A-1', parties: [possibleName] })
    expect(await matchBatch(setup.deps)).toEqual({ events: 1, matches: 1, notices: 1 })
    expect(await setup.history()).toMatchObject([{ alert: 'Open', unsent: '' }])
    expect(await possible()).toEqual([])
  })

  test('is looked for by no alert once the county switched the weekly email off; the list stays', async () => {
    const ownerId = await setup.user()
    await setup.alert({ ownerId, name: 'Mine', criteria: robert })
    await setup.event({ id: 'A-1', parties: [possibleName] })
    await matchBatch(setup.deps)
    await setup.service({ weeklyEmail: false })
    await setup.event({ id: 'A-2', parties: [possibleName] })
    await setup.event({ id: 'A-3', parties: [certainName] })
    expect(await matchBatch(setup.deps)).toEqual({ events: 2, matches: 1, notices: 1 })
    expect(await listed(ownerId)).toEqual(['A-1 Mine'])
    await setup.service({ weeklyEmail: true })
    await setup.event({ id: 'A-4', parties: [possibleName] })
    expect(await matchBatch(setup.deps)).toMatchObject({ possible: 1 })
  })

  test('notifies right away once a revision makes it certain, and only once', async () => {
    const ownerId = await setup.user()
    await setup.alert({ ownerId, name: 'Mine', criteria: robert })
    await setup.event({ id: 'A-1', parties: [possibleName] })
    await matchBatch(setup.deps)
    expect(await listed(ownerId)).toEqual(['A-1 Mine'])
    await setup.event({ id: 'A-1', parties: [certainName] })
    expect(await matchBatch(setup.deps)).toEqual({ events: 1, matches: 1, notices: 1 })
    expect(await listed(ownerId), 'the history has it').toEqual([])
    await setup.event({ id: 'A-1', parties: [certainName, 'ASH WREN'] })
    expect(await matchBatch(setup.deps)).toEqual({ events: 1, matches: 0, notices: 0 })
    expect(await setup.history()).toHaveLength(1)
  })

  test.each([
    ['a weekly email lists it', `update possible_match set week = '2026-11-23'`],
    ['its owner said that it is not about them', `update possible_match set answer = 'not-me', answered_at = now()`],
    [
      'its spelling was left out',
      `insert into alert_exception (alert_id, kind, value, written) select id, 'spelling', 'BOB SMITH', 'SMITH BOB' from alert`,
    ],
    ['it was in no email', 'update possible_match set in_no_email = true'],
    [
      'its owner unsubscribed from the weekly email',
      `insert into weekly_unsubscribe (owner_id, target) select owner_id, address_key from email_address`,
    ],
    ['its owner switched possible matches off', 'update alert set possible = false'],
  ])('that becomes certain notifies once, also where %s', async (_what, change) => {
    await setup.rows('delete from weekly_unsubscribe')
    await setup.alert({ ownerId: await setup.user(), criteria: robert })
    await setup.event({ id: 'A-1', parties: [possibleName] })
    await matchBatch(setup.deps)
    await setup.rows(change)
    for (const notices of [1, 0]) {
      await setup.event({ id: 'A-1', parties: notices ? [possibleName, certainName] : [certainName] })
      expect(await matchBatch(setup.deps)).toEqual({ events: 1, matches: notices, notices })
    }
    expect(await setup.history()).toMatchObject([{ unsent: '', state: 'waiting', delivery: true }])
    const skip = await setup.rows<{ skip_reason: string | null }>(
      `select d.skip_reason from notice n cross join lateral
         deliverable('match', 'EMAIL', n.target, n.user_id, n.recipient_id, false, n.event_id) d`,
    )
    expect(skip).toEqual([{ skip_reason: null }])
  })

  test('follows no certain one, and is stored once whatever the revisions', async () => {
    const ownerId = await setup.user()
    await setup.alert({ ownerId, name: 'Mine', criteria: robert })
    const certain = await setup.event({ id: 'A-1', parties: [certainName] })
    const weak = await setup.event({ id: 'A-2', parties: [possibleName] })
    await matchBatch(setup.deps)
    await setup.event({ id: 'A-1', parties: [possibleName] })
    await setup.event({ id: 'A-2', parties: ['SMITH BOBBY'] })
    expect(await matchBatch(setup.deps)).toEqual({ events: 2, matches: 0, notices: 0 })
    expect(await possible()).toMatchObject([{ event_id: weak, revision: 2, match: { recordRaw: 'SMITH BOBBY' } }])
    expect(await setup.rows('select event_id from event_match')).toEqual([{ event_id: certain }])
    expect(await listed(ownerId)).toEqual(['A-2 Mine'])
  })

  test('is not listed where another alert of the owner matched the record for certain', async () => {
    const ownerId = await setup.user()
    await setup.alert({ ownerId, name: 'Weak', criteria: robert })
    await setup.alert({ ownerId, name: 'Sure', criteria: person('Wren', 'Ash') })
    const other = await setup.user()
    await setup.alert({ ownerId: other, name: 'Theirs', criteria: robert })
    await setup.event({ id: 'A-1', parties: [possibleName, 'ASH WREN'] })
    expect(await matchBatch(setup.deps)).toEqual({ events: 1, matches: 1, notices: 1, possible: 2 })
    expect([await listed(ownerId), await listed(other)]).toEqual([[], ['A-1 Theirs']])
  })

  test('is in no email if its alert is paused or its record is old', async () => {
    const ownerId = await setup.user()
    const pausedUntil = addDays(dayOfCounty(), 3)
    await setup.alert({ ownerId, name: 'Paused', criteria: robert, pausedUntil })
    await setup.alert({ ownerId, name: 'Active', criteria: robert })
    await setup.event({ id: 'A-1', parties: [possibleName] })
    await setup.event({ id: 'A-2', parties: [possibleName], recordedOn: addDays(dayOfCounty(), -400) })
    await matchBatch(setup.deps)
    expect((await possible()).map((row) => row.in_no_email)).toEqual([true, false, true, true])
    expect(await listed(ownerId)).toHaveLength(4)
  })

  test('is stored for no alert that is off, or whose owner is inactive', async () => {
    await setup.alert({ ownerId: await setup.user('I'), criteria: robert })
    await setup.alert({ ownerId: await setup.user(), criteria: robert, status: 'I' })
    await setup.event({ parties: [possibleName] })
    expect(await matchBatch(setup.deps)).toEqual({ events: 1, matches: 0, notices: 0 })
  })

  test('with a restricted record is left out; a revision that restricts it takes the names away', async () => {
    const ownerId = await setup.user()
    await setup.alert({ ownerId, name: 'Mine', criteria: robert })
    await setup.event({ id: 'A-1', parties: [possibleName], restricted: true })
    await setup.event({ id: 'A-2', parties: [possibleName] })
    expect(await matchBatch(setup.deps)).toEqual({ events: 2, matches: 0, notices: 0, possible: 1 })
    expect(await setup.rows('select * from withheld_match')).toEqual([])
    await setup.event({ id: 'A-2', parties: [possibleName], restricted: true })
    await matchBatch(setup.deps)
    expect(await listed(ownerId)).toEqual([])
    expect(JSON.stringify(await possible())).not.toContain('BOB')
    await setup.event({ id: 'A-2', parties: [possibleName] })
    await matchBatch(setup.deps)
    expect(await listed(ownerId)).toEqual(['A-2 Mine'])
    expect(JSON.stringify(await possible())).toContain('BOB')
  })

  test('is matched by no second alert row when it comes again with another batch', async () => {
    await setup.alert({ ownerId: await setup.user(), criteria: robert })
    const id = await setup.event({ parties: [possibleName] })
    await matchBatch(setup.deps)
    await setup.rows('insert into match_queue (event_id) values ($1)', [id])
    expect(await matchBatch(setup.deps)).toEqual({ events: 1, matches: 0, notices: 0 })
    expect(await possible()).toHaveLength(1)
  })

  test('leaves the list when its alert watches something else, and its alert or owner takes it along', async () => {
    const ownerId = await setup.user()
    const changed = await setup.alert({ ownerId, criteria: robert })
    const deleted = await setup.alert({ ownerId, criteria: robert })
    await setup.alert({ ownerId, name: 'Kept', criteria: robert })
    await setup.event({ id: 'A-1', parties: [possibleName] })
    await matchBatch(setup.deps)
    await setup.rows(`update alert set criteria = 'Wren Ash' where id = $1`, [changed])
    await setup.rows('delete from alert where id = $1', [deleted])
    expect(await listed(ownerId)).toEqual(['A-1 Kept'])
    expect(await possible()).toHaveLength(2)
    await setup.rows('delete from "user" where id = $1', [ownerId])
    expect(await possible()).toEqual([])
  })
})

test('after staff moved its alert, a revision lists it for the new owner, unanswered and for the next email', async () => {
  const [before, after] = [await setup.user(), await setup.user()]
  const alertId = await setup.alert({ ownerId: before, name: 'Moved', criteria: robert })
  await setup.event({ id: 'A-1', parties: [possibleName] })
  await matchBatch(setup.deps)
  await setup.rows(
    `update possible_match set answer = 'not-me', answered_at = now(), week = '2026-11-23', matched_at = now() - interval '9 days'`,
  )
  await setup.rows('update alert set user_id = $1 where id = $2', [after, alertId])
  expect([await listed(before), await listed(after)]).toEqual([[], []])
  await setup.event({ id: 'A-1', parties: ['SMITH BOBBY'] })
  await matchBatch(setup.deps)
  expect([await listed(before), await listed(after)]).toEqual([[], ['A-1 Moved']])
  expect(await possible()).toMatchObject([{ user_id: after, answer: null, answered_at: null, week: null }])
  // Or an email of this week would still list it, days after Monday.
  expect(await setup.rows(`select from possible_match where matched_at < now() - interval '1 hour'`)).toEqual([])
})

test('an answer is its owner’s alone, and can be taken back', async () => {
  const ownerId = await setup.user()
  const alertId = await setup.alert({ ownerId, criteria: robert })
  const eventId = await setup.event({ parties: [possibleName] })
  await matchBatch(setup.deps)
  const answer = (userId: number, given: 'not-me' | null) =>
    inTransaction(setup.db, (tx) => answerPossibleMatch(tx, userId, { eventId, alertId, answer: given }))
  expect(await answer(await setup.user(), 'not-me')).toBeUndefined()
  expect(await answer(ownerId, 'not-me')).toMatchObject({ recordRaw: possibleName })
  const open = () => countPossibleMatches(setup.db, ownerId, { isOpen: true })
  expect([await open(), await countPossibleMatches(setup.db, ownerId)]).toEqual([0, 1])
  expect(await listPossibleMatches(setup.db, ownerId, { limit: 1 })).toMatchObject([
    { answer: 'not-me', answeredAt: expect.any(Date) as Date },
  ])
  await answer(ownerId, null)
  expect(await open()).toBe(1)
})
