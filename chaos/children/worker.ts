import { loadEnvOrExit } from '#shared/node/platform/env.ts'
import { startWorker } from '#worker/start.ts'

/** The worker with a fast clock: 15 minutes pass in seconds. No daily limit on notices. */
const deliveryClock = Number(process.argv[2])
const worker = await startWorker(loadEnvOrExit(), { deliveryClock, floodNoticesPerDay: 1e9, pollMs: 250 })
process.send?.({ ready: true })
process.on('disconnect', () => void worker.stop().finally(() => process.exit(0)))
