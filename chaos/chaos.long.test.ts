import { expect, test } from 'vitest'
import { runChaos } from './chaos.ts'

test('nothing is lost and nothing told twice unmarked when worker, server and PostgreSQL are killed in the middle', async () => {
  const report = await runChaos({ deliveries: 2_000, rounds: 2, seed: 1 + (Date.now() % 1_000) })
  expect(report.breaches, JSON.stringify(report.kills)).toEqual([])
  expect(report.kills.map(({ victim }) => victim)).toEqual([
    'worker',
    'server',
    'PostgreSQL',
    'worker',
    'server',
    'PostgreSQL',
  ])
  expect(report.messages).toBeGreaterThanOrEqual(report.deliveries)
})
