import { expect, test } from 'vitest'
import { runFuzz } from './fuzz.ts'
import { describeFaults, describeRun } from './report.ts'

test('a thousand calls of each role find no error, no leak and no path that is never done', async () => {
  const seed = 1 + (Date.now() % 1_000_000)
  const report = await runFuzz({ calls: 1_000, seed, print: () => {} })
  console.log([`seed ${seed}`, ...describeRun(report)].join('\n'))
  expect(describeFaults(report), `npm run fuzz -- --calls 1000 --seed ${seed}`).toEqual([])
})
