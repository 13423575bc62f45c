import { describeStart } from '#shared/node/configuration/describe-start.ts'
import { loadEnvOrExit } from '#shared/node/configuration/env.ts'
import { readOptions } from '#shared/node/platform/command-line.ts'
import { createLog } from '#shared/node/platform/log.ts'
import { StartRefused } from '#shared/node/platform/start-refused.ts'
import { startWatchdog } from '#shared/node/platform/watchdog.ts'
import { startWorker } from './start.ts'

/** A stop may take this long before the process exits anyway; work left behind resumes when its leases expire. */
const stopWithinMs = 10_000

readOptions(
  `Runs one worker: matching, delivery, schedules and upkeep. Environment variables configure it (.env.example); SIGTERM
stops it.

  npm run worker`,
  {},
)
const env = loadEnvOrExit()
const log = createLog('worker', env.LOG_LEVEL)

try {
  startWatchdog('worker', log)
  const worker = await startWorker(env, { log })
  log.info('worker.started', describeStart(env))
  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(1), stopWithinMs).unref()
    await worker.stop().catch((error: unknown) => log.error('worker.stop_failed', error))
    process.exit(0)
  }
  // 'disconnect': the launcher that forked this process has ended.
  for (const signal of ['SIGTERM', 'SIGINT', 'disconnect']) process.on(signal, () => void stop())
  process.send?.({ ready: true })
} catch (error) {
  if (error instanceof StartRefused) process.stderr.write(`${error.message}\n`)
  else log.error('worker.start_failed', error)
  process.exit(error instanceof StartRefused ? error.exitCode : 1)
}
