import { loadEnv } from '#shared/node/configuration/env.ts'
import { startWorker } from '#worker/start.ts'

/** The worker, without a daily limit on notices. */
const env = loadEnv(JSON.parse(process.argv[2] ?? '{}') as Record<string, string>)
const worker = await startWorker(env, { floodNoticesPerDay: 1e9 })
process.send?.({ ready: true })
process.on('disconnect', () => void worker.stop().finally(() => process.exit(0)))
