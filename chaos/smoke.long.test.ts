import { expect, test } from 'vitest'
import { runChaos } from './chaos.ts'
import { smokeSize } from './sizes.ts'

/** About 20 seconds, most of which it waits. The seed is the day's, so that the days try different plans; it is printed, for a repeat. */
const seed = Math.floor(Date.now() / 86_400_000)
console.log(`The seed of this run is ${seed}.`)

test('keeps every promise while a worker, a server and PostgreSQL are killed, a worker is paused and all connections end', async () => {
  const report = await runChaos({ ...smokeSize, seed })
  expect(report.breaches, `seed ${seed}`).toEqual([])
  expect(report.faults).toHaveLength(5)
  expect(report.messages).toBeGreaterThanOrEqual(report.notices)
  expect(report.stopped).toBeGreaterThan(0)
  expect(report.changed).toBeGreaterThan(0)
}, 120_000)
