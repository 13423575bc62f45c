import { createLostTime, lookEveryMs } from '../processes/lost-time.ts'

/**
 * Loaded before a server or worker of a run (`--import`, with `--expose-gc`): answers the run's question for the memory
 * that is left after a collection, hangs when it is told to, and reports when the process stood still, since a machine that gives it no time is a
 * pause like any other. The program itself knows nothing of it.
 */
process.on('message', (message: unknown) => {
  if (message === 'hang') for (;;);
  if (message !== 'memory?') return
  globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  process.send?.({ memoryBytes: heapUsed + external })
})

const lostTime = createLostTime()
let last = performance.now()
setInterval(() => {
  const now = performance.now()
  const stalledMs = lostTime(now - last)
  last = now
  if (stalledMs > 0 && process.connected) process.send?.({ stalledMs })
}, lookEveryMs).unref()
