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

test('nothing is lost, and nothing told twice without a word, whatever happens to two servers, two workers and PostgreSQL', async () => {
  const report = await runChaos({ deliveries: 1_500, rounds: 1, seed: seed() })
  expect(report.breaches, JSON.stringify(report.kills)).toEqual([])
  expect(report.kills.map(({ victim, ended }) => [victim, ended])).toEqual(eachOnce)
  expect(report.messages).toBeGreaterThanOrEqual(report.deliveries)
  expect(report.texts).toBeGreaterThan(report.deliveries / 3)
  // Twilio was asked about texts that it may have taken, and knew of them.
  expect(report.asked).toBeGreaterThan(0)
  // Emails that a provider took before it failed came twice, and said so.
  expect(report.twice).toBeGreaterThan(0)
  // Residents wrote while nobody answered.
  expect(report.lostWebhooks).toBeGreaterThan(0)
})

test('nor where there is one of each, and PostgreSQL is restarted', async () => {
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

test('after a restore from a backup of amid delivery nothing is missed, no text comes again, and every email that does says so', async () => {
  const report = await runRestore({
    deliveries: 600,
    alerts: 2_000,
    answerMs: 100,
    deliveryClock: 600,
    seed: seed(),
    say: () => {},
  })
  expect(report.breaches).toEqual([])
  expect(report.sentSince).toBeGreaterThan(250)
  expect(report.again).toBeGreaterThan(50)
})
