import { setImmediate as nextTurn } from 'node:timers/promises'

const milliseconds = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1000
const cpuMilliseconds = () => milliseconds(process.threadCpuUsage())

/**
 * How long a piece of work holds the event loop: the most processor time of this thread, in milliseconds, between two
 * of its turns. Processor time, since other processes share the machine with a test.
 */
export async function measureLoopHold<T>(work: () => Promise<T>): Promise<{ hold: number; value: T }> {
  let hold = 0
  let last = cpuMilliseconds()
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
  return { hold, value }
}
