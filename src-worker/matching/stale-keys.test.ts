import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { noVariants } from '#shared/contract/alert.ts'
import { RULE_VERSION } from '#shared/matching/version.ts'
import { markParcelAlertsStale } from '#shared/node/domain/alerts/alert-keys.queries.ts'
import { NewerRuleError } from './batch.ts'
import { startMatching } from './loop.ts'
import { matchBatch } from './match-batch.ts'
import { deriveStaleKeys } from './stale-keys.ts'
import { type MatchingFixture, openMatchingFixture, person } from './testing.ts'

let house: MatchingFixture
beforeAll(async () => {
  house = await openMatchingFixture()
})
afterAll(() => house.close())
beforeEach(() => house.clear())

/** As an older rule would have left it: another version, and keys that lead nowhere. */
const age = () =>
  house.rows(
    `with aged as (update alert set rule_version = rule_version - 1 returning id) update alert_key set key_hash = -key_hash`,
  )
const keys = () => house.rows('select key_hash, alert_id from alert_key order by 1, 2')

test('keys of an older rule are derived again, and nobody is notified twice', async () => {
  const ownerId = await house.user()
  await house.alert({ ownerId })
  await house.alert({ ownerId, criteria: person('Mary', 'Roe') })
  await house.event({ id: 'A-1' })
  await matchBatch(house.deps)
  const before = await keys()
  await age()
  expect(await keys()).not.toEqual(before)

  expect(await deriveStaleKeys(house.deps)).toBe(2)
  expect(await keys()).toEqual(before)
  expect(await house.rows('select distinct rule_version as version from alert')).toEqual([{ version: RULE_VERSION }])
  expect(await deriveStaleKeys(house.deps)).toBe(0)
  await house.rows('insert into match_queue select id from event')
  expect(await matchBatch(house.deps)).toEqual({ events: 1, matches: 0, notices: 0 })
})

test('while keys are of an older rule records are matched by what there is, and once more when none is left', async () => {
  const ownerId = await house.user()
  await house.alert({ ownerId })
  await age()
  await house.alert({ ownerId })
  await house.event({ id: 'A-1' })
  // The alert with new keys notifies at once; the other alert's keys still match nothing.
  expect(await matchBatch(house.deps)).toMatchObject({ events: 1, matches: 1, hasStaleKeys: true })
  expect(await house.rows('select * from match_queue')).toHaveLength(0)

  expect(await deriveStaleKeys(house.deps)).toBe(1)
  expect(await house.rows('select * from match_again')).toHaveLength(0)
  expect(await matchBatch(house.deps)).toEqual({ events: 1, matches: 1, notices: expect.any(Number) })
  expect(await house.history()).toHaveLength(2)
})

test('the loop derives old keys at its start and after a batch that was behind', async () => {
  await house.alert({ ownerId: await house.user() })
  await age()
  await house.event({ id: 'A-1' })
  const loop = startMatching(house.deps, { onNotices: () => {} })
  await expect.poll(() => house.history()).toHaveLength(1)
  await age()
  await house.event({ id: 'A-2' })
  loop.wake()
  await expect.poll(() => house.history()).toHaveLength(2)
  await loop.stop()
})

test('a worker of an older rule leaves the queue to the newer', async () => {
  await house.alert({ ownerId: await house.user() })
  await house.rows('update alert set rule_version = rule_version + 1')
  await house.event()
  await expect(matchBatch(house.deps)).rejects.toThrow(NewerRuleError)
  expect(await house.rows('select * from match_queue')).toHaveLength(1)
})

test('a changed parcel mask holds for alerts and records from the same moment', async () => {
  await house.alert({
    ownerId: await house.user(),
    criteria: { alertType: 'PARCEL_ID', parcelId: '1-2-3', variants: noVariants },
  })
  await house.alert({ ownerId: await house.user() })
  await house.service({ parcelMask: '2-2-3' })
  await house.db.transaction().execute((tx) => markParcelAlertsStale(tx))
  expect(await deriveStaleKeys(house.deps)).toBe(1)
  await house.event({ id: 'A-1', parties: ['NOBODY'], parcels: ['0102003'] })
  expect(await matchBatch(house.deps)).toMatchObject({ matches: 1 })
})
