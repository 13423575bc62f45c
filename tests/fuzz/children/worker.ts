import { loadEnvOrExit } from '#shared/node/configuration/env.ts'
import { startWorker } from '#worker/start.ts'
import { watchProcess } from './watch-process.ts'

/** A worker in a process of its own, which measures itself. */
const serveParent = watchProcess()
const worker = await startWorker(loadEnvOrExit(), { pollMs: 200 })
serveParent({ address: '', pool: worker.deps.pool, stop: () => worker.stop() })
