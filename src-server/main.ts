import { describeStart } from '#shared/node/configuration/describe-start.ts'
import { loadEnvOrExit } from '#shared/node/configuration/env.ts'
import { readOptions } from '#shared/node/platform/command-line.ts'
import { createLog } from '#shared/node/platform/log.ts'
import { StartRefused } from '#shared/node/platform/start-refused.ts'
import { startWatchdog } from '#shared/node/platform/watchdog.ts'
import { startServer, maxStopMs } from './start.ts'

readOptions(
  `Runs one server: pages, API, feeds and webhooks. Environment variables configure it (.env.example); SIGTERM stops it.

  npm run server`,
  {},
)
const env = loadEnvOrExit()
const log = createLog('server', env.LOG_LEVEL)

try {
  startWatchdog('server', log)
  const server = await startServer(env, { log })
  log.info('server.started', { address: server.address, ...describeStart(server.deps.env) })
  let stopping = false
  const stop = (why: string) => {
    if (stopping) return
    stopping = true
    // Ctrl-C should be quick, and a server without its launcher gets no requests.
    const drainMs = why === 'SIGTERM' ? env.DRAIN_SECONDS * 1000 : 0
    log.info('server.stopping', { why, drainMs })
    setTimeout(() => process.exit(1), drainMs + maxStopMs).unref()
    server.stop({ drainMs }).then(
      () => process.exit(0),
      (error: unknown) => {
        log.error('server.stop_failed', error)
        process.exit(1)
      },
    )
  }
  // If the launcher is killed, the channel closes and the server stops too.
  for (const signal of ['SIGTERM', 'SIGINT', 'disconnect'] as const) process.once(signal, () => stop(signal))
  process.send?.({ ready: true, address: server.address })
} catch (error) {
  if (error instanceof StartRefused) process.stderr.write(`${error.message}\n`)
  else log.error('server.start_failed', error)
  process.exit(error instanceof StartRefused ? error.exitCode : 1)
}
