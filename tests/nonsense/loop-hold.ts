import { setImmediate as nextTurn } from 'node:timers/promises'

const milliseconds = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1000
const cpuMilliseconds = () => milliseconds(process.threadCpuUsage())

/**
 * How long `work` blocks the event loop: the maximum processor time of this thread, in milliseconds, between two turns
 * of the loop; and how much it takes in all. Processor time, because other processes share the machine.
 */
export async function measureLoopHold<T>(work: () => Promise<T>): Promise<{ hold: number; total: number; value: T }> {
  let hold = 0
  const began = cpuMilliseconds()
  let last = began
  const watched = { done: false }
  const watching = (async () => {
    while (!watched.done) {
      await nextTurn()
      const now = cpuMilliseconds()
      hold = Math.max(hold, now - last)
      last = now
    }
  })()
  const value = await work().finally(() => (watched.done = true))
  await watching
  return { hold, total: last - began, value }
}
