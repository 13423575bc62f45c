import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MatchingFixture, openMatchingFixture } from '#tests/fixtures/matching.ts'
import { matchBatch } from './match-batch.ts'

let setup: MatchingFixture
beforeAll(async () => {
  setup = await openMatchingFixture()
  await setup.alert({ ownerId: await setup.user() })
})
afterAll(() => setup.close())

test('matches records of a thousand long names each in smaller batches, and lets other work run', async () => {
  const names = (of: number) =>
    Array.from({ length: 1_000 }, (_, i) => Array.from({ length: 8 }, (_word, j) => `N${of}X${i}Y${j}`).join(' '))
  for (let i = 1; i <= 6; i++) await setup.event({ id: `L-${i}`, parties: ['DOE JANE', ...names(i).slice(1)] })
  let turns = 0
  const timer = setInterval(() => turns++, 1)
  expect(await matchBatch(setup.deps)).toMatchObject({ events: 6, notices: 6 })
  clearInterval(timer)
  expect(turns).toBeGreaterThan(10)
  expect(await setup.rows('select 1 from match_queue')).toEqual([])
  // As many transactions as halves were made.
  expect((await setup.rows('select distinct xmin::text from event_match')).length).toBeGreaterThan(1)
})
