import { expect, it } from 'vitest'
import { jobKeys, jobs } from './jobs.ts'

const nightly = jobKeys.map((key) => jobs[key]).filter(({ cron }) => cron && /^\d+ \d+ /.test(cron))

it('knows the nightly jobs', () => expect(nightly.length).toBeGreaterThan(2))

it.each(nightly.map(({ name, cron }) => [name, cron]))(
  'runs %s once every night, also when clocks change between 1:00 and 3:00',
  (_name, cron) => expect(['1', '2']).not.toContain(cron?.split(' ')[1]),
)
