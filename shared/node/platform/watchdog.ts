import { Worker } from 'node:worker_threads'
import type { Log } from './log.ts'
import type { WatchdogData } from './watchdog-thread.ts'

/** Many times what the longest batch blocks; below the limits after which the database gives up on this process. */
const maxHungMs = 45_000
const tickMs = 1000

/**
 * Ends this process, as if killed, if its event loop hangs: a supervisor restarts a process that ended, but cannot see
 * one that hangs. A separate thread counts, because nothing else runs then. It counts its own ticks, not the clock: a
 * process that was paused has not hung.
 * @param name the process, in its last log line
 */
export function startWatchdog(name: string, log: Log, { afterMs = maxHungMs } = {}): { stop(): Promise<void> } {
  const beats = new Int32Array(new SharedArrayBuffer(4))
  const workerData: WatchdogData = { beats, name, tickMs, maxTicks: Math.ceil(afterMs / tickMs) }
  const thread = new Worker(new URL('./watchdog-thread.ts', import.meta.url), {
    workerData,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
  })
  thread.unref()
  // Without the watchdog, everything else works as before.
  thread.on('error', (error) => log.error('process.not_watched', error))
  const timer = setInterval(() => Atomics.add(beats, 0, 1), tickMs / 2).unref()
  return {
    async stop() {
      clearInterval(timer)
      await thread.terminate()
    },
  }
}
