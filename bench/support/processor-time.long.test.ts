import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { measureCpuUsage, describeCpuUsage } from './processor-time.ts'

const busyFor = (ms: number) => {
  const end = process.cpuUsage().user + ms * 1000
  while (process.cpuUsage().user < end);
}

test.runIf(process.platform === 'linux')('charges each process only for its own usage', async () => {
  const other = spawn('sleep', ['60'])
  await once(other, 'spawn')
  const { micros, units } = await measureCpuUsage({ ours: process.pid, other: other.pid! }, 10, async () =>
    busyFor(300),
  )
  other.kill()
  expect(units).toBe(10)
  expect(micros.ours! - micros.other!).toBeGreaterThan(150_000)
})

test('the note says where the time goes and the best ratio it allows', () => {
  const account = (worker: number) => ({ micros: { worker, PostgreSQL: 60_000 }, units: 1000, seconds: 0.125 })
  const [note] = describeCpuUsage(
    'A notice',
    [account(90_000), account(100_000), account(150_000)],
    { limit: 20_000, floor: 0.5 },
    2,
  )
  expect(note).toBe(
    'A notice takes 160 µs of processor time (worker 100, PostgreSQL 60) in 125 µs on 2 cores, which are busy for 64 %. Were they never idle, the ratio would be 0.63; the floor leaves 200 µs of processor time for everything.',
  )
  expect(describeCpuUsage('A notice', [{ micros: {}, units: 1, seconds: 1 }], { limit: 1, floor: 1 })).toEqual([])
})
