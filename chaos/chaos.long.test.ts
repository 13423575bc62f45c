import { expect, test } from 'vitest'
import { runChaos } from './chaos.ts'
import { runRestore } from './restore.ts'

const seed = () => 1 + (Date.now() % 1_000)
const eachOnce = [
  ['worker', 'killed'],
  ['server', 'killed'],
  ['PostgreSQL', 'killed'],
  ['worker', 'paused'],
  ['servers', 'restarted gently'],
]

test('loses nothing and sends no unmarked duplicate, whatever happens to two servers, two workers and PostgreSQL', async () => {
  const report = await runChaos({ deliveries: 1_500, rounds: 1, seed: seed() })
  expect(report.breaches, JSON.stringify(report.kills)).toEqual([])
  expect(report.kills.map(({ victim, kind }) => [victim, kind])).toEqual(eachOnce)
  expect(report.messages).toBeGreaterThanOrEqual(report.deliveries)
  expect(report.texts).toBeGreaterThan(report.deliveries / 3)
  // Twilio was queried about texts in doubt and knew of them.
  expect(report.foundByLookUp).toBeGreaterThan(0)
  // Emails accepted by a provider before it failed arrived twice and said so.
  expect(report.duplicates).toBeGreaterThan(0)
  // Residents wrote while no server answered.
  expect(report.lostWebhooks).toBeGreaterThan(0)
})

test('loses nothing with one server and one worker while PostgreSQL restarts', async () => {
  const report = await runChaos({
    deliveries: 1_000,
    rounds: 1,
    servers: 1,
    workers: 1,
    restartDatabase: true,
    seed: seed(),
  })
  expect(report.breaches, JSON.stringify(report.kills)).toEqual([])
  expect(report.messages).toBeGreaterThanOrEqual(report.deliveries)
})

test('after a restore from a backup taken during delivery, misses nothing, repeats no text, and marks every repeated email', async () => {
  const report = await runRestore({
    deliveries: 600,
    alerts: 2_000,
    answerMs: 100,
    deliveryClock: 600,
    seed: seed(),
    print: () => {},
  })
  expect(report.breaches).toEqual([])
  expect(report.sentSince).toBeGreaterThan(250)
  expect(report.again).toBeGreaterThan(50)
})
