import { loadEnvOrExit } from '#shared/node/platform/env.ts'
import { startWorker } from '#worker/start.ts'

/** The worker with a fast clock: quarter hours pass in seconds. No limit to the notices of a day. */
const deliveryClock = Number(process.argv[2])
const worker = await startWorker(loadEnvOrExit(), { deliveryClock, floodNoticesPerDay: 1e9, pollMs: 250 })
process.send?.({ ready: true })
process.on('disconnect', () => void worker.stop().finally(() => process.exit(0)))
