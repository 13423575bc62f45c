import { expect, test } from 'vitest'
import { runChaos } from './harness/chaos.ts'
import { runRestore } from './harness/restore.ts'
import { usualSize } from './options/sizes.ts'

/** Another seed for a run by hand: `npm run chaos -- --seed N`. How soon all work ends is measured there, too. */
const run = { seed: 7, endsWithinMs: 300_000, chainWithinMs: 300_000 }

test('loses nothing and sends no unmarked duplicate, whatever happens to two servers, two workers and PostgreSQL', async () => {
  const everyFault = Object.fromEntries(Object.keys(usualSize.faults).map((name) => [name, 1]))
  const report = await runChaos({ ...run, records: 1_500, replies: 1_500, faults: everyFault })
  expect(report.breaches, `seed ${report.seed}`).toEqual([])
  expect(report.faults.map(({ name }) => name)).toEqual(report.plan.map(({ name }) => name))
  expect(report.texts).toBeGreaterThan(report.notices / 4)
  expect(report.stopped).toBeGreaterThan(20)
  // Twilio was queried about texts in doubt and knew of them.
  expect(report.foundByLookUp).toBeGreaterThan(0)
  // Emails accepted by a provider before it failed arrived twice and said so.
  expect(report.duplicates).toBeGreaterThan(0)
  // Residents wrote while no server answered.
  expect(report.lostWebhooks).toBeGreaterThan(0)
})

test('loses nothing with one server and one worker while PostgreSQL restarts, with a mail server', async () => {
  const report = await runChaos({
    ...run,
    records: 1_000,
    faults: { 'worker-killed': 1, 'worker-paused': 1, 'server-killed': 1, 'postgres-restarted': 2 },
    servers: 1,
    workers: 1,
    email: 'smtp',
  })
  expect(report.breaches, `seed ${report.seed}`).toEqual([])
})

test('after a restore from a backup taken during delivery, misses nothing, repeats no text, and marks every repeated email', async () => {
  const report = await runRestore({
    deliveries: 600,
    alerts: 2_000,
    answerMs: 100,
    deliveryClock: 600,
    seed: run.seed,
    print: () => {},
  })
  expect(report.breaches).toEqual([])
  expect(report.sentSince).toBeGreaterThan(250)
  expect(report.again).toBeGreaterThan(50)
})
