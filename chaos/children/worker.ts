import { loadEnvOrExit } from '#shared/node/configuration/env.ts'
import { createLog } from '#shared/node/platform/log.ts'
import { startWatchdog } from '#shared/node/platform/watchdog.ts'
import { startWorker } from '#worker/start.ts'
import { deadlyEventId } from './deadly-event.ts'

/** The worker with a fast clock: 15 minutes pass in seconds. No daily limit on notices. */
const deliveryClock = Number(process.argv[2])
const env = loadEnvOrExit()
const worker = await startWorker(env, {
  deliveryClock,
  floodNoticesPerDay: 1e9,
  pollMs: 250,
  beforeReading: (eventId) => {
    if (eventId === deadlyEventId) process.kill(process.pid, 'SIGKILL')
  },
})
// Sooner than the program's own, but not while it starts on a busy machine.
startWatchdog('worker', createLog('worker', env.LOG_LEVEL), { afterMs: 10_000 })
process.send?.({ ready: true })
process.on('disconnect', () => void worker.stop().finally(() => process.exit(0)))
