import { expect, test } from 'vitest'
import { runFuzz } from './fuzz.ts'
import { describeFaults, describeRun } from './report.ts'

test('two hundred calls of each role find no error, no leak and no path that is never done', async () => {
  const [calls, seed] = [200, 7]
  const report = await runFuzz({ calls, seed, print: () => {} })
  console.log([`seed ${seed}`, ...describeRun(report)].join('\n'))
  expect(describeFaults(report), `npm run fuzz -- --calls ${calls} --seed ${seed}`).toEqual([])
})
