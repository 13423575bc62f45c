import { expect, test } from 'vitest'
import { type Levels, awaitLevels, findRaisedLevels } from './levels.ts'
import { findUnrest } from './rest.ts'
import { findCrowdBreaches } from './service-checks.ts'

const before: Levels = {
  memory: [{ name: 'server 1', bytes: 50e6 }],
  tables: [{ name: 'delivery', bytes: 8_192 }],
  jobs: 2,
}
const findNames = (after: Levels) => findRaisedLevels(before, after).map(({ what }) => what)

test.each<[string, Partial<Levels>]>([
  ['processes whose memory did not come back', { memory: [{ name: 'server 1', bytes: 120e6 }] }],
  ['queue tables that stayed larger', { tables: [{ name: 'delivery', bytes: 9e6 }] }],
  ['jobs left behind', { jobs: 500 }],
])('%s', (what, after) => {
  expect(findNames({ ...before, ...after })).toEqual([what])
})

test('levels may be a little above those before', () => {
  expect(findNames({ memory: [{ name: 'server 1', bytes: 70e6 }], tables: before.tables, jobs: 5 })).toEqual([])
})

test.each([
  [119, []],
  [121, ['processes that do not rest']],
])('%i transactions a second at rest', (perSecond, breaches) => {
  expect(findUnrest(perSecond, 120).map(({ what }) => what)).toEqual(breaches)
})

const answered = new Set(Array.from({ length: 40 }, (_, place) => `D${place}`))
const calm = { accepted: 40, answered, revised: 0 }

test.each([
  { breaches: [], crowd: calm, acknowledged: [] },
  {
    breaches: ['records of a crowd that were new for more than one caller'],
    crowd: { ...calm, accepted: 41 },
    acknowledged: [],
  },
  { breaches: ['records of a crowd that were stored as revised'], crowd: { ...calm, revised: 1 }, acknowledged: [] },
  { breaches: ['calls cut off in the middle and acknowledged'], crowd: calm, acknowledged: ['D1'] },
])('feeds that misbehave: $breaches', ({ breaches, crowd, acknowledged }) => {
  expect(findCrowdBreaches(crowd, { acknowledged }).map(({ what }) => what)).toEqual(breaches)
})

test.each([
  ['what comes back is no breach', 1, 0],
  ['what stays is one', Infinity, 1],
])('%s', async (_what, measuresUntilBack, breaches) => {
  let measures = 0
  const measure = async (): Promise<Levels> => {
    measures += 1
    return measures > measuresUntilBack ? before : { ...before, jobs: before.jobs + 1_000 }
  }
  expect(await awaitLevels(before, measure, 20)).toHaveLength(breaches)
  expect(measures).toBeGreaterThan(1)
})
