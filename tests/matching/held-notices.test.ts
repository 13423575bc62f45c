import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { heldReasons } from '#shared/domain/notice/skip-reasons.ts'
import { countHeldNotices, releaseHeldRows } from '#shared/node/domain/notices/held-notices.queries.ts'
import { type MatchingFixture, openMatchingFixture } from '#tests/fixtures/matching.ts'
import { matchBatch } from '#worker/matching/match-batch.ts'

let setup: MatchingFixture
beforeAll(async () => {
  setup = await openMatchingFixture()
})
afterAll(() => setup.close())

beforeEach(async () => {
  await setup.clear()
  await setup.service({ floodNoticesPerDay: 1 })
  await setup.alert({ ownerId: await setup.user() })
  for (const id of ['A-1', 'A-2', 'A-3']) await setup.event({ id })
  await setup.event({ id: 'B-1', recordedOn: '2001-05-04' })
  await matchBatch(setup.deps)
})

const release = (reason: string | null = null, limit: number | null = null) =>
  setup.db.transaction().execute((tx) => releaseHeldRows(tx, { reason: reason ?? undefined }, limit))
const states = async () => (await setup.history()).map((line) => `${line.document} ${line.state} ${line.delivery}`)

test('counts held notices by reason', async () => {
  expect(await countHeldNotices(setup.db)).toMatchObject([
    { reason: heldReasons.flood, notices: 2 },
    { reason: heldReasons.old, notices: 1 },
  ])
})

test('releases the oldest first, as many as asked', async () => {
  expect(await release(heldReasons.flood, 1)).toBe(1)
  expect(await states()).toEqual(['A-1 waiting true', 'A-2 waiting true', 'A-3 held false', 'B-1 held false'])
})

test('two simultaneous releases release each notice once', async () => {
  const released = await Promise.all([release(), release()])
  expect(released[0] + released[1]).toBe(3)
  expect(await setup.rows('select count(*)::int as n from delivery')).toEqual([{ n: 4 }])
})
