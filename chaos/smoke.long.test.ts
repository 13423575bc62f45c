import { expect, test } from 'vitest'
import { runChaos } from './harness/chaos.ts'
import { smokeSize } from './options/sizes.ts'

/** About 20 seconds, most of which it waits. `npm run chaos -- --seed N` tries other plans, and measures how soon all ends. */
const seed = 11

test('keeps every promise while a worker, a server and PostgreSQL are killed, a worker is paused and all connections end', async () => {
  const report = await runChaos({ ...smokeSize, seed, endsWithinMs: 300_000, chainWithinMs: 300_000 })
  expect(report.breaches, `seed ${seed}`).toEqual([])
  expect(report.faults).toHaveLength(5)
  expect(report.messages).toBeGreaterThanOrEqual(report.notices)
  expect(report.weekly).toBeGreaterThan(20)
  expect(report.stopped).toBeGreaterThan(0)
  expect(report.changed).toBeGreaterThan(0)
}, 600_000)
