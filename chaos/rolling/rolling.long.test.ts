import { expect, test } from 'vitest'
import { findObstacle, runRolling } from './rolling.ts'

test('an upgrade of two servers and two workers, and a restart of one of each, fail no call of a feed, and lose and repeat nothing', async ({
  skip,
}) => {
  const obstacle = await findObstacle()
  skip(obstacle !== null, obstacle ?? '')
  const report = await runRolling({ isShort: true, recordsPerSecond: 10, browsers: false, seed: 1 })
  expect(report.breaches).toEqual([])
  expect(report.records).toBeGreaterThan(200)
  expect(report.messages).toBeGreaterThan(report.records / 4)
  if (report.noUpgrade) console.log(`There was no upgrade: ${report.noUpgrade}`)
  expect(report.replacements).toBe(report.noUpgrade ? 4 : 6)
}, 1_200_000)
