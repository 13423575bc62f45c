import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { noMatchOptions } from '#shared/contract/alert.ts'
import { RULE_VERSION } from '#shared/matching/public.ts'
import { markParcelAlertsStale } from '#shared/node/domain/alerts/alert-keys.queries.ts'
import { type MatchingFixture, openMatchingFixture, person } from '#tests/fixtures/matching.ts'
import { NewerRuleError } from './batch.ts'
import { startMatching } from './loop.ts'
import { matchBatch } from './match-batch.ts'
import { deriveStaleKeysBatch } from './stale-keys.queries.ts'
import { deriveStaleKeys } from './stale-keys.ts'

let setup: MatchingFixture
beforeAll(async () => {
  setup = await openMatchingFixture()
})
afterAll(() => setup.close())
beforeEach(() => setup.clear())

/** Keys as an older rule would have left them: of another version, and matching nothing. */
const age = () =>
  setup.rows(
    `with aged as (update alert set rule_version = rule_version - 1 returning id) update alert_key set key_hash = -key_hash`,
  )
const keys = () => setup.rows('select key_hash, alert_id from alert_key order by 1, 2')

test('derives keys of an older rule again, and notifies no one twice', async () => {
  const ownerId = await setup.user()
  await setup.alert({ ownerId })
  await setup.alert({ ownerId, criteria: person('Mary', 'Roe') })
  await setup.event({ id: 'A-1' })
  await matchBatch(setup.deps)
  const before = await keys()
  await age()
  expect(await keys()).not.toEqual(before)

  expect(await deriveStaleKeys(setup.deps)).toBe(2)
  expect(await keys()).toEqual(before)
  expect(await setup.rows('select distinct rule_version as version from alert')).toEqual([{ version: RULE_VERSION }])
  expect(await deriveStaleKeys(setup.deps)).toBe(0)
  await setup.rows('insert into match_queue select id from event')
  expect(await matchBatch(setup.deps)).toEqual({ events: 1, matches: 0, notices: 0 })
})

test('derives keys of many alerts again while matching continues, misses nothing and sends nothing twice', async () => {
  const ownerId = await setup.user()
  const alerts = 30
  for (let n = 0; n < alerts; n++)
    await setup.alert({ ownerId, criteria: person('Jane', 'Doe', { typingSlips: true }) })
  await setup.event({ id: 'A-1' })
  await matchBatch(setup.deps)
  const before = await keys()
  const sent = await setup.history()
  await age()

  await setup.event({ id: 'A-2' })
  let matches = 0
  // Ten alerts at a time, and a batch of records in between.
  while ((await deriveStaleKeysBatch(setup.db, 10)) === 10) {
    await setup.rows(`insert into match_queue select id from event on conflict do nothing`)
    matches += (await matchBatch(setup.deps)).matches
  }
  matches += (await matchBatch(setup.deps)).matches
  expect(matches).toBe(alerts)
  expect(await keys()).toEqual(before)
  const history = await setup.history()
  expect(history.filter(({ document }) => document === 'A-1')).toEqual(sent)
  expect(history.filter(({ document }) => document === 'A-2')).toHaveLength(alerts)
})

test('matches records by the keys that exist while some are of an older rule, and once more when all are new', async () => {
  const ownerId = await setup.user()
  await setup.alert({ ownerId })
  await age()
  await setup.alert({ ownerId })
  await setup.event({ id: 'A-1' })
  // The alert with new keys notifies in the same batch; the other alert's keys still match nothing.
  expect(await matchBatch(setup.deps)).toMatchObject({ events: 1, matches: 1, hasStaleKeys: true })
  expect(await setup.rows('select * from match_queue')).toHaveLength(0)

  expect(await deriveStaleKeys(setup.deps)).toBe(1)
  expect(await setup.rows('select * from match_again')).toHaveLength(0)
  expect(await matchBatch(setup.deps)).toEqual({ events: 1, matches: 1, notices: expect.any(Number) })
  expect(await setup.history()).toHaveLength(2)
})

test('derives old keys at the start of the loop and after a batch that was behind', async () => {
  await setup.alert({ ownerId: await setup.user() })
  await age()
  await setup.event({ id: 'A-1' })
  const loop = startMatching(setup.deps, { onNotices: () => {} })
  await expect.poll(() => setup.history()).toHaveLength(1)
  await age()
  await setup.event({ id: 'A-2' })
  loop.wake()
  await expect.poll(() => setup.history()).toHaveLength(2)
  await loop.stop()
})

test('leaves the queue to newer workers if its rule is older', async () => {
  await setup.alert({ ownerId: await setup.user() })
  await setup.rows('update alert set rule_version = rule_version + 1')
  await setup.event()
  await expect(matchBatch(setup.deps)).rejects.toThrow(NewerRuleError)
  expect(await setup.rows('select * from match_queue')).toHaveLength(1)
})

test('applies a changed parcel mask to alerts and records from the same moment', async () => {
  await setup.alert({
    ownerId: await setup.user(),
    criteria: { alertType: 'PARCEL_ID', parcelId: '1-2-3', variants: noMatchOptions },
  })
  await setup.alert({ ownerId: await setup.user() })
  await setup.service({ parcelMask: '2-2-3' })
  await setup.db.transaction().execute((tx) => markParcelAlertsStale(tx))
  expect(await deriveStaleKeys(setup.deps)).toBe(1)
  await setup.event({ id: 'A-1', parties: ['NOBODY'], parcels: ['0102003'] })
  expect(await matchBatch(setup.deps)).toMatchObject({ matches: 1 })
})
