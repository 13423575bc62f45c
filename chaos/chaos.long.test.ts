import { expect, test } from 'vitest'
import { runChaos } from './chaos.ts'

const seed = () => 1 + (Date.now() % 1_000)

test('nothing is lost and nothing told twice unmarked when worker, server and PostgreSQL are killed in the middle', async () => {
  const report = await runChaos({ deliveries: 2_000, rounds: 2, seed: seed() })
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
  expect(report.texts).toBeGreaterThan(report.deliveries / 3)
  // The kills of the worker left texts in doubt, and Twilio knew of them.
  expect(report.asked).toBeGreaterThan(0)
})

test('nor where two servers and two workers share a PostgreSQL, one of each is killed and it is restarted', async () => {
  const report = await runChaos({
    deliveries: 1_200,
    rounds: 1,
    servers: 2,
    workers: 2,
    restartDatabase: true,
    seed: seed(),
  })
  expect(report.breaches, JSON.stringify(report.kills)).toEqual([])
  expect(report.messages).toBeGreaterThanOrEqual(report.deliveries)
})
