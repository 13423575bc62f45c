import { createLostTime, lookEveryMs } from '../processes/lost-time.ts'

/**
 * Loaded before a server or worker of a run (`--import`, with `--expose-gc`): answers the run's question for the memory
 * that is left after a collection, hangs on command, and reports when the process stood still, since a machine that
 * gives it no time pauses it like anything else. The program itself does not know it.
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
