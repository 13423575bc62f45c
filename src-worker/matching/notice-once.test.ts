import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { dayOfCounty, type MatchingFixture, openMatchingFixture } from '#tests/fixtures/matching.ts'
import { lockActiveAlerts } from './alerts.queries.ts'
import type { DecidedMatch } from './decide-batch.ts'
import { matchBatch } from './match-batch.ts'
import { storeMatches } from './store-matches.queries.ts'
import { takeEvents } from './take-events.queries.ts'
import { inMatchingTransaction } from './transaction.ts'

let setup: MatchingFixture
beforeAll(async () => {
  setup = await openMatchingFixture()
})
afterAll(() => setup.close())
beforeEach(() => setup.clear())

const refusal = { code: '23505', constraint: 'notice_once' }
const notices = () => setup.rows('select from notice')

/** Inserts the only notice again, with some columns changed. */
const insertAgain = (changes: Record<string, string>) => {
  const columns = ['kind', 'template', 'event_id', 'revision', 'owner_key', 'channel', 'target']
  return setup.rows(
    `insert into notice (${columns.join(', ')}) select ${columns.map((name) => changes[name] ?? name).join(', ')} from notice`,
  )
}

test('refuses in the database a second notice of the same record, revision, owner, channel and address', async () => {
  await setup.alert({ ownerId: await setup.user() })
  await setup.event()
  await matchBatch(setup.deps)
  await expect(insertAgain({})).rejects.toMatchObject(refusal)
  expect(await notices()).toHaveLength(1)
})

test.each([
  ['record', { event_id: 'event_id + 1' }],
  ['revision', { revision: 'revision + 1' }],
  ['owner', { owner_key: 'owner_key + 1' }],
  ['channel', { channel: `'PHONE'` }],
  ['address', { target: `'other@example.org'` }],
])('accepts a notice of another %s', async (_what, changes) => {
  await setup.alert({ ownerId: await setup.user() })
  await setup.event()
  await matchBatch(setup.deps)
  await insertAgain(changes)
  expect(await notices()).toHaveLength(2)
})

test('creates one notice when two workers match a record at the same time', async () => {
  await setup.alert({ ownerId: await setup.user() })
  await setup.event()
  const results = await Promise.all([matchBatch(setup.deps), matchBatch(setup.deps)])
  expect(results.map((result) => result.notices).toSorted()).toEqual([0, 1])
  expect(await notices()).toHaveLength(1)
})

test('refuses the second of two concurrent notices for one address, which then shares the first', async () => {
  const spec = { ownerId: await setup.user(), recipients: [{ target: 'a@example.org' }] }
  const alertIds = [await setup.alert({ ...spec, name: 'First' }), await setup.alert({ ...spec, name: 'Second' })]
  const eventId = await setup.event()
  const day = dayOfCounty()
  const decided = await inMatchingTransaction(setup.pool, '', async (query) => {
    const [event] = await takeEvents(query, 1, [eventId])
    const alerts = await lockActiveAlerts(query, alertIds, day)
    if (!event) throw new Error('The record is not in the queue.')
    return alerts.map((alert): DecidedMatch => ({ event, alert, match }))
  })
  const rules = { day, oldBefore: day, noticesPerDay: 10, texts: true }
  const store = (place: number, beforeCommit = async () => {}) =>
    inMatchingTransaction(setup.pool, '', async (query) => {
      const stored = await storeMatches(query, decided.slice(place, place + 1), rules)
      await beforeCommit()
      return stored
    })

  const isStored = Promise.withResolvers<void>()
  const mayCommit = Promise.withResolvers<void>()
  const first = store(0, () => {
    isStored.resolve()
    return mayCommit.promise
  })
  await Promise.race([isStored.promise, first])
  const second = expect(store(1)).rejects.toMatchObject(refusal)
  await expect
    .poll(() =>
      setup.rows(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`),
    )
    .toHaveLength(1)
  mayCommit.resolve()
  expect(await first).toEqual({ matches: 1, notices: 1 })
  await second
  expect(await store(1)).toEqual({ matches: 1, notices: 0 })
  expect(await notices()).toHaveLength(1)
  expect(await setup.rows('select distinct notice_id from outgoing_event where notice_id is not null')).toHaveLength(1)
  expect(await setup.history()).toMatchObject([{ alert: 'First' }, { alert: 'Second' }])
})

const match: DecidedMatch['match'] = {
  field: 'party',
  fieldIndex: 0,
  role: '',
  alertRaw: 'Jane Doe',
  recordRaw: 'DOE JANE',
  byInitialOnly: false,
  otherLegalForm: false,
  variant: null,
  ruleVersion: 1,
  sentence: 'First and last name are the same.',
}
